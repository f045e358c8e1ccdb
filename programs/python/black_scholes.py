"""The price of European options, call and put (Black and Scholes, 1973)."""

from simt.lang import Global, device, exp, f32, global_id, kernel, log, sqrt


@device
def normal(x):
    # Abramowitz and Stegun, 26.2.17: the error is below 7.5e-8
    t = 1 / (1 + 0.2316419 * abs(x))
    total = t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
    tail = 0.39894228 * exp(-0.5 * x * x) * total
    return 1 - tail if x > 0 else tail


@kernel
def black_scholes(
    spot: Global[f32], strike: Global[f32], years: Global[f32], call: Global[f32], put: Global[f32],
    rate: f32, volatility: f32,
):  # fmt: skip
    i = global_id()
    root = sqrt(years[i])
    d1 = (log(spot[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / (volatility * root)
    d2 = d1 - volatility * root
    later = strike[i] * exp(-rate * years[i])
    price = spot[i] * normal(d1) - later * normal(d2)
    call[i] = price
    put[i] = price + later - spot[i]
