// What is rarely written: kernels that are called, switch on long and char, attributes, pointers to pointers, shadowing,
// nested choices of records and pointers, increments of every kind, empty statements, enumerations, const and volatile.
typedef enum { RED = 1, GREEN = 1 << 3, BLUE } Colour;
typedef struct __attribute__((aligned(16))) { short s[3]; Colour c; } Aligned;
struct Node { int value; struct Node *next; };
typedef struct { uchar4 rgba; ushort half_word; float4 position; } Vertex;
// names that the assembly has for its own
__kernel void s1(__global int *end, int L0, int L1, int L2) {
  int r1 = get_global_id(0), pi = r1 + 8;
  if (r1 < L0) { if (L1) end[r1] = L2; else end[r1]++; } else if (r1 > 5) for (int k = 0; k < 5 + end[pi] % 3; k++) end[pi] += k;
}
static Colour next_colour(Colour c) { return c == RED ? GREEN : c == GREEN ? BLUE : RED; }
static void set(__global int *at, const int value) { *at = value; }
static inline int twice(int x) { return x + x; }
static uchar narrow(int x) { return x; }
static bool is_odd(long x) { return x & 1; }
__kernel void called(__global int *out, int add) { out[get_global_id(0)] += add; }
__kernel void oddities(__global int *out, __global const int *in, __global Vertex *vertices, __global ulong *wide, char tag,
                       float4 offset, __global short *shorts) {
  const size_t i = get_global_id(0);
  int x __attribute__((aligned(64))) = in[i];
  volatile int v = x;
  v++; v += v;
  called(out, v);
  switch ((long)x) { case 1L: x = 7; break; case -1: x = 9; case 0x100000000L: x++; }
  switch (tag) { default: { int x = 3; out[i] += x; } break; case 'a' ... 'c': case 2: out[i] -= x; }
  Aligned a = {{1, 2}, BLUE}, b = {{4, 5, 6}, next_colour(RED)}, *p = x > 3 ? &a : &b;
  p->s[1]++; --p->s[0]; p->s[2] += 100000;
  out[i + 8] = p->s[0] + p->s[1] + p->s[2] + p->c + sizeof(Aligned) + (x > 0 ? a : b).s[i % 3];
  int *q = &x, **r = &q;
  **r += 5; (*q)--; *(&x) ^= 1;
  out[i + 16] = x + twice(narrow(x * 77)) + is_odd(x) + is_odd(x + 1L) + narrow(-1) + (tag ? tag : -tag);
  __global Vertex *vertex = vertices + i;
  vertex->rgba.xz += (uchar2)(1, 250); vertex->rgba = vertex->rgba.wzyx; vertex->half_word--; vertex->position.y = x;
  vertex->position *= 2.0f; vertex[8].position.xyw = vertex->position.zzx + offset.s012; vertex[8].rgba.w = vertex->rgba.x++;
  wide[i] = (ulong)x << 33 | (uint)x; wide[i + 8] -= x; wide[i + 16] = wide[i] > wide[i + 8] ? wide[i]-- : ++wide[i + 8];
  shorts[i]++; --shorts[i + 8]; shorts[i + 16] = shorts[i]-- - ++shorts[i + 8]; shorts[i + 24] += 1.5f * shorts[i];
  bool flag = x; flag ^= true; flag |= in[i] > 2; flag = flag && !flag;
  out[i + 24] = flag + !flag + (flag ? 10 : 20) + (bool)0.5f + (bool)q + (int)(char)200 + (x, 4);
  struct { int k[2]; union { uint u; uchar c[4]; }; } local_record = {{1, 2}, {0x01020304}};
  local_record.c[i & 3] = 9; local_record.k[x & 1] <<= 3;
  out[i + 32] = local_record.u + local_record.k[0] * local_record.k[1];
  set(out + 40 + i, (x, 3));
  for (uint j = i, k = 0; k < 3; j *= 2, k++) { if (j > 9) continue; else if (j == 4) break; int i = j; out[48 + k] += i; }
  if (x) ; else out[i + 56] = 1;
  while (0) ; do ; while (0); {;}
}
