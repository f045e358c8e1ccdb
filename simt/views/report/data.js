// Packed bytes back to columns. simt/views/report/pack.py writes them and says how.

// The bytes of a base64 text that holds a zlib stream.
async function inflate(text) {
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
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

// The instructions of the window: one typed array per field, in order of issue. Cycles are -1 where it has not come
// to that; mask bits are in two halves of 32 lanes.
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

// The last of `count` places for which `holds`, -1 if there is none; it holds for all before one for which it does.
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
