// Structs and unions: arguments by value, results, copies, nested and anonymous ones, arrays in them, packing.
typedef struct { int a; float b[3]; } Inner;
struct Outer { char tag; Inner in[2]; union { int i; struct { union { float f; }; }; }; short last; };
struct __attribute__((packed)) Packed { char c; int i; short s; };
typedef struct { float4 v; char c; } Wide;
Inner make(int a, float b) { Inner r = {a, {b, b + 1}}; r.b[2] = r.b[1] * 2; return r; }
float total(Inner x) { x.b[0] += x.a; return x.b[0] + x.b[1] + x.b[2]; }
static Inner choose(bool first, Inner x, Inner y) { return first ? x : y; }
__kernel void records(__global int *out, __global Inner *inner, __global struct Packed *packed, struct Outer given,
                      __global Wide *wide) {
  int i = get_global_id(0);
  struct Outer o = {.tag = 'x', .i = 77, .in = {[1] = {3, {1.5f}}}, .last = -7}, copy;
  Inner m = make(i, 0.5f);
  o.f = 1.0f; o.in[0] = m; copy = o; copy.in[1].b[i & 1] = total(copy.in[0]);
  out[i] = copy.i + copy.tag + copy.last + (int)total(copy.in[1]) + (int)make(3, 2).b[2];
  out[i + 8] = given.tag + given.in[1].a + given.last + (int)given.in[i & 1].b[1];
  inner[i] = choose(i & 1, m, inner[i + 8]);
  packed[i].i = packed[i].c * packed[i].s; packed[i + 8] = packed[i]; packed[i + 8].s ^= 0x55;
  struct Outer *p = &copy; p->in->a = 9; (*p).last++; p->in[1] = *p->in;
  out[i + 16] = copy.in[0].a + copy.last + copy.in[1].a + sizeof(struct Outer) + sizeof(struct Packed) + sizeof(Wide);
  wide[i].v = wide[i + 1].v.yxwz; wide[i].c = wide[i + 1].c; wide[i + 8] = wide[i];
  out[i + 24] = ((Inner){5, {2}}).a + sizeof(out[0]) * sizeof o.in;
}

// What is copied or filled with more bytes than are copied one by one: between any two kinds of memory.
typedef struct { int numbers[70]; short rest; } Long;
typedef struct { uchar bytes[301]; } Odd;

__kernel void long_records(__global Long *a, __global Long *b, __global Odd *c, __global int *counts) {
  int i = get_global_id(0);
  __local Long shared;
  int seen[100] = {0};
  Long mine = a[i];
  Odd odd = c[i];
  mine.numbers[mine.rest & 63] += 5;
  odd.bytes[mine.rest & 255] = 7;
  b[i] = mine;
  c[i + 8] = odd;
  shared = b[i];
  b[i + 8] = shared;
  for (int k = 0; k < 64; k++)
    seen[mine.numbers[k] & 15]++;
  for (int k = 0; k < 8; k++)
    counts[8 * i + k] = seen[counts[8 * i + k] & 15];
}
