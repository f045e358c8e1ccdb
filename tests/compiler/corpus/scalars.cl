// Arguments by value of every size, used as they are and as counts of shifts and rotations.
__kernel void scalars(__global long *out, __global const int *in, char c, uchar b, short s, ushort h, uint n, long l,
                      float2 pair) {
  int i = get_global_id(0), x = in[i];
  out[i] = c * 100 + b + (c ? c : -c);
  out[i + 8] = s + h * 1000 + (short)n + (uchar)s;
  out[i + 16] = ((long)x << n) + ((ulong)x >> h) + ((l * x) >> n) + (l << s);
  out[i + 24] = (x << n | (uint)x >> (32 - n)) ^ (x >> c) ^ (1u << b);
  out[i + 32] = (long)(pair.x * 8 + pair.y * x) + (l > x) + (n & 1 ? 5 : 6) + !c;
}
