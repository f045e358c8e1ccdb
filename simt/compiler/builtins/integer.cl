// Integer functions, for all eight types.

HELPER uint popcount_of(ulong a) { return __simt_popc_i32((uint)a) + __simt_popc_i32((uint)(a >> 32)); }
HELPER uint clz_of(ulong a) { return (uint)(a >> 32) ? __simt_clz_i32((uint)(a >> 32)) : 32 + __simt_clz_i32((uint)a); }
HELPER ulong mulh_of(ulong a, ulong b) {
  ulong al = (uint)a, ah = a >> 32, bl = (uint)b, bh = b >> 32;
  ulong low = __simt_mulh_u32((uint)al, (uint)bl), x = __simt_mul_i64(ah, bl) + low, y = __simt_mul_i64(al, bh)
      + (uint)x;
  return __simt_mul_i64(ah, bh) + (x >> 32) + (y >> 32);
}
HELPER long mulh_of(long a, long b) { return (long)(mulh_of((ulong)a, (ulong)b) - (a < 0 ? b : 0) - (b < 0 ? a : 0)); }

// T: the type; U: unsigned of its size; LOW, HIGH: its ends; BITS
#define COMMON(T, U, LOW, HIGH, BITS) \
  T OVERLOAD min(T a, T b) { return a < b ? a : b; } \
  T OVERLOAD max(T a, T b) { return a > b ? a : b; } \
  T OVERLOAD clamp(T x, T low, T high) { return x < low ? low : x > high ? high : x; } \
  U OVERLOAD abs_diff(T a, T b) { return a > b ? (U)a - (U)b : (U)b - (U)a; } \
  T OVERLOAD hadd(T a, T b) { return (a & b) + ((a ^ b) >> 1); } \
  T OVERLOAD rhadd(T a, T b) { return (a | b) - ((a ^ b) >> 1); } \
  T OVERLOAD rotate(T a, T n) { \
    U u = (U)a, by = (U)n & (BITS - 1); \
    return by ? (T)((U)(u << by) | (U)(u >> (BITS - by))) : a; \
  } \
  T OVERLOAD clz(T a) { return (T)(clz_of((U)a) - (64 - BITS)); } \
  T OVERLOAD popcount(T a) { return (T)popcount_of((U)a); } \
  T OVERLOAD mad_hi(T a, T b, T c) { return (T)((U)mul_hi(a, b) + (U)c); } \
  T OVERLOAD bitselect(T a, T b, T c) { return a ^ ((a ^ b) & c); }
#define SIGNED(T, U, LOW, HIGH, BITS) \
  U OVERLOAD abs(T a) { return a < 0 ? -(U)a : (U)a; } \
  T OVERLOAD add_sat(T a, T b) { \
    T s = (T)((U)a + (U)b); \
    return ((a ^ s) & (b ^ s)) < 0 ? (a < 0 ? LOW : HIGH) : s; \
  } \
  T OVERLOAD sub_sat(T a, T b) { \
    T s = (T)((U)a - (U)b); \
    return ((a ^ b) & (a ^ s)) < 0 ? (a < 0 ? LOW : HIGH) : s; \
  } \
  COMMON(T, U, LOW, HIGH, BITS)
#define UNSIGNED(T, U, LOW, HIGH, BITS) \
  U OVERLOAD abs(T a) { return a; } \
  T OVERLOAD add_sat(T a, T b) { T s = (T)(a + b); return s < a ? HIGH : s; } \
  T OVERLOAD sub_sat(T a, T b) { return a < b ? 0 : (T)(a - b); } \
  COMMON(T, U, LOW, HIGH, BITS)
// W: a type in which no product overflows
#define NARROW(T, W, LOW, HIGH, BITS) \
  T OVERLOAD mul_hi(T a, T b) { return (T)((W)a * (W)b >> BITS); } \
  T OVERLOAD mad_sat(T a, T b, T c) { \
    long r = (long)((W)a * (W)b) + c; \
    return r < (long)LOW ? (T)LOW : r > (long)HIGH ? (T)HIGH : (T)r; \
  }
NARROW(char, int, -128, 127, 8)
NARROW(uchar, uint, 0, 255, 8)
NARROW(short, int, -32768, 32767, 16)
NARROW(ushort, uint, 0, 65535, 16)
int OVERLOAD mul_hi(int a, int b) { return __simt_mulh_s32(a, b); }
uint OVERLOAD mul_hi(uint a, uint b) { return __simt_mulh_u32(a, b); }
long OVERLOAD mul_hi(long a, long b) { return mulh_of(a, b); }
ulong OVERLOAD mul_hi(ulong a, ulong b) { return mulh_of(a, b); }
SIGNED(char, uchar, -128, 127, 8)
UNSIGNED(uchar, uchar, 0, 255, 8)
SIGNED(short, ushort, -32768, 32767, 16)
UNSIGNED(ushort, ushort, 0, 65535, 16)
SIGNED(int, uint, -0x7fffffff - 1, 0x7fffffff, 32)
UNSIGNED(uint, uint, 0, 0xffffffff, 32)
SIGNED(long, ulong, -0x7fffffffffffffff - 1, 0x7fffffffffffffff, 64)
UNSIGNED(ulong, ulong, 0, 0xffffffffffffffff, 64)

int OVERLOAD mad_sat(int a, int b, int c) {
  long r = ((long)__simt_mulh_s32(a, b) << 32 | (uint)a * (uint)b) + c;
  return r < -0x80000000l ? -0x7fffffff - 1 : r > 0x7fffffffl ? 0x7fffffff : (int)r;
}
uint OVERLOAD mad_sat(uint a, uint b, uint c) { return __simt_mulh_u32(a, b) ? 0xffffffff : add_sat(a * b, c); }
long OVERLOAD mad_sat(long a, long b, long c) { // the product's 128 bits, and c added to them
  ulong low = __simt_mul_i64((ulong)a, (ulong)b), s = low + (ulong)c;
  long high = mulh_of(a, b) + (c < 0 ? -1 : 0) + (s < low);
  return high == (long)s >> 63 ? (long)s : high < 0 ? -0x7fffffffffffffff - 1 : 0x7fffffffffffffff;
}
ulong OVERLOAD mad_sat(ulong a, ulong b, ulong c) { return mulh_of(a, b) ? ~0ul : add_sat(__simt_mul_i64(a, b), c); }
int OVERLOAD mul24(int a, int b) { return __simt_mul_s24(a, b); }
uint OVERLOAD mul24(uint a, uint b) { return __simt_mul_u24(a, b); }
int OVERLOAD mad24(int a, int b, int c) { return (int)((uint)__simt_mul_s24(a, b) + (uint)c); }
uint OVERLOAD mad24(uint a, uint b, uint c) { return __simt_mul_u24(a, b) + c; }
short OVERLOAD upsample(char high, uchar low) { return (short)(high << 8 | low); }
ushort OVERLOAD upsample(uchar high, uchar low) { return (ushort)(high << 8 | low); }
int OVERLOAD upsample(short high, ushort low) { return (int)((uint)high << 16 | low); }
uint OVERLOAD upsample(ushort high, ushort low) { return (uint)high << 16 | low; }
long OVERLOAD upsample(int high, uint low) { return (long)((ulong)high << 32 | low); }
ulong OVERLOAD upsample(uint high, uint low) { return (ulong)high << 32 | low; }
