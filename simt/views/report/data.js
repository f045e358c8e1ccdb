// Unpack bytes to columns. simt/views/report/pack.py writes them and documents the format.

// The bytes of a base64 text that holds a zlib stream (RFC 1950, 1951). A DecompressionStream would
// finish after the page has loaded, so that a picture or a print of the page could come too early, without a timeline.
function inflate(text) {
  return new Inflater(Uint8Array.from(atob(text), (c) => c.charCodeAt(0))).bytes();
}

// Extra bits, and from them the first values, of the codes for lengths and for distances.
const LENGTH_BITS = Array.from({ length: 29 }, (_, code) => (code < 8 || code === 28 ? 0 : (code >> 2) - 1));
const DISTANCE_BITS = Array.from({ length: 30 }, (_, code) => (code < 4 ? 0 : (code >> 1) - 1));
function firstValues(bits, first) {
  let next = first;
  return bits.map((count) => {
    next += 1 << count;
    return next - (1 << count);
  });
}
const LENGTHS = firstValues(LENGTH_BITS, 3);
LENGTHS[28] = 258;
const DISTANCES = firstValues(DISTANCE_BITS, 1);
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

// A canonical code: the number of codes of each length, and the symbols in the order of their codes.
function huffman(lengths) {
  const counts = new Uint16Array(16);
  for (const length of lengths) counts[length]++;
  counts[0] = 0;
  const places = new Uint16Array(16);
  for (let length = 1; length < 15; length++) places[length + 1] = places[length] + counts[length];
  const symbols = new Uint16Array(lengths.length);
  lengths.forEach((length, symbol) => {
    if (length) symbols[places[length]++] = symbol;
  });
  return { counts, symbols };
}

class Inflater {
  constructor(packed) {
    this.packed = packed;
    this.place = 16; // in bits, after the header
    this.out = new Uint8Array(4 * packed.length + 1024);
    this.size = 0;
  }

  bits(count) {
    let value = 0;
    for (let k = 0; k < count; k++, this.place++) value |= ((this.packed[this.place >> 3] >> (this.place & 7)) & 1) << k;
    return value;
  }

  symbol({ counts, symbols }) {
    const { packed } = this;
    let { place } = this;
    let [code, first, index] = [0, 0, 0];
    for (let length = 1; length < 16; length++, place++) {
      code |= (packed[place >> 3] >> (place & 7)) & 1;
      const count = counts[length];
      if (code - count < first) {
        this.place = place + 1;
        return symbols[index + code - first];
      }
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Error('the packed data is damaged');
  }

  room(count) {
    if (this.size + count <= this.out.length) return;
    const larger = new Uint8Array(2 * this.out.length + count);
    larger.set(this.out);
    this.out = larger;
  }

  bytes() {
    for (let isLast = 0; !isLast; ) {
      isLast = this.bits(1);
      const kind = this.bits(2);
      if (this.place >> 3 > this.packed.length || kind === 3) throw new Error('the packed data is damaged');
      if (kind === 0) this.stored();
      else this.coded(...(kind === 1 ? this.fixedCodes() : this.ownCodes()));
    }
    return this.out.subarray(0, this.size);
  }

  stored() {
    const from = ((this.place + 7) >> 3) + 4;
    const count = this.packed[from - 4] | (this.packed[from - 3] << 8);
    this.room(count);
    this.out.set(this.packed.subarray(from, from + count), this.size);
    this.size += count;
    this.place = 8 * (from + count);
  }

  fixedCodes() {
    const lengths = Array.from({ length: 288 }, (_, code) => (code < 144 ? 8 : code < 256 ? 9 : code < 280 ? 7 : 8));
    return [huffman(lengths), huffman(new Array(30).fill(5))];
  }

  ownCodes() {
    const [literals, distances, codes] = [this.bits(5) + 257, this.bits(5) + 1, this.bits(4) + 4];
    const order = new Array(19).fill(0);
    for (let k = 0; k < codes; k++) order[CODE_ORDER[k]] = this.bits(3);
    const code = huffman(order);
    const lengths = [];
    while (lengths.length < literals + distances) {
      const symbol = this.symbol(code);
      if (symbol < 16) {
        lengths.push(symbol);
        continue;
      }
      const again = symbol === 16 ? lengths[lengths.length - 1] : 0;
      const count = symbol === 16 ? 3 + this.bits(2) : symbol === 17 ? 3 + this.bits(3) : 11 + this.bits(7);
      for (let k = 0; k < count; k++) lengths.push(again);
    }
    return [huffman(lengths.slice(0, literals)), huffman(lengths.slice(literals))];
  }

  coded(literals, distances) {
    for (;;) {
      const symbol = this.symbol(literals);
      if (symbol === 256) return;
      if (symbol < 256) {
        this.room(1);
        this.out[this.size++] = symbol;
        continue;
      }
      const length = LENGTHS[symbol - 257] + this.bits(LENGTH_BITS[symbol - 257]);
      const far = this.symbol(distances);
      const distance = DISTANCES[far] + this.bits(DISTANCE_BITS[far]);
      this.room(length);
      for (let k = 0; k < length; k++, this.size++) this.out[this.size] = this.out[this.size - distance];
    }
  }
}

// {name: Float64Array} of variable-length numbers; counts is [[name, count], ...].
function readColumns(bytes, counts) {
  const columns = {};
  let place = 0;
  for (const [name, count] of counts) {
    const values = new Float64Array(count);
    for (let k = 0; k < count; k++) {
      let octet = bytes[place++];
      let value = octet & 127;
      for (let scale = 128; octet > 127; scale *= 128) {
        octet = bytes[place++];
        value += (octet & 127) * scale;
      }
      values[k] = value;
    }
    columns[name] = values;
  }
  return columns;
}

const signed = (value) => (value % 2 ? -(value + 1) / 2 : value / 2);

// The instructions of the window: one typed array per field, in order of issue. Cycles are -1 for events that
// did not happen; mask bits are in two halves of 32 lanes.
function readInstructions(columns, warps) {
  const count = columns.warp.length;
  const events = { count };
  for (const name of ['sequence', 'select', 'enter', 'offer', 'retire', 'ready']) events[name] = new Float64Array(count);
  for (const name of ['warp', 'pc', 'slot', 'instance', 'degree', 'depth']) {
    events[name] = new Int32Array(count);
  }
  const sets = { maskLow: 'mask_low', maskHigh: 'mask_high', livingLow: 'living_low', livingHigh: 'living_high' };
  for (const name of Object.keys(sets)) events[name] = new Uint32Array(count);
  const pcs = new Int32Array(warps).fill(-1);
  const depths = new Int32Array(warps);
  const last = Object.fromEntries(Object.keys(sets).map((name) => [name, new Uint32Array(warps)]));
  let sequence = -1;
  let select = 0;
  let warp = 0;
  const after = (name, base, k) => (columns[name][k] === 0 ? -1 : base + columns[name][k] - 1);
  for (let k = 0; k < count; k++) {
    events.sequence[k] = sequence += signed(columns.sequence[k]) + 1;
    events.select[k] = select += signed(columns.select[k]);
    events.warp[k] = warp += signed(columns.warp[k]);
    events.pc[k] = pcs[warp] += signed(columns.pc[k]) + 1;
    events.depth[k] = depths[warp] += signed(columns.depth[k]);
    for (const name in sets) events[name][k] = last[name][warp] ^= columns[sets[name]][k];
    events.slot[k] = columns.slot[k];
    events.instance[k] = columns.instance[k] - 1;
    events.degree[k] = columns.degree[k];
    events.enter[k] = after('enter', select, k);
    events.offer[k] = after('offer', events.enter[k], k);
    events.retire[k] = after('retire', events.offer[k], k);
    events.ready[k] = after('ready', events.retire[k], k);
  }
  return events;
}

// The states of slots, warps and units: per row the first cycles of its runs, one more for the end, and their states.
function readRows(columns, first, end) {
  let place = 0;
  return Array.from(columns.runs, (runs) => {
    const starts = new Float64Array(runs + 1);
    const states = new Uint8Array(runs);
    let cycle = first;
    for (let k = 0; k < runs; k++, place++) {
      starts[k] = cycle;
      states[k] = columns.state[place];
      cycle += columns.length[place];
    }
    starts[runs] = end;
    return { starts, states };
  });
}

// The last of `count` places for which `holds`, -1 if there is none; if it holds for one, it holds for all before.
function lastPlace(count, holds, low = 0) {
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

// The last place in a sorted array, up to place `count`, whose value is at most `value`; -1 if there is none.
function lastAtMost(sorted, value, count = sorted.length) {
  return lastPlace(count, (place) => sorted[place] <= value);
}
