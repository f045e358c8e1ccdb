// The data of the timeline, computed once from the columns: instructions by warp and by unit, the states of units and of
// a warp's lanes, sums of active lanes.

const EMPTY = 0; // unitStates
const INACTIVE = 0, ACTIVE = 1, DISABLED = 2, STALLED = 3, IDLE = 4; // laneStates

function bitCount(value) {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

const hasLane = (low, high, lane) => ((lane < 32 ? low >>> lane : high >>> (lane - 32)) & 1) === 1;

class Model {
  constructor(meta, bytes) {
    const columns = readColumns(bytes, meta.columns);
    this.meta = meta;
    this.first = meta.first;
    this.end = meta.end;
    this.events = readInstructions(columns, meta.warps);
    this.findBundles();
    const rows = readRows(columns, meta.first, meta.end);
    this.slots = rows.slice(0, meta.width);
    this.warps = rows.slice(meta.width, meta.width + meta.warps);
    this.byWarp = this.groups(meta.warps, (k) => this.events.warp[k]);
    const base = meta.program.map((entry) => meta.units.findIndex((unit) => unit.name === entry.unit));
    this.unitOf = (k) => (this.events.instance[k] < 0 ? -1 : base[this.events.pc[k]] + this.events.instance[k]);
    this.byInstance = this.groups(meta.units.length, (k) => this.unitOf(k));
    for (const list of this.byInstance) list.sort((a, b) => this.events.enter[a] - this.events.enter[b]);
    const units = meta.width + meta.warps;
    this.banks = rows.slice(units + meta.units.length);
    this.units = rows.slice(units, units + meta.units.length).map((runs, index) => this.split(runs, this.byInstance[index]));
    this.sumLanes();
    this.spans = { issued: columns.span_issued, active: columns.span_active, slots: {} };
    for (const reason of meta.spanReasons) this.spans.slots[reason] = columns[`span_${reason}`];
    this.laneCache = new Map();
    this.readChain(columns);
  }

  // The chain that bounds the run, as far as the window has it: runs as in a row, and the warp of each.
  readChain({ chain_begin: begin, chain_length: lengths, chain_warp: warps, chain_reason: states }) {
    this.chain = null;
    if (!begin || !begin.length) return;
    const starts = new Float64Array(lengths.length + 1);
    starts[0] = begin[0];
    lengths.forEach((length, k) => (starts[k + 1] = starts[k] + length));
    this.chain = { starts, states, warps };
  }

  // The piece of the chain that is a warp's in a cycle, -1 for none.
  chainAt(warp, cycle) {
    const { starts, states, warps } = this.chain || { starts: [], states: [] };
    const k = lastAtMost(starts, cycle, states.length);
    return k >= 0 && cycle < starts[states.length] && warps[k] === warp ? k : -1;
  }

  groups(count, key) {
    const lists = Array.from({ length: count }, () => []);
    for (let k = 0; k < this.events.count; k++) {
      const group = key(k);
      if (group >= 0) lists[group].push(k);
    }
    return lists.map((list) => Int32Array.from(list));
  }

  // Operations that a warp selects together are a bundle: the first of each, and the retire of the last.
  findBundles() {
    const { count, warp, select, retire } = this.events;
    this.bundleStart = new Int32Array(count);
    this.written = new Float64Array(count);
    for (let k = 0; k < count; ) {
      let end = k + 1;
      while (end < count && warp[end] === warp[k] && select[end] === select[k]) end++;
      const retires = retire.subarray(k, end);
      this.bundleStart.fill(k, k, end);
      this.written.fill(retires.includes(-1) ? -1 : Math.max(...retires), k, end);
      k = end;
    }
  }

  // The texts of the operations of the bundle of instruction k.
  text(k) {
    const start = this.bundleStart[k];
    const texts = [];
    for (let part = start; this.bundleStart[part] === start; part++) texts.push(this.meta.program[this.events.pc[part]].text);
    return texts.join(' | ');
  }

  // The cycle in which the warp of instruction k may go on, or the end of the window.
  over(k) {
    const { ready } = this.events;
    return ready[k] >= 0 ? ready[k] : this.written[k] >= 0 ? this.written[k] : this.end;
  }

  // The end of the time in which instruction k holds the first stage of its unit: it is empty, or the next has entered.
  leaves(k) {
    const index = this.unitOf(k);
    const { starts, states } = this.units[index];
    let run = Math.max(lastAtMost(starts, this.events.enter[k], states.length), 0);
    const list = this.byInstance[index];
    const next = list[this.lastEntered(list, this.events.enter[k]) + 1];
    const limit = next === undefined ? this.end : this.events.enter[next];
    for (run++; run < states.length && states[run] !== EMPTY && starts[run] < limit; ) run++;
    return Math.min(starts[run], limit);
  }

  // Runs of a unit's states, with a run for each instruction that enters.
  split(runs, list) {
    const starts = [];
    const states = [];
    let next = 0;
    for (let run = 0; run < runs.states.length; run++) {
      const to = runs.starts[run + 1];
      starts.push(runs.starts[run]);
      states.push(runs.states[run]);
      for (; next < list.length && this.events.enter[list[next]] < to; next++) {
        const enter = this.events.enter[list[next]];
        if (enter > starts[starts.length - 1] && runs.states[run] !== EMPTY) {
          starts.push(enter);
          states.push(runs.states[run]);
        }
      }
    }
    starts.push(this.end);
    return { starts: Float64Array.from(starts), states: Uint8Array.from(states) };
  }

  // Active lanes summed over the instructions in order of issue.
  sumLanes() {
    const { count, maskLow, maskHigh } = this.events;
    this.activeBefore = new Float64Array(count + 1);
    for (let k = 0; k < count; k++) {
      this.activeBefore[k + 1] = this.activeBefore[k] + bitCount(maskLow[k]) + bitCount(maskHigh[k]);
    }
  }

  activeLanes(k) {
    return this.activeBefore[k + 1] - this.activeBefore[k];
  }

  // The warp's instruction that was selected last up to a cycle, the first of a bundle; -1 if none is kept. Where a warp
  // has several in flight, only the one that it issues in the cycle: its other states are not of its last instruction.
  instructionOfWarp(warp, cycle) {
    const list = this.byWarp[warp];
    const place = this.lastSelected(list, cycle);
    if (place < 0 || (this.meta.inFlight > 1 && this.events.select[list[place]] < cycle)) return -1;
    return this.bundleStart[list[place]];
  }

  // The instructions that a warp has in flight in a cycle, the oldest first.
  inFlight(warp, cycle) {
    const list = this.byWarp[warp];
    const last = this.lastSelected(list, cycle);
    return Array.from(list.subarray(0, last + 1)).filter((k) => this.over(k) > cycle);
  }

  lastSelected(list, cycle) {
    return lastPlace(list.length, (place) => this.events.select[list[place]] <= cycle);
  }

  instructionOfSlot(slot, cycle) {
    for (let k = lastAtMost(this.events.select, cycle); k >= 0 && this.events.select[k] === cycle; k--) {
      if (this.events.slot[k] === slot) return k;
    }
    return -1;
  }

  // The first instruction that is issued in a cycle, -1 for none.
  instructionIn(cycle) {
    const k = lastAtMost(this.events.select, cycle - 1) + 1;
    return k < this.events.count && this.events.select[k] === cycle ? k : -1;
  }

  // The instruction in the first stage of an instance, or the oldest one in a later stage; -1 for none.
  instructionOfUnit(index, cycle) {
    const list = this.byInstance[index];
    const { retire } = this.events;
    const place = this.lastEntered(list, cycle);
    const k = place < 0 ? -1 : list[place];
    return k >= 0 && (retire[k] < 0 || retire[k] > cycle) ? k : -1;
  }

  lastEntered(list, cycle) {
    return lastPlace(list.length, (place) => this.events.enter[list[place]] <= cycle);
  }

  // Entries of a warp's mask stack in a cycle: a change shows from the retire of the instruction that made it, or, where
  // a warp has several in flight, from the select of one that does not steer.
  depthAt(list, place, cycle) {
    const { depth, retire, select, pc } = this.events;
    if (place < 0) return list.length ? depth[list[0]] : 0;
    const k = list[place];
    const moment = this.meta.inFlight > 1 && !this.meta.steers[pc[k]] ? select[k] : retire[k];
    if (moment < 0 || moment > cycle) return depth[k];
    if (place + 1 < list.length) return depth[list[place + 1]];
    // The last kept instruction: its warp has ended, or its change is not known.
    return this.events.ready[k] < 0 && !this.meta.stop ? 0 : depth[k];
  }

  // Spans of a warp in which the states of its lanes do not change: from, to, then for each state two halves of lanes.
  // Every lane is in exactly one state of a span.
  laneSpans(warp) {
    if (this.laneCache.has(warp)) return this.laneCache.get(warp);
    const { events, meta } = this;
    const list = this.byWarp[warp];
    const { stop } = meta;
    const endsNone = (k) => stop && stop.kind === 'stack_underflow' && stop.warp === warp && events.retire[k] === stop.cycle;
    const ends = list.filter((k) => meta.program[events.pc[k]].ends && this.written[k] >= 0 && !endsNone(k));
    let [low, high] = meta.alive[warp];
    let nextEnd = 0;
    const spans = [];
    const { starts, states } = this.warps[warp];
    for (let run = 0; run < states.length; run++) {
      let from = starts[run];
      while (from < starts[run + 1]) {
        let to = starts[run + 1];
        // Lanes end when their `ret` retires; those before the window are not living in meta.alive.
        while (nextEnd < ends.length && this.written[ends[nextEnd]] <= from) {
          if (this.written[ends[nextEnd]] >= this.first) {
            low &= ~events.maskLow[ends[nextEnd]];
            high &= ~events.maskHigh[ends[nextEnd]];
          }
          nextEnd++;
        }
        if (nextEnd < ends.length) to = Math.min(to, this.written[ends[nextEnd]]);
        const issued = states[run] === 0;
        if (issued) to = from + 1;
        const k = issued ? this.instructionOfWarp(warp, from) : -1;
        if (k >= 0) {
          // Another work-group may have taken the place of one that ended.
          low = events.livingLow[k];
          high = events.livingHigh[k];
        }
        const activeLow = k < 0 ? 0 : events.maskLow[k];
        const activeHigh = k < 0 ? 0 : events.maskHigh[k];
        spans.push({ from, to, k, wait: issued ? -1 : meta.stalled[states[run]] ? STALLED : IDLE, activeLow, activeHigh, low, high });
        from = to;
      }
    }
    this.laneCache.set(warp, spans);
    return spans;
  }

  // Neighbouring lanes that do the same all the time, as [first, last].
  laneGroups(warp) {
    const parts = [0, 0]; // a bit for each lane that ever differs from the next one
    for (const { activeLow, activeHigh, low, high } of this.laneSpans(warp)) {
      for (const [one, other] of [[activeLow, activeHigh], [low, high]]) {
        parts[0] |= one ^ ((one >>> 1) | (other << 31));
        parts[1] |= other ^ (other >>> 1);
      }
    }
    const groups = [];
    for (let first = 0, lane = 0; lane < this.meta.lanes; lane++) {
      if (lane + 1 < this.meta.lanes && !hasLane(parts[0], parts[1], lane)) continue;
      groups.push([first, lane]);
      first = lane + 1;
    }
    return groups;
  }

  laneState(span, lane) {
    if (hasLane(span.activeLow, span.activeHigh, lane)) return ACTIVE;
    if (!hasLane(span.low, span.high, lane)) return DISABLED;
    return span.wait < 0 ? INACTIVE : span.wait;
  }

  // The place of the span that holds a cycle.
  spanAt(spans, cycle) {
    return lastPlace(spans.length, (place) => spans[place].from <= cycle);
  }
}
