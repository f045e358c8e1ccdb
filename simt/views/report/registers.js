// The registers of a warp after the cycle under the pointer, or after the chosen instruction.

class Registers {
  constructor(model, packed) {
    const { meta } = model;
    this.model = model;
    this.meta = meta;
    this.kept = meta.registers;
    const columns = readColumns(inflate(packed), this.kept.columns);
    this.columns = columns;
    this.cycles = new Float64Array(columns.register_cycle.length);
    this.begins = new Int32Array(this.cycles.length); // the first word of each change
    let [cycle, word] = [meta.first - 1, 0];
    for (let k = 0; k < this.cycles.length; k++) {
      this.cycles[k] = cycle += columns.register_cycle[k];
      this.begins[k] = word;
      word += bitCount(columns.register_low[k] >>> 0) + bitCount(columns.register_high[k] >>> 0);
    }
    this.box = document.getElementById('registers');
    this.box.hidden = false;
    this.form = document.getElementById('registers-as');
    this.form.addEventListener('change', () => this.show(this.warp, this.cycle));
    this.box.addEventListener('toggle', () => this.show(this.warp, this.cycle));
    this.show(0, meta.first);
  }

  // The words of a warp after a cycle, register by register, and which of them that cycle has changed.
  at(warp, cycle) {
    const { meta, kept, columns } = this;
    const words = new Uint32Array(kept.registers * meta.lanes);
    const changed = new Uint8Array(words.length);
    for (let k = 0; k < this.cycles.length && this.cycles[k] <= cycle; k++) {
      if (columns.register_warp[k] !== warp) continue;
      const [low, high] = [columns.register_low[k] >>> 0, columns.register_high[k] >>> 0];
      let place = this.begins[k];
      for (let lane = 0; lane < meta.lanes; lane++) {
        if (!hasLane(low, high, lane)) continue;
        const index = columns.register_number[k] * meta.lanes + lane;
        words[index] = (words[index] + signed(columns.register_added[place++])) >>> 0;
        changed[index] = this.cycles[k] === cycle && cycle >= meta.first ? 1 : 0;
      }
    }
    return { words, changed };
  }

  // The variables of a warp after a cycle, in its active lanes: the names of what each register holds, the registers
  // that are about to be written, and the variables that no register holds. Null if nothing is known.
  named(warp, cycle) {
    const { model, meta } = this;
    const { events, written } = model;
    if (!meta.variables) return null;
    const list = model.byWarp[warp];
    const place = model.lastSelected(list, cycle);
    const last = place < 0 ? -1 : list[place];
    const isUnder = meta.inFlight === 1 && last >= 0 && !(written[last] >= 0 && written[last] <= cycle);
    const next = isUnder ? last : list[place + 1];
    if (next === undefined) return null;
    const named = { names: new Map(), coming: new Set(), others: [] };
    const pc = events.pc[next];
    for (const { name, stays } of meta.variables) {
      const stay = stays.find(([start, stop]) => start <= pc && pc < stop);
      if (!stay) continue;
      const [, , registers, names, other] = stay;
      if (!registers.some((register) => register >= 0)) named.others.push(`${name} ${other}`);
      registers.forEach((register, k) => {
        if (register >= 0) named.names.set(register, [...(named.names.get(register) || []), names[k]]);
      });
    }
    if (meta.inFlight > 1) {
      for (const k of model.inFlight(warp, cycle)) {
        const isWritten = written[k] >= 0 && written[k] <= cycle;
        if (!isWritten) for (const register of meta.program[events.pc[k]].writes) named.coming.add(register);
      }
    }
    return named;
  }

  // The cell at the head of a register's row: its number, and the variables in it; in brackets what is on its way.
  head(register, named) {
    const names = named === null ? undefined : named.names.get(register);
    if (!names) return element('th', '', `r${register}`);
    const text = named.coming.has(register) ? `(${names.join(', ')})` : names.join(', ');
    return element('th', '', element('span', 'variable', text), ` r${register}`);
  }

  show(warp, cycle) {
    this.warp = warp;
    this.cycle = cycle;
    document.getElementById('registers-when').textContent = `of warp ${warp} after cycle ${cycle}`;
    if (!this.box.open) return;
    const table = document.getElementById('registers-table');
    if (cycle >= this.kept.end) {
      const last = this.kept.end - 1;
      const text = `The page has registers up to cycle ${last}. Others: --cycles A:B, or simt trace --state ${cycle}.`;
      table.replaceChildren(element('p', 'empty', text));
      return;
    }
    const { words, changed } = this.at(warp, cycle);
    const named = this.named(warp, cycle);
    const { lanes } = this.meta;
    const text = WRITTEN[this.form.value];
    const head = element('tr', '', element('th', '', 'lane'));
    for (let lane = 0; lane < lanes; lane++) head.append(element('th', '', String(lane)));
    const body = element('tbody', '');
    for (let register = 0; register < this.kept.registers; register++) {
      const row = element('tr', '', this.head(register, named));
      for (let lane = 0; lane < lanes; lane++) {
        const place = register * lanes + lane;
        row.append(element('td', changed[place] ? 'changed' : '', text(words[place])));
      }
      body.append(row);
    }
    table.replaceChildren(element('table', '', element('thead', '', head), body));
    if (named !== null && named.others.length) {
      table.append(element('p', 'empty', `Variables that no register holds: ${named.others.join('; ')}`));
    }
    if (named !== null && [...named.coming].some((register) => named.names.has(register))) {
      table.append(element('p', 'empty', '(a variable) is on its way to the register.'));
    }
  }
}

const FLOAT = new DataView(new ArrayBuffer(4));

// The formats of a word.
const WRITTEN = {
  hex: (word) => word.toString(16).padStart(8, '0'),
  unsigned: (word) => String(word),
  signed: (word) => String(word | 0),
  float: (word) => {
    FLOAT.setUint32(0, word);
    const value = FLOAT.getFloat32(0);
    return Object.is(value, -0) ? '-0' : String(Number(value.toPrecision(9)));
  },
};
