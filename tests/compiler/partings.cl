/* Kernels whose lanes part in the ways that programs have: out[i] of x, a string or a table of 256 words. */
#define K(name) kernel void name(global const uint* x, global uint* out)
#define I get_global_id(0)

K(collatz_continue)
{
    uint n = x[I] % 500 + 1, steps = 0;
    while (n != 1) {
        ++steps;
        if (n & 1) {
            n = 3 * n + 1;
            continue;
        }
        n >>= 1;
    }
    out[I] = steps;
}

K(collatz_else)
{
    uint n = x[I] % 500 + 1, steps = 0;
    while (n != 1) {
        ++steps;
        if (n & 1)
            n = 3 * n + 1;
        else
            n >>= 1;
    }
    out[I] = steps;
}

K(collatz_many)
{
    uint total = 0;
    for (uint k = 1; k < 8; ++k) {
        uint n = x[I] % 97 + k;
        while (true) {
            if (n == 1)
                break;
            if (n % 2 == 0) {
                n /= 2;
                continue;
            }
            if (n > 100000)
                return;
            n = 3 * n + 1;
            ++total;
        }
    }
    out[I] = total;
}

K(insertion_sort)
{
    uint a[12];
    for (int i = 0; i < 12; ++i)
        a[i] = x[(I * 7 + i * 13) & 255] % 100;
    for (int i = 1; i < 12; ++i) {
        uint v = a[i];
        int j = i - 1;
        while (j >= 0 && a[j] > v) {
            a[j + 1] = a[j];
            --j;
        }
        a[j + 1] = v;
    }
    uint h = 0;
    for (int i = 0; i < 12; ++i)
        h = h * 31 + a[i];
    out[I] = h;
}

K(quick_sort)
{
    uint a[16];
    int stack[16];
    for (int i = 0; i < 16; ++i)
        a[i] = x[(I * 5 + i * 11) & 255] % 1000;
    int top = 0;
    stack[top++] = 0;
    stack[top++] = 15;
    while (top > 0) {
        int high = stack[--top], low = stack[--top];
        if (low >= high)
            continue;
        uint pivot = a[(low + high) / 2];
        int i = low, j = high;
        while (i <= j) {
            while (a[i] < pivot)
                ++i;
            while (a[j] > pivot)
                --j;
            if (i > j)
                break;
            uint t = a[i];
            a[i] = a[j];
            a[j] = t;
            ++i;
            --j;
        }
        if (top > 12)
            break;
        if (j - low < high - i) {
            stack[top++] = i; stack[top++] = high; stack[top++] = low; stack[top++] = j;
        } else {
            stack[top++] = low; stack[top++] = j; stack[top++] = i; stack[top++] = high;
        }
    }
    uint h = 0;
    for (int i = 0; i < 16; ++i)
        h = h * 31 + a[i];
    out[I] = h;
}

K(shell_sort)
{
    uint a[16];
    for (int i = 0; i < 16; ++i)
        a[i] = x[(I * 3 + i * 17) & 255] % 1000;
    for (int gap = 8; gap > 0; gap /= 2)
        for (int i = gap; i < 16; ++i)
            for (int j = i; j >= gap; j -= gap) {
                if (a[j - gap] <= a[j])
                    break;
                uint t = a[j]; a[j] = a[j - gap]; a[j - gap] = t;
            }
    uint h = 0;
    for (int i = 0; i < 16; ++i)
        h = h * 31 + a[i];
    out[I] = h;
}

K(tree_walk)
{
    uint key = x[I] % 512, node = 1, depth = 0;
    while (node < 256) {
        uint v = x[node] % 512;
        if (v == key)
            break;
        ++depth;
        if (key < v) {
            node = 2 * node;
            continue;
        }
        node = 2 * node + 1;
        if (v % 7 == 0)
            depth += 2;
    }
    out[I] = node * 100 + depth;
}

K(tree_stack)
{
    ushort stack[16];
    int top = 0;
    uint sum = 0, limit = x[I] % 200;
    stack[top++] = 1;
    while (top) {
        uint node = stack[--top];
        if (node >= 256)
            continue;
        uint v = x[node] % 256;
        if (v < limit / 2)
            continue;
        sum += v;
        if (v & 1)
            stack[top++] = 2 * node + 1;
        if ((v >> I % 4) & 2 && node < limit)
            stack[top++] = 2 * node;
    }
    out[I] = sum;
}

K(hash_probe)
{
    uint found = 0;
    for (uint k = 0; k < 6; ++k) {
        uint key = x[(I + k * 37) & 255], slot = key * 2654435761u >> 24;
        for (uint probe = 0; probe < 32; ++probe) {
            uint there = x[slot];
            if (there == key) {
                found += probe + 1;
                break;
            }
            if (there % 23 == 0)
                goto missing;
            slot = (slot + 1) & 255;
        }
        continue;
missing:
        found += 1000;
    }
    out[I] = found;
}

K(string_search)
{
    uint at = I % 100, found = 0;
    for (uint start = 0; start + 6 < 64; ++start) {
        uint k = 0;
        while (k < 6 && (x[start + k] & 1) == (x[at + k] & 1))
            ++k;
        if (k < 6)
            continue;
        found = found * 3 + start;
        if (found > 100000)
            break;
    }
    out[I] = found;
}

K(string_search_return)
{
    for (uint start = 0; start < 200; ++start) {
        uint k = 0;
        for (; k < 4; ++k)
            if ((x[start + k] & 3) != (x[(I + k) & 255] & 3))
                break;
        if (k == 4) {
            out[I] = start;
            return;
        }
    }
    out[I] = 9999;
}

K(kmp)
{
    uchar fail[8];
    fail[0] = 0;
    uint k = 0;
    for (uint i = 1; i < 8; ++i) {
        while (k > 0 && (x[(I + k) & 255] & 1) != (x[(I + i) & 255] & 1))
            k = fail[k - 1];
        if ((x[(I + k) & 255] & 1) == (x[(I + i) & 255] & 1))
            ++k;
        fail[i] = k;
    }
    uint q = 0, count = 0;
    for (uint i = 0; i < 128; ++i) {
        while (q > 0 && (q == 8 || (x[(I + q) & 255] & 1) != (x[i] & 1)))
            q = fail[q - 1];
        if ((x[(I + q) & 255] & 1) == (x[i] & 1))
            ++q;
        if (q == 8) {
            ++count;
            q = fail[7];
        }
    }
    out[I] = count;
}

K(nested_break_continue)
{
    uint s = 0, seed = x[I];
    for (uint i = 0; i < 10; ++i) {
        if ((seed >> i) & 1)
            continue;
        for (uint j = 0; j < 12; ++j) {
            seed = seed * 1664525 + 1013904223;
            if (seed >> 28 == 3)
                continue;
            if (seed >> 28 == 7)
                break;
            if (seed >> 28 == 9 && i > 6)
                goto done;
            s += seed >> 20;
        }
        s ^= i;
    }
done:
    out[I] = s;
}

K(return_inside)
{
    uint s = 0, seed = x[I];
    for (uint i = 0; i < 20; ++i)
        for (uint j = 0; j < 20; ++j) {
            seed = seed * 1664525 + 1013904223;
            if (seed >> 24 == 5) {
                out[I] = s;
                return;
            }
            s += seed >> 16 & j;
        }
    out[I] = s + 1;
}

K(switch_loop)
{
    uint s = 0, seed = x[I];
    for (uint i = 0; i < 40; ++i) {
        seed = seed * 1664525 + 1013904223;
        switch (seed >> 29) {
        case 0: s += 3; break;
        case 1: s ^= seed; continue;
        case 2: s *= 5;
        case 3: s -= i; break;
        case 4: if (s & 1) break; s |= 16; continue;
        case 5: s = s << 3 | s >> 29; break;
        default: s += i * i;
        }
        s += 7;
    }
    out[I] = s;
}

K(state_machine)
{
    uint state = 0, s = 0;
    for (uint i = 0; i < 100; ++i) {
        uint c = x[(I + i) & 255] % 4;
        switch (state) {
        case 0: if (c == 0) state = 1; else if (c == 1) state = 2; else s += 1; break;
        case 1: if (c != 2) { state = 0; continue; } state = 3; s += 5; break;
        case 2: state = c; break;
        case 3: if (c == 3) { s *= 3; state = 0; } else s ^= c; break;
        }
        s += state;
    }
    out[I] = s;
}

K(machine_while)
{
    uint pc = 0, acc = x[I], n = 0;
    while (pc < 200 && n < 100) {
        ++n;
        uint op = x[pc] % 5;
        if (op == 0) { acc += pc; ++pc; continue; }
        if (op == 1) { acc ^= acc << 3; ++pc; continue; }
        if (op == 2) { if (acc & 1) pc += 3; else ++pc; continue; }
        if (op == 3) { if (acc % 3 == 0) break; acc >>= 1; pc += 2; continue; }
        acc *= 3;
        pc += acc & 3 ? 1 : 4;
    }
    out[I] = acc + n;
}

K(gcd)
{
    uint a = x[I] % 1000 + 1, b = x[255 - (I & 255)] % 1000 + 1;
    while (a != b) {
        if (a > b) {
            a -= b;
            continue;
        }
        b -= a;
    }
    out[I] = a;
}

K(binary_gcd)
{
    uint a = x[I] % 100000 + 1, b = x[255 - (I & 255)] % 100000 + 1, shift = 0;
    while (((a | b) & 1) == 0) { a >>= 1; b >>= 1; ++shift; }
    while ((a & 1) == 0) a >>= 1;
    do {
        while ((b & 1) == 0) b >>= 1;
        if (a > b) { uint t = a; a = b; b = t; }
        b -= a;
    } while (b);
    out[I] = a << shift;
}

K(queens5)
{
    uchar column[5];
    uint count = 0;
    int row = 1;
    column[0] = I % 5;
    column[1] = 0;
    while (row >= 1) {
        uint here = column[row];
        if (here == 5) {
            if (--row >= 1)
                ++column[row];
            continue;
        }
        int is_safe = 1;
        for (int other = 0; other < row; ++other) {
            int far = (int)here - column[other];
            is_safe &= far != 0 && far != row - other && far != other - row;
        }
        if (is_safe && row == 4) {
            ++count;
            ++column[row];
        } else if (is_safe) {
            column[++row] = 0;
        } else {
            ++column[row];
        }
    }
    out[I] = count;
}

K(do_continue)
{
    uint n = x[I] % 64, s = 0;
    do {
        s += n;
        if (s % 3 == 0)
            continue;
        if (s % 5 == 0)
            s += 2;
        if (s > 4000)
            break;
    } while (n-- > 0);
    out[I] = s;
}

K(primes)
{
    uint count = 0;
    for (uint n = 2 + x[I] % 50; count < 5; ++n) {
        if (n > 2 && n % 2 == 0)
            continue;
        uint d = 3;
        for (; d * d <= n; d += 2)
            if (n % d == 0)
                goto composite;
        ++count;
        continue;
composite:
        if (n > 200)
            break;
    }
    out[I] = count;
}

K(mandel_continue)
{
    uint total = 0;
    for (uint p = 0; p < 4; ++p) {
        float cr = (float)(I % 16) / 8 - 1.5f, ci = (float)(x[I] % 16 + p) / 12 - 0.6f, r = 0, i = 0;
        uint k = 0;
        for (; k < 60; ++k) {
            float r2 = r * r, i2 = i * i;
            if (r2 + i2 > 4)
                break;
            i = 2 * r * i + ci;
            r = r2 - i2 + cr;
        }
        if (k == 60)
            continue;
        total += k * (p + 1);
    }
    out[I] = total;
}

K(binary_search)
{
    uint want = x[I] % 1000, low = 0, high = 256;
    while (low < high) {
        uint middle = (low + high) / 2, v = 4 * middle;
        if (v == want) { low = 5000 + middle; break; }
        if (v < want) { low = middle + 1; continue; }
        high = middle;
    }
    out[I] = low;
}

K(run_length)
{
    uint at = I, length = 0, s = 0;
    while (at < I + 60) {
        uint v = x[at & 255] & 3;
        uint run = 1;
        while (run < 8 && (x[at + run & 255] & 3) == v)
            ++run;
        at += run;
        if (run == 1) { s += v; continue; }
        s = s * 2 + run;
        ++length;
    }
    out[I] = s + length;
}

K(utf8)
{
    uint at = I & 127, points = 0, bad = 0;
    uint end = at + 64;
    while (at < end) {
        uint c = x[at++] & 255, more;
        if (c < 128) { ++points; continue; }
        if (c < 192) { ++bad; continue; }
        if (c < 224) more = 1; else if (c < 240) more = 2; else if (c < 248) more = 3; else { ++bad; continue; }
        while (more && at < end && (x[at] & 192) == 128) { ++at; --more; }
        if (more) { ++bad; continue; }
        ++points;
    }
    out[I] = points * 1000 + bad;
}

K(early_return)
{
    uint v = x[I];
    if (v % 5 == 0) {
        out[I] = 1;
        return;
    }
    uint s = 0;
    for (uint i = 0; i < 50; ++i)
        s = s * 3 + (v >> (i & 15));
    out[I] = s;
}

K(or_conditions)
{
    uint s = 0, seed = x[I];
    for (uint i = 0; i < 30; ++i) {
        seed = seed * 1664525 + 1013904223;
        uint a = seed >> 28, b = seed >> 24 & 15, c = seed >> 20 & 15;
        if ((a > 8 && b > x[i] % 16) || (c == 3 && a < x[i + 1] % 8)) {
            for (uint j = 0; j < a; ++j)
                s += j * b;
        } else if (b > 12 || (c > 7 && x[i + 2] & 1))
            continue;
        s += c;
    }
    out[I] = s;
}

/* Loops that nothing leaves, before a barrier; no lane comes to them. */
K(endless)
{
    local uint y[64];
    uint s = x[I] % 90;
    y[get_local_id(0)] = s;
    while (s == 99u)
        ;
    if (x[I] == 7777u)
        while (true)
            ++s;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[I] = s + y[63 - get_local_id(0)];
}

/* The first lane copies, in a loop that does not end for a work-group of no items. */
K(copy_of_one)
{
    local uint y[1];
    event_t event = async_work_group_copy(y, x + 3, 1, 0);
    wait_group_events(1, &event);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[I] = y[0] + get_local_id(0);
}

K(two_loops_one_head)
{
    uint n = x[I] % 1000 + 1, k = 0, s = 0;
    while (k < 60) {
        while (n & 1) {
            n = n * 5 + 1 & 0xffff;
            if (++k > 50)
                goto out;
        }
        n >>= 1;
        if (n == 0)
            n = k + 1;
        s += n;
        ++k;
    }
out:
    out[I] = s;
}
K(gcd_sum)
{
    uint total = 0;
    for (uint k = 0; k < 24; ++k) {
        uint a = x[(I + k) & 255] % 5000 + 1, b = x[(I * 3 + k) & 255] % 5000 + 1, shift = 0;
        while (a != b) {
            if ((a & 1) == 0 && (b & 1) == 0) {
                a >>= 1;
                b >>= 1;
                ++shift;
                continue;
            } else if ((a & 1) == 0) {
                a >>= 1;
                continue;
            }
            if ((b & 1) == 0) {
                b >>= 1;
                continue;
            }
            if (a > b)
                a = (a - b) >> 1;
            else
                b = (b - a) >> 1;
            if (a == 0) { a = b; break; }
            if (b == 0) { b = a; break; }
        }
        total += a << shift;
    }
    out[I] = total;
}

K(gcd_items)
{
    uint total = 0;
    for (uint k = 0; k < 16; ++k) {
        uint a = x[(I * 5 + k) & 255] % 4000 + 1, b = x[(I + 7 * k) & 255] % 4000 + 1, twos = 0;
        while (a && b) {
            if (!(a & 1)) {
                if (!(b & 1)) { b >>= 1; ++twos; }
                a >>= 1;
            } else if (!(b & 1)) {
                b >>= 1;
            } else {
                if (a < b) { uint t = a; a = b; b = t; }
                a -= b;
                if (a > 2000) continue;
                while (a && !(a & 1)) a >>= 1;
            }
        }
        total += (a | b) << twos;
    }
    out[I] = total;
}

K(tree_early)
{
    uint key = x[I] & 1023, node = 0, cost = 0, hits = 0;
    if (key == 17) { out[I] = 1; return; }
    while (1) {
        uint v = x[node & 255] & 1023;
        if (node > 254) break;
        cost += 3;
        if (v == key) { ++hits; break; }
        if (v > key) {
            if ((v ^ key) == 1) { cost += 100; break; }
            node = 2 * node + 1;
        } else {
            node = 2 * node + 2;
            if (cost > 60) break;
        }
        if ((v & 15) == 3) { out[I] = cost; return; }
        if ((v & 15) == 7) continue;
        cost ^= v;
    }
    out[I] = cost * 2 + hits;
}

K(tree_sum)
{
    uint sum = 0;
    for (uint k = 0; k < 12; ++k) {
        uint key = x[(I * 3 + k * 17) & 255] % 900, node = 1, level = 0;
        while (node < 256) {
            uint v = x[node] % 900;
            ++level;
            if (v == key) break;
            if (level > 6 && (v & 3) == 0) break;
            if (key < v) { node = 2 * node; continue; }
            node = 2 * node + 1;
        }
        if (node >= 256) { sum += level; continue; }
        sum += node * level;
    }
    out[I] = sum;
}

K(lexer)
{
    uint state = 0, at = 0, words = 0, numbers = 0, value = 0;
    while (at < 150) {
        uint c = x[(I + at) & 255] % 12;
        switch (state) {
        case 0:
            if (c < 4) { state = 1; value = c; continue; }
            if (c < 8) { state = 2; break; }
            if (c == 11) state = 3;
            break;
        case 1:
            if (c < 4) { value = value * 10 + c; break; }
            numbers += value;
            state = 0;
            continue;
        case 2:
            if (c < 8) break;
            ++words;
            state = 0;
            continue;
        default:
            if (c == 11) { state = 0; ++at; continue; }
            if (c == 10) { at += 2; continue; }
        }
        ++at;
    }
    out[I] = words * 1000 + numbers;
}

K(do_while_mix)
{
    uint n = x[I] % 300 + 5, s = 0, k = 0;
    do {
        if ((n & 7) == 3) { n += 5; continue; }
        uint m = n;
        do {
            if (m % 3 == 0) { m /= 3; continue; }
            s += m & 1;
            m >>= 1;
            if (s > 500) goto out;
        } while (m > 2);
        if (n & 1) n = n * 3 + 1; else n >>= 1;
    } while (++k < 40 && n != 1);
out:
    out[I] = s * 64 + k;
}

K(short_circuit)
{
    uint s = x[I], hits = 0, calls = 0;
    for (uint i = 0; i < 60; ++i) {
        s = s * 1103515245 + 12345;
        uint a = s >> 24;
        if ((a & 1 && ++calls && x[a] & 2) || (a & 4 && (calls += 2) && x[255 - a] % 3 == 1)) {
            ++hits;
            if (hits > 30) break;
            if (a > 200 && (s ^= 77) & 8) continue;
        } else if (a > 250 || (a & 8 && (calls += 3) % 5 == 0)) {
            s += calls;
        }
        hits += a & 1 ? calls & 1 : 0;
    }
    out[I] = hits * 1000 + calls + (s & 7);
}

K(nested_trips)
{
    uint total = 0;
    for (uint i = 0; i < x[I] % 9 + 2; ++i) {
        uint n = x[(I + i) & 255] % 13;
        for (uint j = 0; j < n; ++j) {
            uint m = x[(I ^ j) & 255] % 7;
            while (m) {
                total += m * j;
                if (total % 11 == 0) { --m; continue; }
                if (total % 13 == 0) break;
                m -= m > 2 ? 2 : 1;
            }
            if (m > 3) break;
        }
    }
    out[I] = total;
}

K(return_deep)
{
    uint acc = 0;
    for (uint i = 1; i < 30; ++i) {
        uint v = x[(I * i) & 255];
        if (v % 5 == 0) continue;
        for (uint j = v % 6; j < 8; ++j) {
            acc += v >> j;
            if ((acc & 1023) == 511) { out[I] = acc; return; }
            if ((acc & 15) == 2) break;
            if ((acc & 15) == 9) goto next;
        }
        acc ^= i << 4;
        if (acc % 97 == 3) { out[I] = acc + 1; return; }
next:
        acc += 3;
    }
    out[I] = acc + 2;
}

K(flags)
{
    uint n = x[I] & 4095, tries = 0;
    int is_done = 0, is_found = 0;
    while (!is_done && tries < 50) {
        ++tries;
        uint d = 3 + tries;
        int is_bad = 0;
        for (uint k = 0; k < 10 && !is_bad; ++k) {
            if ((n + k) % d == 0) is_bad = 1;
            else if (((n ^ k) & 63) == 21) { is_found = 1; is_bad = 1; }
        }
        if (is_found) is_done = 1;
        else if (is_bad) { n = n * 5 + 1 & 4095; continue; }
        n += 7;
    }
    out[I] = n * 64 + tries;
}

K(interpreter)
{
    uint stack[8];
    uint sp = 0, pc = x[I] & 31, steps = 0, acc = 0;
    while (1) {
        if (++steps > 80) break;
        uint op = x[(pc + 13) & 255] % 7;
        ++pc;
        switch (op) {
        case 0: if (sp < 8) stack[sp++] = pc * 7 + I; continue;
        case 1: if (sp == 0) continue; acc += stack[--sp]; break;
        case 2: acc ^= acc << 5; break;
        case 3: if (acc & 1) pc += 2; continue;
        case 4: if (acc % 7 == 6) goto end; acc = acc * 3 + 1; break;
        case 5: if (sp > 1) { uint t = stack[sp - 1]; stack[sp - 1] = stack[sp - 2]; stack[sp - 2] = t; } break;
        default: pc = pc > 3 ? pc - 2 : 9; continue;
        }
        acc += op;
    }
end:
    out[I] = acc + steps + sp;
}

K(newton)
{
    float v = (float)(x[I] % 1000) + 1, r = v;
    uint k = 0;
    for (;;) {
        float n = 0.5f * (r + v / r);
        ++k;
        if (fabs(n - r) < 0.01f) break;
        if (k > 25) { r = 0; break; }
        if (n > 100) { r = n * 0.75f; continue; }
        r = n;
    }
    out[I] = (uint)(r * 16) + k;
}

K(merge_lists)
{
    uint a = I & 63, b = 64 + (I & 31), h = 0, n = 0;
    while (n < 60) {
        if (a >= 128) {
            if (b >= 192) break;
            h = h * 31 + x[b++];
            ++n;
            continue;
        }
        if (b >= 192) { h = h * 31 + x[a++]; ++n; continue; }
        uint p = x[a] & 255, q = x[b] & 255;
        if (p == q) { ++a; ++b; continue; }
        if (p < q) { h = h * 31 + p; ++a; } else { h = h * 31 + q; ++b; }
        ++n;
    }
    out[I] = h + n;
}

K(life_of_particle)
{
    uint s = x[I], px = 16, py = 16, alive = 1, bounces = 0, t = 0;
    while (alive) {
        s = s * 1664525 + 1013904223;
        ++t;
        switch (s >> 30) {
        case 0: if (px == 0) { ++bounces; continue; } --px; break;
        case 1: if (px == 31) { ++bounces; continue; } ++px; break;
        case 2: if (py == 0) { alive = 0; continue; } --py; break;
        case 3: if (py == 31) { ++bounces; s ^= 99; continue; } ++py; break;
        }
        if (px == 7 && py > 20) break;
        if (t > 200) return;
    }
    out[I] = px + py * 32 + bounces * 1024 + t * 65536;
}

K(regex)
{
    uint found = 0;
    for (uint start = 0; start < 40; ++start) {
        uint at = I + start, state = 0;
        for (;;) {
            uint c = x[at & 255] & 3;
            ++at;
            if (state == 0) { if (c != 1) break; state = 1; continue; }
            if (state == 1) {
                if (c == 2) continue;
                if (c == 3) { state = 2; continue; }
                break;
            }
            if (c == 0) { ++found; break; }
            if (c == 1) { state = 1; continue; }
            if (at > I + start + 20) goto give_up;
        }
        continue;
give_up:
        found += 100;
    }
    out[I] = found;
}

K(bubble_until)
{
    uint a[10];
    for (uint i = 0; i < 10; ++i) a[i] = x[(I * 3 + i) & 255] & 127;
    uint rounds = 0;
    while (1) {
        int is_swapped = 0;
        for (uint i = 0; i + 1 < 10; ++i) {
            if (a[i] <= a[i + 1]) continue;
            if (a[i] - a[i + 1] < 3 && rounds > 4) break;
            uint t = a[i]; a[i] = a[i + 1]; a[i + 1] = t;
            is_swapped = 1;
        }
        ++rounds;
        if (!is_swapped) break;
        if (rounds == 9) { out[I] = 12345; return; }
    }
    uint h = rounds;
    for (uint i = 0; i < 10; ++i) h = h * 33 + a[i];
    out[I] = h;
}

K(sieve_walk)
{
    uint p = x[I] % 200 + 2, seen = 0, n = p;
    while (seen < 10) {
        ++n;
        if (n % 2 == 0 || n % 3 == 0) continue;
        uint d = 5;
        int prime = 1;
        while (d * d <= n) {
            if (n % d == 0) { prime = 0; break; }
            d += 2;
            if (d % 3 == 0) d += 2;
        }
        if (!prime) continue;
        ++seen;
        if (n % 10 == 7 && seen > 4) break;
    }
    out[I] = n * 16 + seen;
}

K(ray_steps)
{
    float px = (float)(I & 7), py = (float)(x[I] & 7), dx = 0.3f + 0.01f * (x[I] >> 28), dy = 0.2f;
    uint hit = 0, steps = 0;
    while (steps < 64) {
        ++steps;
        px += dx;
        py += dy;
        if (px < 0 || px > 15) { dx = -dx; ++hit; continue; }
        if (py < 0 || py > 15) { dy = -dy; if (++hit > 6) break; continue; }
        uint cell = x[((uint)px + 16 * (uint)py) & 255] & 31;
        if (cell == 5) break;
        if (cell == 6) { dx = dx * 0.5f; dy = dy * 1.5f; }
        else if (cell == 7) { float t = dx; dx = dy; dy = t; continue; }
        hit += cell == 9;
    }
    out[I] = steps * 32 + hit;
}

K(goto_web)
{
    uint a = x[I], n = 0;
first:
    if (++n > 80) goto out;
    a = a * 69069 + 1;
    if (a >> 31) goto second;
    if ((a >> 29 & 3) == 1) goto first;
    a ^= n;
    if ((a & 7) == 3) goto third;
    goto first;
second:
    a += 11;
    if ((a & 3) == 0) goto first;
    if (++n > 70) goto out;
third:
    a = a >> 3 | a << 29;
    if ((a & 31) == 4) goto out;
    if (a & 1) goto second;
    goto first;
out:
    out[I] = a + n;
}

K(fsm_switch_continue)
{
    uint s = x[I], st = 0, acc = 0;
    for (int i = 0; i < 100; ++i) {
        s = s * 1664525 + 1013904223;
        uint b = s >> 30;
        switch (st) {
        case 0:
            if (b == 0) continue;
            st = b; acc += i; break;
        case 1:
            if (b == 1) { st = 2; continue; }
            acc ^= s >> 16; 
        case 2:
            if (b > 1) { st = 0; break; }
            acc += 3; continue;
        case 3:
            st = b == 3 ? 0 : 1;
            acc = acc * 5 + 1;
            continue;
        }
        acc += st * 7;
    }
    out[I] = acc;
}

K(fsm_fallthrough)
{
    uint s = x[I] | 1, n = 0, k = 60;
    while (k--) {
        s ^= s << 13; s ^= s >> 17; s ^= s << 5;
        switch (s & 7) {
        case 0: n += 1;
        case 1: n ^= s >> 8;
        case 2: n = n * 3; break;
        case 3: if (n & 1) continue;
        case 4: n += 17; break;
        case 5: n >>= 1; continue;
        case 6: if (n > 1u << 30) goto out;
        default: n += s & 255;
        }
        n += 1;
    }
out:
    out[I] = n;
}

K(brainfuck)
{
    uint pc = 0, p = 0, acc = 0, fuel = 300;
    uint cells[4] = {0, 0, 0, 0};
    while (fuel--) {
        uint op = x[(I * 3 + pc) & 255] & 7;
        pc = (pc + 1) & 15;
        if (op == 0) { p = (p + 1) & 3; continue; }
        if (op == 1) { p = (p - 1) & 3; continue; }
        if (op == 2) { cells[p]++; continue; }
        if (op == 3) { cells[p]--; continue; }
        if (op == 4) {
            if (cells[p]) continue;
            uint depth = 1;
            while (depth && fuel) {
                uint o = x[(I * 3 + pc) & 255] & 7;
                if (o == 4) depth++;
                else if (o == 5) depth--;
                pc = (pc + 1) & 15;
                fuel--;
            }
            continue;
        }
        if (op == 5) {
            if (!cells[p]) continue;
            pc = 0;
            continue;
        }
        acc = acc * 31 + cells[p];
        if (op == 7 && acc % 61 == 0) break;
    }
    out[I] = acc + cells[0] + cells[1] * 3 + cells[2] * 5 + cells[3] * 7;
}

K(bytecode_vm)
{
    uint r0 = x[I], r1 = I, r2 = 0, pc = 0;
    for (int steps = 0; steps < 200; steps++) {
        uint w = x[(pc * 7 + I / 8) & 255];
        uint op = w % 9, arg = (w >> 8) & 15;
        pc++;
        switch (op) {
        case 0: r0 += arg; break;
        case 1: r0 ^= r1; break;
        case 2: r1 = r0 >> arg; break;
        case 3: if (r0 & 1) pc += arg; break;
        case 4: if (r1 > r0) { pc -= arg; continue; } break;
        case 5: r2 += r0 * r1; break;
        case 6: if (r2 % 97 == arg) goto halt; break;
        case 7: { uint t = r0; r0 = r1; r1 = t; break; }
        default: r2 = r2 * 69069 + 1; continue;
        }
        r2++;
    }
halt:
    out[I] = r0 + r1 * 3 + r2 * 5;
}

K(find_pair)
{
    uint a = x[I] & 31, found = 0, cost = 0;
    for (uint i = 0; i < 24; ++i) {
        for (uint j = i + 1; j < 24; ++j) {
            ++cost;
            if (((x[i + I] ^ x[j + I]) & 31) == a) {
                found = i * 32 + j;
                goto done;
            }
        }
    }
done:
    out[I] = found * 1024 + cost;
}

K(find_pair_flag)
{
    uint a = x[I] & 63, res = 0;
    bool found = false;
    for (uint i = 0; i < 20 && !found; ++i) {
        for (uint j = 0; j < 20; ++j) {
            if (((x[i + I] + x[j + 2 * I]) & 63) == a) {
                found = true;
                res = i * 20 + j;
                break;
            }
        }
    }
    out[I] = res;
}

K(early_return_loops)
{
    uint v = x[I];
    out[I] = 7;
    for (uint i = 0; i < 30; ++i) {
        v = v * 1103515245 + 12345;
        if ((v >> 16 & 63) == 1) return;
        if ((v >> 16 & 3) == 2) { out[I] += i; continue; }
        for (uint j = 0; j < (v >> 20 & 7); ++j) {
            v ^= v >> 3;
            if ((v & 127) == 5) { out[I] = j; return; }
        }
        out[I] ^= v;
    }
    out[I] += 1;
}

K(collatz_max)
{
    uint best = 0, arg = 0;
    for (uint n = x[I] % 50 + 1; n < 120; n += 7) {
        uint m = n, c = 0;
        while (m != 1) {
            c++;
            if (m & 1) { m = 3 * m + 1; continue; }
            m >>= 1;
            if (m < n) break;
        }
        if (c <= best) continue;
        best = c;
        arg = n;
    }
    out[I] = best * 256 + arg;
}

K(do_two_exits)
{
    uint v = x[I] | 1, n = 0;
    do {
        v = v * 22695477 + 1;
        if ((v >> 24) < 4) break;
        n++;
        if ((v >> 20 & 3) == 0) continue;
        n += v >> 31;
    } while ((v >> 16 & 31) != 9 && n < 200);
    out[I] = n ^ v;
}

K(rare_expensive)
{
    uint v = x[I], s = 0;
    for (int i = 0; i < 64; ++i) {
        v = v * 1664525 + 1013904223;
        if ((v >> 26) == 0) {
            float f = 1.0f + (v & 255);
            for (int k = 0; k < 20; ++k) f = 0.5f * (f + (float)(v & 255) / f);
            s += (uint)f;
        }
        s = s * 3 + (v >> 28);
    }
    out[I] = s;
}

K(rare_expensive_continue)
{
    uint v = x[I], s = 0;
    for (int i = 0; i < 64; ++i) {
        v = v * 1664525 + 1013904223;
        if ((v >> 27) != 0) { s += 3; continue; }
        for (int k = 0; k < 15; ++k) { s = s * 5 + (v >> k); if (s & 0x8000) s ^= 0x1234; }
    }
    out[I] = s;
}

K(list_walk)
{
    uint at = x[I] & 255, len = 0, sum = 0;
    while (len < 100) {
        uint next = x[at] & 255;
        ++len;
        if (next == at) break;
        if (next < 16) { at = next + 100; continue; }
        sum += at;
        if (sum % 37 == 0) { at ^= 85; continue; }
        at = next;
    }
    out[I] = sum * 128 + len;
}

K(bst_lookup)
{
    uint hits = 0;
    for (uint q = 0; q < 8; ++q) {
        uint key = x[(I + q * 8) & 255] & 1023, node = 1, d = 0;
        while (node < 256) {
            uint k = x[node] & 1023;
            ++d;
            if (k == key) { hits += 100; break; }
            if (key < k) node = 2 * node;
            else node = 2 * node + 1;
            if (d > 6 && (key & 3) == 0) goto next;
        }
        hits += d;
    next:;
    }
    out[I] = hits;
}

K(bsearch_early)
{
    uint total = 0;
    for (uint q = 0; q < 10; ++q) {
        uint key = (x[I + q] & 255) * 3, lo = 0, hi = 256, r = 999;
        while (lo < hi) {
            uint mid = (lo + hi) / 2, v = mid * 3 + (mid & 1);
            if (v == key) { r = mid; break; }
            if (v < key) lo = mid + 1; else hi = mid;
        }
        if (r == 999) continue;
        total += r + q;
    }
    out[I] = total;
}

K(rejection)
{
    uint s = x[I], acc = 0, n = 0;
    while (n < 20) {
        s = s * 1664525 + 1013904223;
        int a = (int)(s >> 16) - 32768;
        s = s * 1664525 + 1013904223;
        int b = (int)(s >> 16) - 32768;
        if (a * a / 4 + b * b / 4 > 268435456) continue;
        if (a == 0) continue;
        ++n;
        acc += a ^ b;
    }
    out[I] = acc;
}

K(rejection_nested)
{
    uint s = x[I] + 1, acc = 0;
    for (uint i = 0; i < 12; ++i) {
        uint v;
        do {
            s ^= s << 13; s ^= s >> 17; s ^= s << 5;
            v = s & 15;
            if (v == 15) { ++acc; continue; }
        } while (v >= 10);
        if (v < 3) continue;
        acc = acc * 10 + v;
        while (v--) { acc ^= s >> v; if (acc % 11 == 0) break; }
    }
    out[I] = acc;
}

K(chain_conditions)
{
    uint s = x[I], t = 0;
    for (uint i = 0; i < 40; ++i) {
        s = s * 1664525 + 1013904223;
        if ((s >> 28) > 3 && (x[s >> 24] & 1) && ((s >> 20 & 3) || x[s >> 26 & 63] & 2))
            t += i;
        else if ((s >> 29) == 1 || ((s >> 12 & 7) == 2 && t > 50))
            t ^= s >> 25;
        else
            continue;
        if (t % 13 == 0 && (s & 1)) break;
        t++;
    }
    out[I] = t;
}

K(triple_break)
{
    uint s = x[I], n = 0;
    for (uint a = 1; a < 8; ++a) {
        if (s % (a + 2) == 0) continue;
        for (uint b = a; b < 9; ++b) {
            for (uint c = b; c < 10; ++c) {
                ++n;
                if (a * a + b * b == c * c + (s & 3)) { s = s * 5 + c; break; }
                if (((s >> c) & 7) == 6) goto next_a;
                if (n > 150) goto out;
            }
            s ^= s >> 5;
        }
    next_a:
        s += a;
    }
out:
    out[I] = s + n;
}

K(gcd_many_returns)
{
    uint a = x[I] & 0xffff, b = x[I + 64] & 0xffff;
    if (a == 0) { out[I] = b; return; }
    if (b == 0) { out[I] = a; return; }
    uint g = 0;
    while (!((a | b) & 1)) { a >>= 1; b >>= 1; ++g; }
    for (;;) {
        if (a == b) { out[I] = a << g; return; }
        if (!(a & 1)) { a >>= 1; continue; }
        if (!(b & 1)) { b >>= 1; continue; }
        if (a > b) a = (a - b) >> 1;
        else b = (b - a) >> 1;
        if (!a || !b) { out[I] = (a + b) << g; return; }
    }
}

K(parser_numbers)
{
    uint at = 0, sum = 0, errs = 0;
    while (at < 80) {
        uint c = x[(I + at) & 255] & 15;
        if (c > 12) { ++at; continue; }
        if (c == 12) { ++at; while (at < 80 && (x[(I + at) & 255] & 15) != 12) ++at; ++at; continue; }
        if (c > 9) { if (++errs > 12) break; ++at; continue; }
        uint v = 0;
        while (at < 80) {
            c = x[(I + at) & 255] & 15;
            if (c > 9) break;
            v = v * 10 + c;
            ++at;
        }
        sum += v;
    }
    out[I] = sum + errs;
}

K(hash_insert)
{
    uint tab[16];
    for (int i = 0; i < 16; ++i) tab[i] = 0;
    uint s = x[I], probes = 0;
    for (uint i = 0; i < 14; ++i) {
        s = s * 1664525 + 1013904223;
        uint key = (s >> 20) | 1, h = key * 7 & 15;
        for (uint t = 0; t < 16; ++t) {
            ++probes;
            if (tab[h] == key) break;
            if (!tab[h]) { tab[h] = key; break; }
            if (t > 5 && (key & 6) == 2) goto full;
            h = (h + t + 1) & 15;
        }
    }
full:
    for (int i = 0; i < 16; ++i) probes = probes * 3 + tab[i];
    out[I] = probes;
}

K(ray_march_states)
{
    uint s = x[I];
    float p = (s & 255) / 64.0f, d = 0.25f + ((s >> 8) & 7) / 16.0f;
    uint hits = 0, mode = 0;
    for (int i = 0; i < 80; ++i) {
        p += d;
        if (p > 20.0f) { if (mode == 2) break; p -= 20.0f; mode++; continue; }
        float q = p - floor(p);
        if (q < 0.1f) { hits++; d *= 0.98f; if (hits > 30) return; continue; }
        if (mode == 1 && q > 0.9f) { d = -d; mode = 0; }
        if (p < 0.0f) { d = -d; p = 0.5f; }
    }
    out[I] = hits * 4 + mode;
}

K(switch_in_switch)
{
    uint s = x[I], a = 0, b = 0, r = 0;
    for (int i = 0; i < 60; ++i) {
        s = s * 1664525 + 1013904223;
        switch (a) {
        case 0:
            switch (s >> 30) {
            case 0: a = 1; break;
            case 1: b++; continue;
            case 2: r += b; break;
            default: goto end;
            }
            r++;
            if (r < 100) break;
        case 1:
            if (s & 0x10000) { a = 2; continue; }
            r ^= i;
            a = 0;
            break;
        case 2:
            r = r * 5 + 1;
            if (r & 0x100) a = 0;
            else if (r & 0x200) continue;
            else a = 1;
        }
        b += a;
end:
        r += 2;
    }
    out[I] = r + b;
}

K(utf_decode)
{
    uint n = 0, bad = 0, i = 0;
    while (i < 100) {
        uint c = x[(I * 5 + i) & 255] & 255;
        ++i;
        if (c < 128) { n += c; continue; }
        uint need = 0;
        if (c >= 0xf0) need = 3; else if (c >= 0xe0) need = 2; else if (c >= 0xc0) need = 1;
        else { bad++; continue; }
        uint v = c & 31;
        bool ok = true;
        for (uint k = 0; k < need; ++k) {
            uint d = x[(I * 5 + i) & 255] & 255;
            if (d > 200) { ok = false; break; }
            v = v << 6 | (d & 63);
            ++i;
        }
        if (!ok) { bad++; continue; }
        n += v;
    }
    out[I] = n * 31 + bad;
}

K(lz_decode)
{
    uint ring[16], pos = 0, i = 0, sum = 0;
    for (int k = 0; k < 16; ++k) ring[k] = k;
    while (pos < 120 && i < 100) {
        uint c = x[(I + i++) & 255];
        if ((c & 3) == 0) {
            uint len = (c >> 2 & 7) + 1, off = (c >> 5 & 15);
            while (len--) {
                uint v = ring[(pos - off) & 15];
                ring[pos & 15] = v;
                sum += v;
                if (++pos >= 120) goto end;
            }
            continue;
        }
        if ((c & 7) == 7) break;
        ring[pos & 15] = c & 255;
        pos++;
        sum ^= c;
    }
end:
    out[I] = sum + pos;
}

K(mandel_early)
{
    uint total = 0;
    for (uint py = 0; py < 4; ++py) {
        float cr = (x[I] & 63) / 21.0f - 2.0f, ci = py * 0.3f - 0.6f, zr = 0, zi = 0;
        uint n = 0;
        while (n < 60) {
            float r2 = zr * zr, i2 = zi * zi;
            if (r2 + i2 > 4.0f) break;
            zi = 2 * zr * zi + ci;
            zr = r2 - i2 + cr;
            ++n;
            if (n == 30 && zi > 0 ) { total += 5; break; }
        }
        if (n == 60) { total += 1000; continue; }
        total += n;
    }
    out[I] = total;
}

K(backtrack_sum)
{
    uint stack[10], depth = 0, sum = 0, target = x[I] % 60 + 10, tries = 0;
    stack[0] = 0;
    while (true) {
        if (++tries > 200) { out[I] = 999; return; }
        uint v = stack[depth];
        if (v >= 10) {
            if (!depth) break;
            --depth;
            sum -= (x[(I + stack[depth]) & 255] & 15);
            ++stack[depth];
            continue;
        }
        uint w = x[(I + v) & 255] & 15;
        if (sum + w == target) { out[I] = tries; return; }
        if (sum + w > target || depth == 8) { ++stack[depth]; continue; }
        sum += w;
        stack[++depth] = v + 1;
    }
    out[I] = 500 + tries;
}

K(elevator)
{
    uint s = x[I], floor_ = 0, state = 0, moved = 0;
    for (uint t = 0; t < 120; ++t) {
        if (state == 0) {
            s = s * 69069 + 5;
            uint want = s >> 29;
            if (want == floor_) continue;
            state = want > floor_ ? 1 : 2;
        } else if (state == 1) {
            ++floor_; ++moved;
            if (floor_ == 7 || (s >> floor_ & 1)) { state = 3; continue; }
        } else if (state == 2) {
            --floor_; ++moved;
            if (floor_ == 0) state = 3;
            else if (s >> (floor_ + 8) & 1) { state = 3; break; }
        } else {
            if (moved & 1) { moved += 3; state = 0; continue; }
            state = 0;
        }
        moved ^= t;
    }
    out[I] = moved + floor_;
}

K(goto_retry)
{
    uint s = x[I], tries = 0, ok = 0;
    for (uint i = 0; i < 15; ++i) {
    retry:
        s = s * 1664525 + 1013904223;
        if (++tries > 60) goto give_up;
        if ((s >> 29) < 2) goto retry;
        if ((s >> 25 & 15) == 3) { i += 2; goto retry; }
        ok += s >> 30;
    }
    ok += 1000;
give_up:
    out[I] = ok * 64 + tries;
}

K(simplex)
{
    float a = (x[I] & 1023) / 128.0f, lo = 0, hi = 8;
    uint n = 0;
    for (;;) {
        float m = 0.5f * (lo + hi), f = m * m * m - a;
        if (++n > 40) break;
        if (fabs(f) < 0.01f) break;
        if (f > 0) { hi = m; if ((n & 3) == 3) lo -= 0.01f; continue; }
        lo = m;
        if (hi - lo < 0.001f) { n += 100; break; }
    }
    out[I] = n;
}

K(life_cycle)
{
    uint s = x[I], alive = 1, age = 0, kids = 0;
    while (alive) {
        s = s * 1664525 + 1013904223;
        uint r = s >> 24;
        age++;
        if (age > 70) { alive = 0; break; }
        if (r < 3) { alive = 0; continue; }
        if (age < 16) continue;
        if (r < 40) { kids++; if (kids > 5) { alive = 0; } continue; }
        if (age > 50 && r < 80) break;
        s ^= kids;
    }
    out[I] = age * 8 + kids;
}

K(selection_partial)
{
    uint a[10];
    for (int i = 0; i < 10; ++i) a[i] = x[(I * 3 + i) & 255] & 255;
    uint swaps = 0;
    for (int i = 0; i < 9; ++i) {
        int m = i;
        for (int j = i + 1; j < 10; ++j) {
            if (a[j] >= a[m]) continue;
            m = j;
        }
        if (m == i) continue;
        uint t = a[m]; a[m] = a[i]; a[i] = t;
        if (++swaps > 6) break;
    }
    uint h = swaps;
    for (int i = 0; i < 10; ++i) h = h * 31 + a[i];
    out[I] = h;
}
