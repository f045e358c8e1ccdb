// Functions over the lanes of a warp, which is OpenCL's sub-group. Their instructions are intrinsics; what a machine
// without reductions, and what scans and numbers of 64 bits take, is made of shuffles. A lane that no other lane may
// read gives a shuffle the lane's own word, and so does a lane beyond the warp (docs/processor.md, section 28).
//
// Functions named "all" are for all lanes of a sub-group at once, as OpenCL asks; "some" are for those that are active.

#define SUM(x, y) ((x) + (y))
#define PRODUCT(x, y) ((x) * (y))
#define LEAST(x, y) ((x) < (y) ? (x) : (y))
#define MOST(x, y) ((x) > (y) ? (x) : (y))
#define AND(x, y) ((x) & (y))
#define OR(x, y) ((x) | (y))
#define XOR(x, y) ((x) ^ (y))
#define NO_LANE 0xffffffffu
#define WORKER __attribute__((noinline)) // so that this file's functions call it: all are inlined where a kernel calls them
typedef uint uint4 __attribute__((ext_vector_type(4)));

// Moves of words between lanes: to and from 32 and 64 bits

#define MOVE(name) \
  HELPER uint name##_word(uint x, uint lane) { return __simt_##name##_b32(x, lane); } \
  HELPER ulong name##_word(ulong x, uint lane) { \
    return __simt_##name##_b32((uint)x, lane) | (ulong)__simt_##name##_b32((uint)(x >> 32), lane) << 32; \
  }
MOVE(shuffle) MOVE(shuffle_up) MOVE(shuffle_down) MOVE(shuffle_xor)

#define CAST(x, T) ((T)(x))
#define MOVED(T, WORD, AS, name) \
  HELPER T moved_##name(T x, uint lane) { return AS(name##_word(AS(x, WORD), lane), T); }
#define MOVES(T, WORD, AS) \
  MOVED(T, WORD, AS, shuffle) MOVED(T, WORD, AS, shuffle_up) MOVED(T, WORD, AS, shuffle_down) \
  MOVED(T, WORD, AS, shuffle_xor) \
  T OVERLOAD sub_group_shuffle(T x, uint lane) { return moved_shuffle(x, lane); } \
  T OVERLOAD sub_group_shuffle_xor(T x, uint mask) { return moved_shuffle_xor(x, mask); } \
  T OVERLOAD sub_group_shuffle_up(T x, uint by) { return moved_shuffle_up(x, by); } \
  T OVERLOAD sub_group_shuffle_down(T x, uint by) { return moved_shuffle_down(x, by); } \
  T OVERLOAD sub_group_broadcast(T x, uint lane) { return moved_shuffle(x, lane); } \
  T OVERLOAD sub_group_non_uniform_broadcast(T x, uint lane) { return moved_shuffle(x, lane); } \
  T OVERLOAD sub_group_broadcast_first(T x) { return moved_shuffle(x, __simt_first_lane()); } \
  int OVERLOAD sub_group_non_uniform_all_equal(T x) { \
    return __simt_vote_all_b32(x == moved_shuffle(x, __simt_first_lane())); \
  } \
  T OVERLOAD intel_sub_group_shuffle(T x, uint lane) { return moved_shuffle(x, lane); } \
  T OVERLOAD intel_sub_group_shuffle_xor(T x, uint mask) { return moved_shuffle_xor(x, mask); } \
  T OVERLOAD intel_sub_group_shuffle_up(T before, T x, uint by) { \
    uint lane = get_sub_group_local_id(); \
    T far = moved_shuffle_down(before, get_max_sub_group_size() - by), near = moved_shuffle_up(x, by); \
    return by <= lane ? near : far; \
  } \
  T OVERLOAD intel_sub_group_shuffle_down(T x, T after, uint by) { \
    uint lane = get_sub_group_local_id(), lanes = get_max_sub_group_size(); \
    T far = moved_shuffle_up(after, lanes - by), near = moved_shuffle_down(x, by); \
    return by < lanes - lane ? near : far; \
  }
MOVES(char, uint, CAST) MOVES(uchar, uint, CAST) MOVES(short, uint, CAST) MOVES(ushort, uint, CAST)
MOVES(int, uint, CAST) MOVES(uint, uint, CAST) MOVES(long, ulong, CAST) MOVES(ulong, ulong, CAST)
MOVES(float, uint, __builtin_astype) MOVES(double, ulong, __builtin_astype)

// Votes and masks: a bit for each lane, the words of a uint4

HELPER uint high_ballot(uint x) { return get_max_sub_group_size() > 32 ? __simt_ballot_b32(x, 1) : 0; }
HELPER uint up_to(uint count) { return count >= 32 ? ~0u : (1u << count) - 1; } // the lowest bits
HELPER uint beyond_32(uint count) { return count > 32 ? count - 32 : 0; }
HELPER uint low_below(uint lane) { return up_to(lane); }
HELPER uint high_below(uint lane) { return get_max_sub_group_size() > 32 ? up_to(beyond_32(lane)) : 0; }
HELPER uint4 mask(uint low, uint high) { return (uint4)(low, high, 0, 0); }
HELPER uint4 below(uint lane) { return mask(low_below(lane), high_below(lane)); }
HELPER uint4 known(uint4 x) { return x & below(get_max_sub_group_size()); } // without bits of lanes that no warp has
HELPER uint count(uint4 x) {
  return __simt_popc_i32(x.x) + (get_max_sub_group_size() > 32 ? __simt_popc_i32(x.y) : 0);
}
HELPER uint lowest(uint low, uint high) { return low || !high ? __simt_ctz_i32(low) : 32 + __simt_ctz_i32(high); }
HELPER uint highest(uint low, uint high) { // NO_LANE if no bit is 1
  return high ? 63 - __simt_clz_i32(high) : 31 - __simt_clz_i32(low);
}

uint __simt_soft_first_lane(void) { return lowest(__simt_ballot_b32(1, 0), high_ballot(1)); }

int OVERLOAD sub_group_all(int x) { return __simt_vote_all_b32(x); }
int OVERLOAD sub_group_any(int x) { return __simt_vote_any_b32(x); }
int OVERLOAD sub_group_non_uniform_all(int x) { return __simt_vote_all_b32(x); }
int OVERLOAD sub_group_non_uniform_any(int x) { return __simt_vote_any_b32(x); }
int OVERLOAD sub_group_elect(void) { return get_sub_group_local_id() == __simt_first_lane(); }
uint4 OVERLOAD sub_group_ballot(int x) { return mask(__simt_ballot_b32(x, 0), high_ballot(x)); }
ulong OVERLOAD sub_group_ballot_bits(int x) { // for kernels in Python
  return __simt_ballot_b32(x, 0) | (ulong)high_ballot(x) << 32;
}

int OVERLOAD sub_group_ballot_bit_extract(uint4 x, uint bit) {
  uint word = bit < 32 ? x.x : bit < 64 ? x.y : bit < 96 ? x.z : x.w;
  return word >> (bit & 31) & 1;
}
int OVERLOAD sub_group_inverse_ballot(uint4 x) {
  uint lane = get_sub_group_local_id(), word = get_max_sub_group_size() > 32 && lane >= 32 ? x.y : x.x;
  return word >> (lane & 31) & 1;
}
uint OVERLOAD sub_group_ballot_bit_count(uint4 x) { return count(known(x)); }
uint OVERLOAD sub_group_ballot_inclusive_scan(uint4 x) { return count(x & below(get_sub_group_local_id() + 1)); }
uint OVERLOAD sub_group_ballot_exclusive_scan(uint4 x) { return count(x & below(get_sub_group_local_id())); }
uint OVERLOAD sub_group_ballot_find_lsb(uint4 x) { return x = known(x), lowest(x.x, x.y); }
uint OVERLOAD sub_group_ballot_find_msb(uint4 x) { return x = known(x), highest(x.x, x.y); }

uint4 OVERLOAD get_sub_group_lt_mask(void) { return below(get_sub_group_local_id()); }
uint4 OVERLOAD get_sub_group_le_mask(void) { return below(get_sub_group_local_id() + 1); }
uint4 OVERLOAD get_sub_group_eq_mask(void) { return get_sub_group_le_mask() ^ get_sub_group_lt_mask(); }
uint4 OVERLOAD get_sub_group_ge_mask(void) { return known(~get_sub_group_lt_mask()); }
uint4 OVERLOAD get_sub_group_gt_mask(void) { return known(~get_sub_group_le_mask()); }

// Reductions and scans. t names a type in the names of functions: u32, s32, f32 and so on.

// In step k each pair of blocks of 2^k lanes exchanges its sums. The order is the one of the instruction: x_2i op x_2i+1.
// Only in a full warp of 2^n lanes does each lane get all of them, else lane 0 does.
#define REDUCED(T, t, name, OP) \
  WORKER T __simt_soft_all_##name##_##t(T x) { \
    uint lanes = get_max_sub_group_size(), size = get_sub_group_size(), lane = get_sub_group_local_id(); \
    bool is_full = size == lanes && (lanes & (lanes - 1)) == 0; \
    uint limit = is_full ? NO_LANE : size; \
    for (uint by = 1; by < lanes; by <<= 1) { \
      T other = moved_shuffle_xor(x, by); \
      x = (lane ^ by) < limit ? OP(x, other) : x; \
    } \
    return is_full ? x : moved_shuffle(x, 0); \
  }
#define SCANNED(T, t, name, OP) \
  WORKER T __simt_scan_all_##name##_##t(T x) { \
    uint lanes = get_max_sub_group_size(), lane = get_sub_group_local_id(); \
    for (uint by = 1; by < lanes; by <<= 1) { \
      T other = moved_shuffle_up(x, by); \
      x = lane >= by ? OP(other, x) : x; \
    } \
    return x; \
  }

WORKER uint __simt_lane_before(void) { // the next lower active lane, or NO_LANE
  uint lane = get_sub_group_local_id();
  return highest(__simt_ballot_b32(1, 0) & low_below(lane), high_ballot(1) & high_below(lane));
}
HELPER uint last_lane(void) { return highest(__simt_ballot_b32(1, 0), high_ballot(1)); }

// Each lane adds what the next lower one has and goes on from that one's next lower one, so a step doubles the distance.
#define SCANNED_SOME(T, t, name, OP) \
  WORKER T __simt_scan_some_##name##_##t(T x) { \
    uint lanes = get_max_sub_group_size(), from = __simt_lane_before(); \
    for (uint by = 1; by < lanes; by <<= 1) { \
      T other = moved_shuffle(x, from); \
      x = from != NO_LANE ? OP(other, x) : x; \
      from = moved_shuffle(from, from); \
    } \
    return x; \
  } \
  T __simt_soft_some_##name##_##t(T x) { return moved_shuffle(__simt_scan_some_##name##_##t(x), last_lane()); }
#define WORKERS(T, t, name, OP) REDUCED(T, t, name, OP) SCANNED(T, t, name, OP) SCANNED_SOME(T, t, name, OP)

WORKERS(uint, u32, add, SUM) WORKERS(ulong, u64, add, SUM) WORKERS(float, f32, add, SUM) WORKERS(double, f64, add, SUM)
#define EXTREMES(T, t, OF_LEAST, OF_MOST) WORKERS(T, t, min, OF_LEAST) WORKERS(T, t, max, OF_MOST)
EXTREMES(uint, u32, LEAST, MOST) EXTREMES(int, s32, LEAST, MOST)
EXTREMES(ulong, u64, LEAST, MOST) EXTREMES(long, s64, LEAST, MOST)
EXTREMES(float, f32, __simt_fmin_f32, __simt_fmax_f32) EXTREMES(double, f64, __simt_fmin_f64, __simt_fmax_f64)
SCANNED_SOME(uint, u32, mul, PRODUCT) SCANNED_SOME(ulong, u64, mul, PRODUCT)
SCANNED_SOME(float, f32, mul, PRODUCT) SCANNED_SOME(double, f64, mul, PRODUCT)
#define LOGIC(T, t) SCANNED_SOME(T, t, and, AND) SCANNED_SOME(T, t, or, OR) SCANNED_SOME(T, t, xor, XOR)
LOGIC(uint, u32) LOGIC(ulong, u64)

// OpenCL's names: T is computed in the type C, whose workers are named t

#define REDUCE(T, C, t, name, prefix, who) \
  T OVERLOAD prefix##_reduce_##name(T x) { return (T)__simt_##who##_##name##_##t((C)x); }
#define SCAN(T, C, t, name, identity, prefix, who, BEFORE) \
  T OVERLOAD prefix##_scan_inclusive_##name(T x) { return (T)__simt_scan_##who##_##name##_##t((C)x); } \
  T OVERLOAD prefix##_scan_exclusive_##name(T x) { \
    C all = __simt_scan_##who##_##name##_##t((C)x); \
    return BEFORE(T, C, identity, all); \
  }
// All lanes read, as a lane that does not take part gives nothing; then the first one drops what it has got.
#define BEFORE_ALL(T, C, identity, all) \
  ({ C other = moved_shuffle_up(all, 1); get_sub_group_local_id() ? (T)other : (identity); })
#define BEFORE_SOME(T, C, identity, all) \
  ({ uint from = __simt_lane_before(); C other = moved_shuffle(all, from); from == NO_LANE ? (identity) : (T)other; })
#define BOTH(T, C, t, name, identity) \
  REDUCE(T, C, t, name, sub_group, all) SCAN(T, C, t, name, identity, sub_group, all, BEFORE_ALL) \
  SOME(T, C, t, name, identity)
#define SOME(T, C, t, name, identity) \
  REDUCE(T, C, t, name, sub_group_non_uniform, some) \
  SCAN(T, C, t, name, identity, sub_group_non_uniform, some, BEFORE_SOME)

// u: the type of sums, products and logic, e: of extremes
#define NUMBERS(T, U, u, C, e, least, most) \
  BOTH(T, U, u, add, (T)0) BOTH(T, C, e, min, most) BOTH(T, C, e, max, least) SOME(T, U, u, mul, (T)1)
#define WHOLE(T, U, u, C, e, least, most) \
  NUMBERS(T, U, u, C, e, least, most) \
  SOME(T, U, u, and, (T)~(T)0) SOME(T, U, u, or, (T)0) SOME(T, U, u, xor, (T)0)
WHOLE(char, uint, u32, int, s32, -128, 127) WHOLE(uchar, uint, u32, uint, u32, 0, 255)
WHOLE(short, uint, u32, int, s32, -32768, 32767) WHOLE(ushort, uint, u32, uint, u32, 0, 65535)
WHOLE(int, uint, u32, int, s32, -0x7fffffff - 1, 0x7fffffff) WHOLE(uint, uint, u32, uint, u32, 0, 0xffffffffu)
WHOLE(long, ulong, u64, long, s64, -0x7fffffffffffffffL - 1, 0x7fffffffffffffffL)
WHOLE(ulong, ulong, u64, ulong, u64, 0, 0xffffffffffffffffUL)
NUMBERS(float, float, f32, float, f32, -__builtin_inff(), __builtin_inff())
NUMBERS(double, double, f64, double, f64, -__builtin_inf(), __builtin_inf())

#define LOGICAL(name, other, identity) \
  int OVERLOAD sub_group_non_uniform_reduce_logical_##name(int x) { return __simt_some_##other##_u32(x != 0); } \
  int OVERLOAD sub_group_non_uniform_scan_inclusive_logical_##name(int x) { \
    return __simt_scan_some_##other##_u32(x != 0); \
  } \
  int OVERLOAD sub_group_non_uniform_scan_exclusive_logical_##name(int x) { \
    return sub_group_non_uniform_scan_exclusive_##other((int)(x != 0)) & 1; \
  }
LOGICAL(and, and, 1) LOGICAL(or, or, 0) LOGICAL(xor, xor, 0)
