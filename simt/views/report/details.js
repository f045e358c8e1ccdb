// The tooltip and the panel below the timeline. Everything is set as text, nothing as markup.

function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function pairs(rows) {
  const list = element('dl', 'pairs');
  for (const [name, value, className] of rows) {
    if (value !== '' && value !== undefined) list.append(element('dt', '', name), element('dd', className || '', value));
  }
  return list;
}

const count = (value, what, more = `${what}s`) => `${value} ${value === 1 ? what : more}`;
const share = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`;

class Details {
  constructor(pane) {
    this.pane = pane;
    this.model = pane.model;
    this.meta = pane.model.meta;
  }

  // Lanes as letters in groups of eight, lane 0 first: active, masked off, or without a thread that goes on.
  maskText(k) {
    let text = '';
    for (let lane = 0; lane < this.meta.lanes; lane++) {
      text += (lane && lane % 8 === 0 ? ' ' : '') + (this.laneMark(k, lane));
    }
    return `${text}  (${this.model.activeLanes(k)} of ${this.meta.lanes})`;
  }

  laneMark(k, lane) {
    const { events } = this.model;
    const { laneStates } = this.meta;
    if (hasLane(events.maskLow[k], events.maskHigh[k], lane)) return laneStates[ACTIVE].mark;
    return laneStates[hasLane(events.livingLow[k], events.livingHigh[k], lane) ? INACTIVE : DISABLED].mark;
  }

  place(pc) {
    const { line } = this.meta.program[pc];
    return line < 0 ? '' : this.meta.lines[line].place;
  }

  // Everything about instruction k as rows of names and values.
  instructionRows(k) {
    const { events } = this.model;
    const { program, units } = this.meta;
    const pc = events.pc[k];
    const same = units.filter((entry) => entry.name === program[pc].unit);
    const cycles = ['select', 'enter', 'offer', 'retire', 'ready']
      .map((name) => `${name} ${events[name][k] < 0 ? '\u2013' : events[name][k]}`)
      .join(', ');
    const unit = events.instance[k] < 0 ? 'not entered' : same.length > 1 ? `${same[0].name} ${events.instance[k]}` : same[0].name;
    const passes = program[pc].unit === 'lds' && events.degree[k] > same[0].beats ? `, ${events.degree[k]} passes for ${same[0].beats}` : '';
    return [
      ['instruction', program[pc].text, 'code'],
      ['bundle', this.model.text(k) === program[pc].text ? '' : this.model.text(k), 'code'],
      ['where', `pc ${pc}${this.place(pc) ? `, ${this.place(pc)}` : ''}`],
      ['issue', `number ${events.sequence[k]}, warp ${events.warp[k]}, slot ${events.slot[k]}`],
      ['cycles', cycles],
      ['unit', unit + passes],
      ['mask', this.maskText(k), 'code'],
      ['stack', this.meta.hasDepth ? count(events.depth[k], 'entry', 'entries') : ''],
    ];
  }

  // The state of a row in a cycle, with its meaning; if a pixel covers many cycles, the shares of states.
  stateRows(hit) {
    const { model, meta, pane } = this;
    const { row, cycle } = hit;
    const tables = { slot: [model.slots, meta.states], warp: [model.warps, meta.states], unit: [model.units, meta.unitStates], bank: [model.banks, meta.bankStates] };
    if (tables[row.kind]) {
      const [rows, states] = tables[row.kind];
      const runs = rows[row.index];
      const place = lastAtMost(runs.starts, cycle, runs.states.length);
      if (hit.isMany) return this.shareRows(runs, states, cycle);
      const state = states[runs.states[place]];
      const [from, to] = [runs.starts[place], runs.starts[place + 1]];
      const length = to - from > 1 ? `, cycles ${from} to ${to - 1}` : '';
      return [['state', `${state.mark}  ${state.name}${length}`], ['', state.help]];
    }
    if (row.kind === 'lane') {
      const spans = model.laneSpans(pane.warp);
      const state = meta.laneStates[model.laneState(spans[model.spanAt(spans, cycle)], row.index)];
      const lanes = row.last > row.index ? `${row.index} to ${row.last}` : row.index;
      return [[row.last > row.index ? 'lanes' : 'lane', `${lanes} of warp ${pane.warp}: ${state.mark}  ${state.name}`], ['', state.help]];
    }
    return [];
  }

  shareRows(runs, states, cycle) {
    const to = Math.min(cycle + Math.ceil(this.pane.view.span / this.pane.timeline.width), this.model.end);
    const sums = new Map();
    for (let k = lastAtMost(runs.starts, cycle, runs.states.length); k < runs.states.length && runs.starts[k] < to; k++) {
      const length = Math.min(runs.starts[k + 1], to) - Math.max(runs.starts[k], cycle);
      sums.set(runs.states[k], (sums.get(runs.states[k]) || 0) + length);
    }
    const rows = [...sums].sort((a, b) => b[1] - a[1]).slice(0, 6);
    return rows.map(([state, length]) => [`${states[state].mark}  ${states[state].name}`, share(length, to - cycle)]);
  }

  // A warp between two instructions: k is over, the next is not issued yet.
  betweenRows(warp, cycle, k) {
    const { model } = this;
    const { states } = this.meta;
    const { events, byWarp, warps } = model;
    const runs = warps[warp];
    const state = states[runs.states[lastAtMost(runs.starts, cycle, runs.states.length)]].name;
    const next = byWarp[warp][model.lastSelected(byWarp[warp], cycle) + 1];
    const coming = next === undefined ? '' : `${model.text(next)}, in cycle ${events.select[next]}`;
    return [
      ['', state === 'not_selected' || state === 'drain' ? '' : 'The warp itself is ready.'],
      ['before this', model.text(k), 'code'],
      ['next', coming, 'code'],
    ];
  }

  // The tooltip of a place in the timeline.
  tip(hit) {
    const { row, cycle, k } = hit;
    const { meta, model, pane } = this;
    const last = Math.min(cycle + Math.ceil(this.pane.view.span / this.pane.timeline.width), model.end) - 1;
    const when = hit.isMany ? `cycles ${cycle} to ${last}` : `cycle ${cycle}`;
    const who = row.kind === 'active' || row.kind === 'depth' ? '' : `, ${row.label}`;
    const nodes = [element('div', 'tip-head', when + who)];
    let rows = this.stateRows(hit);
    const piece = row.kind === 'warp' && !hit.isMany && pane.hasChain ? model.chainAt(row.index, cycle) : -1;
    if (piece >= 0) rows.push(['chain', `${this.meta.states[model.chain.states[piece]].name}: this cycle bounds the run`]);
    if (k >= 0 && !hit.isMany) {
      const isBetween = row.kind === 'warp' && model.over(k) <= cycle;
      if (row.kind === 'unit' && model.leaves(k) <= cycle) rows.push(['further on', 'in later stages:']);
      rows = [...rows, ...(isBetween ? this.betweenRows(row.index, cycle, k) : this.instructionRows(k))];
    } else if (!hit.isMany && row.kind === 'warp' && meta.inFlight > 1) {
      for (const one of model.inFlight(row.index, cycle)) rows.push(['in flight', model.text(one), 'code']);
    } else if (hit.isMany) {
      rows.push(['', 'zoom in for single instructions']);
    }
    nodes.push(pairs(rows));
    return nodes;
  }

  // The panel: the chosen instruction, the chosen line, or what to do.
  panel() {
    const { pane, meta } = this;
    const parts = [];
    if (pane.instruction >= 0) {
      parts.push(element('div', '', element('h3', '', 'Chosen instruction'), pairs(this.instructionRows(pane.instruction))));
    }
    if (pane.line >= 0) parts.push(this.linePart(meta.lines[pane.line]));
    if (!parts.length) {
      return [element('p', 'empty', 'Click an instruction in the timeline or a line of the source to see what it did and cost.')];
    }
    return [element('div', 'split', ...parts)];
  }

  // The words of a line that became several, or has a macro's arguments in it: disassembled, with counts.
  wordRows(line) {
    const { program, lines } = this.meta;
    if (line.pcs.length < 2 && !line.text.includes('\\')) return [];
    const shown = line.pcs.slice(0, 24).map((pc) => {
      const { issues, disagreements } = lines[program[pc].row];
      const split = disagreements ? `, disagreed ${disagreements}` : '';
      return [`pc ${pc}`, `${program[pc].text}  \u00b7  ${count(issues, 'time')}${split}`, 'code'];
    });
    if (line.pcs.length > 24) shown.push(['', `and ${line.pcs.length - 24} more`]);
    return shown;
  }

  linePart(line) {
    const sum = (counts) => Object.values(counts).reduce((a, b) => a + b, 0);
    const top = (counts) =>
      Object.entries(counts).slice(0, 4).map(([name, count]) => `${name} ${count}`).join(', ');
    const kept = this.pane.occurrences;
    return element(
      'div',
      '',
      element('h3', '', `${line.place}`),
      pairs([
        ['text', line.text, 'code'],
        ['issued', `${count(line.issues, 'time')}${kept !== line.issues ? `, ${kept} in the timeline` : ''}`],
        ['slots lost', sum(line.lost) ? `${sum(line.lost)}: ${top(line.lost)}` : 'none'],
        ['warp cycles', sum(line.states) ? `${sum(line.states)}: ${top(line.states)}` : ''],
        ['passes', line.degree === null ? '' : `${line.degree.toFixed(2)} per beat of an access`],
        ...line.accesses.map((text, k) => [k ? '' : 'accesses', text]),
        ['lanes', line.lanes === null ? '' : `${line.lanes.toFixed(2)} active of ${this.meta.lanes}`],
        ['lanes lost', sum(line.lanesLost) ? `${sum(line.lanesLost)}: ${top(line.lanesLost)}` : ''],
        ...this.wordRows(line),
        ['disagreed', line.disagreements ? `${count(line.disagreements, 'time')}: the active lanes did not agree on the jump` : ''],
      ])
    );
  }
}
