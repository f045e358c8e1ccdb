/* The complex FFT of 128 points in place, radix 2, decimation in time, a butterfly for each work-item and layer: the
   FPGA paper's program. */

#define LAYERS 7
#define HALF (1 << (LAYERS - 1))

__attribute__((reqd_work_group_size(HALF, 1, 1)))
kernel void fft128(global float* re, global float* im, global const float* wr, global const float* wi)
{
    uint me = get_local_id(0), place = 0;
    for (uint bit = 0; bit < LAYERS; ++bit)
        place |= (me >> bit & 1) << (LAYERS - 1 - bit);
    float a = re[me], b = im[me], c = re[me + HALF], d = im[me + HALF];
    barrier(CLK_GLOBAL_MEM_FENCE);
    re[place] = a;
    im[place] = b;
    re[place + 1] = c;
    im[place + 1] = d;
#pragma unroll
    for (uint layer = 0; layer < LAYERS; ++layer) {
        uint width = 1 << layer, twiddle = (me & (width - 1)) << (LAYERS - 1 - layer);
        uint one = me + (me & ~(width - 1)), other = one + width;
        barrier(CLK_GLOBAL_MEM_FENCE);
        float x = re[other] * wr[twiddle] - im[other] * wi[twiddle];
        float y = re[other] * wi[twiddle] + im[other] * wr[twiddle];
        float u = re[one], v = im[one];
        re[one] = u + x;
        im[one] = v + y;
        re[other] = u - x;
        im[other] = v - y;
    }
}
