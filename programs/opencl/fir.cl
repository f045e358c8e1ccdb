/* A filter of 16 taps, whose coefficients are a table of constants. */

#define TAPS 16

constant float taps[TAPS] = {
    -0.0016f, -0.0062f, -0.0120f, -0.0049f, 0.0323f, 0.1021f, 0.1779f, 0.2124f,
    0.2124f, 0.1779f, 0.1021f, 0.0323f, -0.0049f, -0.0120f, -0.0062f, -0.0016f,
};

kernel void fir(global const float* x, global float* y)
{
    uint i = get_global_id(0);
    float sum = 0.0f;
    for (uint tap = 0; tap < TAPS; ++tap)
        sum += taps[tap] * x[i + tap];
    y[i] = sum;
}
