// Pointers into every address space: arithmetic, differences, comparisons, casts, pointers to vectors and rows.
static void swap(__global int *a, __global int *b) { int t = *a; *a = *b; *b = t; }
static int sum_of(const int *p, const int *end) { int s = 0; while (p < end) s += *p++; return s; }
static void twice(int (*row)[4]) { for (int i = 0; i < 4; i++) (*row)[i] *= 2; }
typedef float Square[3][3];
int first(int m[4], int k) { m[0] += 5; return m[k & 3]; }
int any_length(const int m[], __global int far[], int k) { far[k + 8] = (m + 1)[0]; return m[k & 3]; }
int rows(const int m[4][2], __constant int c[2], int k) { return m[k & 1][1] + (*(m + 1))[0] + c[k & 1]; }
void exchange(int m[2]) { int *p = m; int t = *p; *p = p[1]; m[1] = t; m++; *m += 1; m = p; (m += 1)[0] += 2; (t > 3 ? m : p)[0]--; }
float trace(Square s) { s[1][1] *= 2; return s[0][0] + s[1][1] + s[2][2]; }
__constant int steps[2] = {100, 200};
__kernel void arrays(__global int o[], __global int in[64]) {
  int i = get_global_id(0), a[4] = {1, 2, 3, 4}, b[4][2] = {{1, 2}, {3, 4}};
  Square s = {{1, 2, 3}, {4, in[i], 6}, {7, 8, 9}};
  o[i] = first(a, i) + a[0] * 3 + any_length(a, o, i) * 7 + rows(b, steps, i);
  exchange(a);
  o[i + 16] = a[0] + a[1] * 100 + (int)trace(s) + (int)s[1][1];
}
__kernel void pointers(__global int *out, __global const int *restrict in, __constant int *table, volatile __global int *seen,
                       __global float *f) {
  int i = get_global_id(0);
  __global int *p = out + i, *q = &out[i + 8];
  *p = in[i]; *q = *(in + i + 1); swap(p, q);
  *(p + 16) = q - p; p[24] = p == q; p[32] = (q > p) + !p + (q != 0) + (p ? 2 : 3);
  int private_row[8] = {1, 2, 3}, matrix[3][4] = {{1, 2}, {3, 4, 5}, 6};
  p += 40; p[0] = sum_of(private_row, private_row + 8) + sum_of(&matrix[0][0], &matrix[2][3]); p -= 8; p++; --p;
  twice(&matrix[1]); twice(matrix);
  p[16] = matrix[i % 3][i & 3] + 1[private_row] + table[i] + *table;
  seen[i] = seen[i] + seen[i];
  __global float4 *v = (__global float4 *)f; v[i] = v[i + 8].wzyx; float4 w = v[i]; float *e = (float *)&w; e[i & 3] = 9;
  v[i] += w; f[i + 40] = ((__global uchar *)f)[i] + *(__global short *)(f + i);
  out[i + 56] = (out + 3 - (out + 1)) + (int)((__global char *)(out + 2) - (__global char *)out) + (int)sizeof(p);
  const int *nothing = 0; out[i + 48] += nothing == NULL;
}
