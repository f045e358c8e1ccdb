// Constant tables at file scope and in functions: numbers, rows, records, vectors, enumerators, expressions.
#define N 4
enum { FIRST = 3, SECOND, THIRD = SECOND * 10 };
typedef struct { int key; float value; } Pair;
__constant float weights[N] = {0.25f, 1, -2.5f, 1e2};
__constant int grid[2][3] = {{1, 2, 3}, {4, FIRST + SECOND}};
__constant Pair pairs[] = {{1, 1.5f}, {.value = 2, .key = -2}, 7, 0.5f};
__constant float4 colour = (float4)(1, 2, 3, 4);
__constant uchar4 small[2] = {(uchar4)(1, 2, 3, 255), (uchar4)(9)};
__constant int single = sizeof(Pair) + THIRD;
__constant ushort shorts[5] = {[3] = 65535, 1 << 8};
__constant char greeting[] = "he\"l\0lo\n\x7f\377", padded[8] = {"ab"};
__constant struct { char name[4]; int n; uchar rest[3]; } named[2] = {{"abcd", 2, "x"}, {.n = 5, .name = "e"}};
__kernel void strings(__global int *out, __global int *x) {
  int i = get_global_id(0);
  char mine[] = "private", four[2][4] = {"abc", {"d"}};
  __constant char *digits = "0123456789abcdef";
  mine[i & 3] ^= 1; four[1][i & 3] += i;
  out[i] = greeting[i] + padded[i] * 256 + sizeof(greeting) * 65536;
  out[i + 8] = named[i & 1].name[i >> 1] + named[i & 1].n + named[i & 1].rest[i & 1] * 256;
  out[i + 16] = mine[(x[i] & 3) + i % 4] + four[i & 1][i >> 1] * 256 + digits[x[i] & 15] * 65536 + "xyz"[i % 3];
}
__kernel void constants(__global float *out, __global int *k) {
  int i = get_global_id(0);
  __constant float local_table[3] = {1, 2, 3};
  const int row[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
  float4 mixed[2] = {(float4)(1, 2, 3, 4), (float4)(out[i])};
  out[i + 8] = weights[i & 3] + colour.z + local_table[i % 3] + mixed[i & 1].y;
  out[i + 16] = pairs[i % 3].value;
  k[i] = grid[i & 1][i % 3] + pairs[i % 3].key + single + row[i] + row[15 - i] + shorts[i % 5] + THIRD;
  k[i + 8] = small[i & 1].w + small[1].x;
}
