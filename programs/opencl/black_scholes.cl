/* The price of European options, call and put (Black and Scholes, 1973). */

static float normal(float x)
{
    /* Abramowitz and Stegun, 26.2.17: the error is below 7.5e-8 */
    float t = 1.0f / (1.0f + 0.2316419f * fabs(x));
    float sum = t * (0.319381530f + t * (-0.356563782f + t * (1.781477937f + t * (-1.821255978f + t * 1.330274429f))));
    float tail = 0.39894228f * exp(-0.5f * x * x) * sum;
    return x > 0.0f ? 1.0f - tail : tail;
}

kernel void black_scholes(global const float* spot, global const float* strike, global const float* years,
                          global float* call, global float* put, float rate, float volatility)
{
    uint i = get_global_id(0);
    float root = sqrt(years[i]);
    float d1 = (log(spot[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / (volatility * root);
    float d2 = d1 - volatility * root;
    float later = strike[i] * exp(-rate * years[i]);
    float price = spot[i] * normal(d1) - later * normal(d2);
    call[i] = price;
    put[i] = price + later - spot[i];
}
