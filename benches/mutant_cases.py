"""Mistakes in the shipped OpenCL C kernels, for `benches.mutants`: by hand, each with what it does at run time.

A case is a file, a kernel, a text and what takes its place, the code that a check is to report, the line in which the
mistake shows (with blanks at its ends cut off, as it reads then), and a condition in C which holds there, in some
work-item, when the line is about to do something wrong. `benches.mutants` runs the kernel with a `printf` under that
condition: a case whose condition never holds is not a mutant.
"""

from __future__ import annotations

from typing import NamedTuple


class Case(NamedTuple):
    """A mistake that is planted in a kernel."""

    kernel: str  # the file's name, without its suffix, and the kernel's
    old: str
    new: str
    code: str
    line: str
    when: str = "1"


UNSET, NO_STORE, NO_ELEMENT, OUTSIDE = "C005", "C008", "C010", "C011"
_LAST = "get_global_id(0) == get_global_size(0) - 1"
_SORTED, _REDUCED = "int a = row[low], b = row[high];", "part[me] += part[me + half_];"
_SUMMED, _TURNED = "sum += tile_a[y][k] * tile_b[k][x];", "sums[left + reach] += sums[left];"
_BLURRED, _COUNTED = (
    "sum += picture[row * width + column] * (2 - abs(dx)) * (2 - abs(dy));",
    "atomic_inc(&count[data[get_global_id(0)] & (BINS - 1)]);",
)
_PRODUCT, _FIR = "sum += a[row * n + k] * b[k * n + column];", "sum += taps[tap] * x[i + tap];"
_INNER = "float around = now[at - 1] + now[at + 1] + now[at - width] + now[at + width];"
_PRICE = "float price = spot[i] * normal(d1) - later * normal(d2);"
_WHILE = "while (count < most && x * x + y * y <= 4.0f) {"

CASES = (
    # --- values that are not set ---
    Case("bitonic_sort", "uint low = 2 * me - (me & (stride - 1)), high", "uint low, high", UNSET,
         "uint low, high = low + stride;"),
    Case("bitonic_sort", "int is_up = (low", "int is_up; if (size < N) is_up = (low", UNSET,
         "row[low] = is_up ? min(a, b) : max(a, b);", "size == N"),
    Case("black_scholes", "float tail = 0.39894228f * exp(-0.5f * x * x) * sum;", "float tail;", UNSET,
         "return x > 0.0f ? 1.0f - tail : tail;"),
    Case("black_scholes", "float d2 = d1 - volatility * root;", "float d2;", UNSET, _PRICE),
    Case("black_scholes", "float t = 1.0f", "float t; if (x > 0.0f) t = 1.0f", UNSET,
         "float sum = t * (0.319381530f + t * (-0.356563782f + t * (1.781477937f + t * (-1.821255978f + t * "
         "1.330274429f))));", "x <= 0.0f"),
    Case("blur", "uint sum = 0;", "uint sum;", UNSET, _BLURRED, "dy == -1 && dx == -1"),
    Case("elementwise_mul", "int id = get_global_id(0);", "int id; if (get_global_id(0) > 0) id = get_global_id(0);",
         UNSET, "result[id] = a[id] * b[id];", "get_global_id(0) == 0"),
    Case("fft128", "place = 0;", "place;", UNSET, "place |= (me >> bit & 1) << (LAYERS - 1 - bit);", "bit == 0"),
    Case("fft128", "c = re[me + HALF]", "c", UNSET, "re[place + 1] = c;"),
    Case("fft128", "float u = re[one],", "float u; if (layer < 6) u = re[one]; float", UNSET, "re[one] = u + x;",
         "layer == 6"),
    Case("fir", "float sum = 0.0f;", "float sum;", UNSET, _FIR, "tap == 0"),
    Case("floyd_warshall", "uint first = distance[row * N + over];", "uint first;", UNSET,
         "uint there = first + distance[over * N + column];"),
    Case("mandelbrot", "x = 0.0f, y", "x, y", UNSET, _WHILE),
    Case("mandelbrot", "uint count = 0;", "uint count;", UNSET, _WHILE),
    Case("mandelbrot", "float next =", "float next; if (count < 3) next =", UNSET, "x = next;", "count >= 3"),
    Case("mm::mm_global", "float sum = 0.0f;", "float sum;", UNSET, _PRODUCT, "k == 0"),
    Case("mm::mm_local", "float sum = 0.0f;", "float sum;", UNSET, _SUMMED, "first == 0 && k == 0"),
    Case("nbody", "sum = 0;", "sum;", UNSET, "sum += way * (body.w * inverse * inverse * inverse);", "other == 0"),
    Case("nbody", "float3 here = bodies[me].xyz, sum", "float3 here; if (me > 0) here = bodies[me].xyz; float3 sum",
         UNSET, "float3 way = body.xyz - here;", "me == 0"),
    Case("pps_br", "float sum = sums[place];", "float sum; if (me > 0) sum = sums[place];", UNSET,
         "sums[place] = sum;", "me == 0"),
    Case("pps_conf", "reach = 1;", "reach;", UNSET, "uint left = reach * (2 * me + 1) - 1;"),
    Case("pps_conf", "float sum = sums[left];", "float sum; if (left > 0) sum = sums[left];", UNSET,
         "sums[left + reach] += sum;", "left == 0"),
    Case("queens", "count = 0;", "count;", UNSET, "++count;"),
    Case("queens", "int is_safe = 1;", "int is_safe;", UNSET,
         "is_safe &= far != 0 && far != row - other && far != other - row;", "other == 0"),
    Case("saxpy", "size_t i = get_global_id(0);", "size_t i; if (n > 5000) i = get_global_id(0);", UNSET, "if (i < n)"),
    Case("stencil", "float around = now[at - 1] + now[at + 1] + now[at - width] + now[at + width];", "float around;",
         UNSET, "next[at] = now[at] + speed * (0.25f * around - now[at]);"),
    Case("stencil", "int at = y * width + x;", "int at; if (x > 0) at = y * width + x;", UNSET, "next[at] = now[at];",
         "x == 0"),
    # --- elements that nobody stores to ---
    Case("bitonic_sort", "row[me] = own[me];", ";", NO_STORE, _SORTED, "size == 2 && low < N / 2"),
    Case("bitonic_sort", "row[me + N / 2] = own[me + N / 2];", ";", NO_STORE, _SORTED, "size == 2 && high >= N / 2"),
    Case("histogram", "count[bin] = 0;", ";", NO_STORE, _COUNTED),
    Case("histogram", "uint bin = get_local_id(0); bin < BINS; bin += get_local_size(0))\n        count",
         "uint bin = get_local_id(0) + 1; bin < BINS; bin += get_local_size(0))\n        count", NO_STORE, _COUNTED,
         "(data[get_global_id(0)] & (BINS - 1)) == 0"),
    Case("lu", "a[row][column] = matrix", "if (row > 0) a[row][column] = matrix", NO_STORE,
         "a[row][step] /= a[step][step];", "step == 0"),
    Case("lu", "a[step][column];", "a[step][column + 1];", NO_STORE,
         "a[row][column] -= a[row][step] * a[step][column + 1];", "column == N - 1"),
    Case("mm::mm_local", "tile_a[y][x] = a[row * n + first + x];", ";", NO_STORE, _SUMMED),
    Case("mm::mm_local", "tile_b[y][x] =", "if (y < TILE - 1) tile_b[y][x] =", NO_STORE, _SUMMED, "k == TILE - 1"),
    Case("pps_br", "sums[place] = x[get_global_id(0)];", ";", NO_STORE, "float sum = sums[place];", "reach == 1"),
    Case("pps_conf", "sums[2 * me + 1] = x[first + 1];", ";", NO_STORE, _TURNED, "busy == GROUP"),
    Case("pps_conf", "sums[2 * me] = x[first];", ";", NO_STORE, _TURNED, "busy == GROUP"),
    Case("reduce", "part[me] = x[get_global_id(0)];", ";", NO_STORE, _REDUCED, "half_ == GROUP / 2"),
    Case("reduce", "part[me] = x", "if (me > 0) part[me] = x", NO_STORE, _REDUCED, "half_ == GROUP / 2 && me == 0"),
    Case("queens", "column[1] = second;", ";", NO_ELEMENT, "int far = (int)here - column[other];", "other == 1"),
    Case("queens", "column[2] = 0;", ";", NO_ELEMENT, "uint here = column[row];", "row == 2"),
    Case("queens", "other < row;", "other <= row + 1;", NO_ELEMENT, "int far = (int)here - column[other];",
         "other > row && row < N - 1"),
    # --- beyond the end of local arrays ---
    Case("bitonic_sort", "row[N];", "row[N - 1];", OUTSIDE, "row[me + N / 2] = own[me + N / 2];", "me == N / 2 - 1"),
    Case("bitonic_sort", "size <= N", "size <= 2 * N", OUTSIDE, _SORTED, "high >= N"),
    Case("bitonic_sort", "row[high] =", "row[high + 1] =", OUTSIDE, "row[high + 1] = is_up ? max(a, b) : min(a, b);",
         "high + 1 >= N"),
    Case("bitonic_sort", "= row[me + N / 2];", "= row[me + N / 2 + 1];", OUTSIDE,
         "own[me + N / 2] = row[me + N / 2 + 1];", "me == N / 2 - 1"),
    Case("histogram", "bin < BINS; bin += get_local_size(0))\n        count",
         "bin <= BINS; bin += get_local_size(0))\n        count", OUTSIDE, "count[bin] = 0;", "bin == BINS"),
    Case("histogram", "bin < BINS; bin += get_local_size(0))\n        atomic",
         "bin <= BINS; bin += get_local_size(0))\n        atomic", OUTSIDE, "atomic_add(&bins[bin], count[bin]);",
         "bin == BINS"),
    Case("histogram", "& (BINS - 1)", "& (2 * BINS - 1)", OUTSIDE,
         "atomic_inc(&count[data[get_global_id(0)] & (2 * BINS - 1)]);",
         "(data[get_global_id(0)] & (2 * BINS - 1)) >= BINS"),
    Case("lu", "a[N][N + 1];", "a[N - 1][N + 1];", OUTSIDE, "a[row][column] = matrix[row * N + column];",
         "row == N - 1"),
    Case("lu", "= a[row][column];", "= a[row + 1][column];", OUTSIDE, "matrix[row * N + column] = a[row + 1][column];",
         "row == N - 1"),
    Case("mm::mm_local", "k < TILE;", "k <= TILE;", OUTSIDE, _SUMMED, "k == TILE"),
    Case("mm::mm_local", "tile_b[k][x];", "tile_b[k][x + 1];", OUTSIDE, "sum += tile_a[y][k] * tile_b[k][x + 1];",
         "x == TILE - 1"),
    Case("mm::mm_local", "tile_a[TILE][TILE],", "tile_a[TILE][TILE - 1],", OUTSIDE,
         "tile_a[y][x] = a[row * n + first + x];", "x == TILE - 1"),
    Case("pps_br", "sums[2 * GROUP];", "sums[2 * GROUP - 1];", OUTSIDE, "sums[place] = sum;",
         "place == 2 * GROUP - 1"),
    Case("pps_br", "me >= reach", "me + 1 >= reach", OUTSIDE, "sum += sums[place - reach];", "place < reach"),
    Case("pps_conf", "busy = GROUP;", "busy = 2 * GROUP;", OUTSIDE, _TURNED, "left + reach >= 2 * GROUP"),
    Case("pps_conf", "sums[2 * GROUP - 1] =", "sums[2 * GROUP] =", OUTSIDE, "sums[2 * GROUP] = 0.0f;"),
    Case("reduce", "half_ = GROUP / 2;", "half_ = GROUP;", OUTSIDE, _REDUCED, "me + half_ >= GROUP"),
    Case("reduce", "= part[0];", "= part[GROUP];", OUTSIDE, "sums[get_group_id(0)] = part[GROUP];"),
    # --- of private ones ---
    Case("queens", "column[N];", "column[N - 1];", OUTSIDE, "column[++row] = 0;", "row + 1 >= N - 1"),
    Case("queens", "column[1] = second;", "column[N] = second;", OUTSIDE, "column[N] = second;"),
    # --- of buffers and tables ---
    Case("bitonic_sort", "get_group_id(0) * N;", "get_group_id(0) * N + 1;", OUTSIDE,
         "row[me + N / 2] = own[me + N / 2];", f"{_LAST}"),
    Case("black_scholes", "sqrt(years[i])", "sqrt(years[i + 1])", OUTSIDE, "float root = sqrt(years[i + 1]);", _LAST),
    Case("black_scholes", "put[i] =", "put[i + 1] =", OUTSIDE, "put[i + 1] = price + later - spot[i];", _LAST),
    Case("blur", "row = clamp(y + dy, 0, height - 1)", "row = clamp(y + dy, 0, height)", OUTSIDE, _BLURRED,
         "row == height"),
    Case("blur", "row = clamp(y + dy, 0, height - 1)", "row = y + dy", OUTSIDE, _BLURRED, "row < 0"),
    Case("blur", "blurred[y * width + x] =", "blurred[y * width + x + 1] =", OUTSIDE,
         "blurred[y * width + x + 1] = (sum + 8) / 16;", "y * width + x + 1 >= width * height"),
    Case("elementwise_mul", "= a[id]", "= a[id + 1]", OUTSIDE, "result[id] = a[id + 1] * b[id];", _LAST),
    Case("elementwise_mul", "result[id] =", "result[id + 1] =", OUTSIDE, "result[id + 1] = a[id] * b[id];", _LAST),
    Case("fft128", "re[place + 1] =", "re[place + 2] =", OUTSIDE, "re[place + 2] = c;", "place + 2 >= 2 * HALF"),
    Case("fft128", "d = im[me + HALF];", "d = im[me + HALF + 1];", OUTSIDE,
         "float a = re[me], b = im[me], c = re[me + HALF], d = im[me + HALF + 1];", "me == HALF - 1"),
    Case("fir", "tap < TAPS;", "tap <= TAPS;", OUTSIDE, _FIR, "tap == TAPS"),
    Case("fir", "x[i + tap];", "x[i + tap + 1];", OUTSIDE, "sum += taps[tap] * x[i + tap + 1];",
         f"tap == TAPS - 1 && {_LAST}"),
    Case("fir", "y[i] =", "y[i + 1] =", OUTSIDE, "y[i + 1] = sum;", _LAST),
    Case("floyd_warshall", "column < N;", "column <= N;", OUTSIDE, "if (there < distance[row * N + column])",
         "row == N - 1 && column == N"),
    Case("floyd_warshall", "over < N;", "over <= N;", OUTSIDE, "uint first = distance[row * N + over];",
         "row == N - 1 && over == N"),
    Case("lu", "= matrix[row * N + column];", "= matrix[row * N + column + 1];", OUTSIDE,
         "a[row][column] = matrix[row * N + column + 1];", "row == N - 1 && column == N - 1"),
    Case("mandelbrot", "get_global_id(0)] =", "get_global_id(0) + 1] =", OUTSIDE,
         "steps[get_global_id(1) * get_global_size(0) + get_global_id(0) + 1] = count;",
         f"{_LAST} && get_global_id(1) == get_global_size(1) - 1"),
    Case("mm::mm_global", "k < n;", "k <= n;", OUTSIDE, _PRODUCT, "k == n"),
    Case("mm::mm_global", "c[row * n + column] =", "c[row * n + column + 1] =", OUTSIDE,
         "c[row * n + column + 1] = sum;", "row == n - 1 && column == n - 1"),
    Case("mm::mm_local", "= a[row * n + first + x];", "= a[row * n + first + x + 1];", OUTSIDE,
         "tile_a[y][x] = a[row * n + first + x + 1];", "row == n - 1 && first + x == n - 1"),
    Case("nbody", "other < count;", "other <= count;", OUTSIDE, "float4 body = bodies[other];", "other == count"),
    Case("nbody", "acceleration[me] =", "acceleration[me + 1] =", OUTSIDE,
         "acceleration[me + 1] = (float4)(sum, 0.0f);", _LAST),
    Case("pps_conf", "y[first + 1] =", "y[first + 2] =", OUTSIDE, "y[first + 2] = sums[2 * me + 1];", _LAST),
    Case("reduce", "x[get_global_id(0)]", "x[get_global_id(0) + 1]", OUTSIDE, "part[me] = x[get_global_id(0) + 1];",
         _LAST),
    Case("saxpy", "i < n", "i <= n", OUTSIDE, "y[i] = a * x[i] + y[i];", "i == n"),
    Case("stencil", " || y == height - 1", "", OUTSIDE, _INNER, "y == height - 1"),
    Case("stencil", "y == 0 || ", "", OUTSIDE, _INNER, "y == 0"),
    Case("stencil", "next[at] = now[at] + speed", "next[at + 2 * width] = now[at] + speed", OUTSIDE,
         "next[at + 2 * width] = now[at] + speed * (0.25f * around - now[at]);", "y == height - 2"),
)  # fmt: skip
