/* result[i] = a[i] b[i]: the FPGA paper's first example of a kernel in OpenCL C, as printed there. */

kernel void elementwise_mul(
    global const float *a,
    global const float *b,
    global float *result)
{
    int id = get_global_id(0);
    result[id] = a[id] * b[id];
}
