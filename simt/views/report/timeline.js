// The timeline: the places of its rows, their drawing, and the place under a point.

const AXIS = 26, HEADING = 19, GAP = 6, CHAIN = 3;
const LABEL = 20; // pixels from the name of a low row to the next one

class Timeline {
  constructor(pane, canvas, strip) {
    Object.assign(this, { pane, canvas, strip, model: pane.model, view: pane.view });
    this.painter = new Painter(canvas.getContext('2d'));
    this.isQueued = false;
    this.rows = [];
    this.readColors();
    this.layout();
    this.view.listeners.push(() => this.queue());
  }

  // --- geometry ---

  readColors(isPrint = false) {
    const { meta } = this.model;
    const style = getComputedStyle(document.documentElement);
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches && !isPrint;
    const color = (name) => style.getPropertyValue(name).trim();
    this.ink = {};
    for (const name of ['text', 'soft', 'line', 'grid', 'plot', 'accent', 'bad', 'frame']) this.ink[name] = color(`--${name}`);
    this.states = meta.states.map((state) => paintable(state, isDark));
    this.bankStates = meta.bankStates.map((state) => paintable(state, isDark));
    this.unitStates = meta.unitStates.map((state) => paintable(state, isDark));
    this.laneStates = meta.laneStates.map((state) => paintable(state, isDark));
  }

  layout() {
    const { pane } = this;
    const { meta } = this.model;
    const width = Math.max(this.canvas.parentElement.clientWidth, 240);
    this.left = width < 560 ? 56 : 84;
    this.width = width - this.left - 8;
    this.rows = [];
    this.headings = [];
    let y = AXIS;
    const heading = (text) => {
      this.headings.push({ y, text });
      y += HEADING;
    };
    // A row of several lanes has the numbers of the first and the last one.
    const row = (kind, index, label, height, gap = 1, last = index) => {
      this.rows.push({ kind, index, last, label, y, height });
      y += height + gap;
    };
    heading(meta.width > 1 ? 'issue slots' : 'issue slot');
    for (let slot = 0; slot < meta.width; slot++) row('slot', slot, `slot ${slot}`, 15);
    y += GAP;
    heading(meta.warps > 1 ? 'warps' : 'warp');
    const high = meta.warps <= 16 ? 17 : meta.warps <= 32 ? 12 : 8;
    const gap = this.model.chain ? CHAIN + 1 : 1;
    for (let warp = 0; warp < meta.warps; warp++) row('warp', warp, `warp ${warp}`, high, gap);
    y += GAP;
    heading('units: first stage');
    meta.units.forEach((unit, place) => row('unit', place, unit.label, 13));
    if (meta.banks && !pane.isShort) {
      y += GAP;
      heading(meta.hasAllBanks ? 'banks: words asked' : 'banks: words asked of the busiest');
      for (let bank = 0; bank < meta.banks; bank++) {
        row('bank', bank, meta.hasAllBanks ? `bank ${bank}` : 'most', meta.banks <= 8 ? 12 : 9);
      }
    }
    if (meta.hasMasks && !pane.isShort) {
      y += GAP;
      heading(`active lanes of ${meta.lanes} per issued instruction`);
      row('active', 0, 'share', 40);
      y += GAP;
      heading(`lanes of warp ${this.pane.warp}`);
      // Lanes that do the same all the time share a row: on a device that is most of them.
      const groups = this.model.laneGroups(this.pane.warp);
      this.isShared = groups.length < meta.lanes;
      const tall = groups.length <= 16 ? 13 : groups.length <= 32 ? 9 : 6;
      const many = this.left < 60 ? '' : 'lanes ';
      for (const [first, last] of groups) row('lane', first, first === last ? `lane ${first}` : `${many}${first}-${last}`, tall, 1, last);
      if (meta.hasDepth) {
        y += GAP;
        heading(`stack of warp ${this.pane.warp}`);
        row('depth', 0, 'entries', 36);
      }
    }
    this.height = y + 8;
    this.ratio = window.devicePixelRatio || 1;
    for (const [element, tall] of [[this.canvas, this.height], [this.strip, 52]]) {
      element.style.height = `${tall}px`;
      element.width = Math.round(width * this.ratio);
      element.height = Math.round(tall * this.ratio);
    }
    // A canvas with a new size is empty: it is drawn at once, not in a later frame, which a hidden page never gets.
    this.draw();
  }

  resize() {
    const width = Math.max(this.canvas.parentElement.clientWidth, 240);
    const isSame = this.canvas.width === Math.round(width * (window.devicePixelRatio || 1));
    if (!isSame) this.layout();
  }

  cycleAt(x) {
    return this.view.from + ((x - this.left) / this.width) * this.view.span;
  }

  // The cycle at a place of the strip.
  stripCycle(x) {
    const [first, end] = this.pane.extent;
    return first + ((x - this.left) / this.width) * (end - first);
  }

  // The place under a point of the canvas: row, cycle, and the instruction there, -1 for none. Null outside the rows.
  hit(x, y) {
    if (x < this.left || x >= this.left + this.width) return null;
    const row = this.rows.find((entry) => y >= entry.y && y < entry.y + entry.height + 1);
    if (!row) return null;
    const cycle = Math.floor(this.cycleAt(x));
    if (cycle < this.model.first || cycle >= this.model.end) return null; // the record is shorter than the view
    return { row, cycle, k: this.instructionAt(row, cycle), isMany: this.width / this.view.span < 1 };
  }

  instructionAt(row, cycle) {
    const { model } = this;
    if (row.kind === 'slot') return model.instructionOfSlot(row.index, cycle);
    if (row.kind === 'unit') return model.instructionOfUnit(row.index, cycle);
    if (row.kind === 'bank') return -1;
    if (row.kind === 'active') return model.instructionIn(cycle);
    return model.instructionOfWarp(row.kind === 'warp' ? row.index : this.pane.warp, cycle);
  }

  // --- drawing ---

  queue() {
    if (this.isQueued) return;
    if (document.hidden) {
      this.draw();
      return;
    }
    this.isQueued = true;
    requestAnimationFrame(() => {
      this.isQueued = false;
      this.draw();
    });
  }

  draw() {
    const { pane, painter, view } = this;
    const { context } = painter;
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.fillStyle = this.ink.plot;
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    painter.frame(this.left, this.width, this.ratio, view);
    this.drawAxis(context);
    painter.letters();
    this.drawGrounds(context);
    for (const row of this.rows) this.drawRow(painter, row);
    this.drawHighlights(context);
    if (pane.hasChain) this.drawChain(context);
    this.drawMarks(context);
    this.drawLabels(context);
    this.drawStrip();
    const last = Math.min(Math.ceil(view.to), view.end) - 1;
    this.shown = `cycles ${Math.floor(view.from)} to ${last}`;
    this.pane.drawn();
  }

  drawRow(painter, row) {
    const { model } = this;
    const { meta, events } = model;
    const name = (cycle) => {
      const k = this.instructionAt(row, cycle);
      const isOver = k < 0 || (row.kind === 'warp' && cycle >= Math.max(model.over(k), events.select[k] + 1));
      return isOver ? '' : row.kind === 'warp' ? model.text(k) : meta.program[events.pc[k]].text;
    };
    if (row.kind === 'slot') painter.runs(row, model.slots[row.index], this.states, name);
    else if (row.kind === 'bank') painter.runs(row, model.banks[row.index], this.bankStates);
    else if (row.kind === 'unit') painter.runs(row, model.units[row.index], this.unitStates, name);
    else if (row.kind === 'warp') painter.runs(row, model.warps[row.index], this.states, name);
    else if (row.kind === 'lane') {
      painter.lane(row, row.index, model, model.laneSpans(this.pane.warp), this.laneStates);
    } else if (row.kind === 'active') {
      painter.chart(row, this.states[0].color, this.ink.line, (from, to) => {
        const begin = lastAtMost(events.select, from - 1) + 1;
        const end = lastAtMost(events.select, to - 1) + 1;
        return end > begin
          ? (model.activeBefore[end] - model.activeBefore[begin]) / ((end - begin) * meta.lanes)
          : -1;
      });
    } else {
      const list = model.byWarp[this.pane.warp];
      const most = this.deepest(list);
      painter.chart(row, this.ink.soft, this.ink.grid, (from, to) => {
        const last = model.lastSelected(list, to - 1);
        let depth = model.depthAt(list, last, to - 1);
        for (let place = last; place >= 0 && events.select[list[place]] >= from; place--) {
          depth = Math.max(depth, events.depth[list[place]]);
        }
        return depth / most;
      });
      row.label = `0 to ${most}`;
    }
  }

  // Rows of boxes have a background and a frame: white boxes would be lost on a white page.
  drawGrounds(context) {
    for (const kind of ['slot', 'warp', 'unit', 'bank', 'lane']) {
      const rows = this.rows.filter((row) => row.kind === kind);
      if (!rows.length) continue;
      const [top, last] = [rows[0].y - 1, rows[rows.length - 1]];
      const x0 = Math.max(this.painter.x(this.model.first), this.left);
      const x1 = Math.min(this.painter.x(this.model.end), this.left + this.width);
      context.fillStyle = kind === 'lane' ? this.ink.frame : this.ink.line;
      if (x1 > x0) context.fillRect(x0 - 1, top, x1 - x0 + 2, last.y + last.height + 1 - top);
    }
  }

  deepest(list) {
    let most = 1;
    for (const k of list) most = Math.max(most, this.model.events.depth[k]);
    return most;
  }

  drawAxis(context) {
    const { view } = this;
    const step = roundStep((view.span / this.width) * 78);
    context.font = LABEL_FONT;
    context.textBaseline = 'alphabetic';
    context.textAlign = 'center';
    for (let cycle = Math.ceil(view.from / step) * step; cycle < view.to; cycle += step) {
      const x = Math.round(this.painter.x(cycle)) + 0.5;
      context.fillStyle = this.ink.grid;
      context.fillRect(x - 0.5, AXIS - 4, 1, this.height - AXIS);
      context.fillStyle = this.ink.soft;
      if (x > this.left + 14 && x < this.left + this.width - 14) context.fillText(cycle, x, AXIS - 9);
    }
    context.textAlign = 'left';
    context.fillStyle = this.ink.soft;
    context.fillText('cycle', 10, AXIS - 9);
  }

  // The chosen line's instructions stand out: everything else in the rows of warps, slots and units is veiled.
  drawHighlights(context) {
    const { pane, painter } = this;
    if (!pane.pcs.size) return;
    for (const row of this.rows) {
      if (row.kind !== 'warp' && row.kind !== 'slot' && row.kind !== 'unit') continue;
      const spans = this.chosenSpans(row);
      context.fillStyle = this.ink.plot;
      context.globalAlpha = 0.68;
      let x = this.left;
      for (const [from, to] of spans) {
        const x0 = Math.max(painter.x(from), this.left);
        if (x0 > x) context.fillRect(x, row.y, x0 - x, row.height);
        x = Math.max(x, Math.max(painter.x(to), x0 + 1));
      }
      if (x < this.left + this.width) context.fillRect(x, row.y, this.left + this.width - x, row.height);
      context.globalAlpha = 1;
      context.fillStyle = this.ink.accent;
      for (const [from, to] of spans) {
        const x0 = Math.max(painter.x(from), this.left);
        const x1 = Math.min(Math.max(painter.x(to) - (painter.scale >= 7 ? 1 : 0), x0 + 1), this.left + this.width);
        context.fillRect(x0, row.y + row.height - 2, x1 - x0, 2);
      }
    }
  }

  // The cycles, [from, to], that the chosen line's instructions take in a row, in order and inside the view.
  chosenSpans(row) {
    const { pane, model, view } = this;
    const { events } = model;
    const spans = [];
    const near = 0.5 / this.painter.scale; // spans closer than half a pixel are one
    const add = (k, from, to) => {
      if (!pane.pcs.has(events.pc[k]) || to <= view.from || from >= view.to) return;
      const last = spans[spans.length - 1];
      if (last && from - last[1] < near) last[1] = Math.max(last[1], to);
      else spans.push([from, to]);
    };
    if (row.kind === 'warp') {
      const list = model.byWarp[row.index];
      let place = Math.max(model.lastSelected(list, view.from), 0);
      if (model.meta.inFlight > 1) place = 0; // any earlier one may still be in flight
      while (place > 0 && events.select[list[place - 1]] === events.select[list[place]]) place--; // all of a bundle
      for (; place < list.length; place++) {
        if (events.select[list[place]] >= view.to) break;
        add(list[place], events.select[list[place]], model.over(list[place]));
      }
    } else if (row.kind === 'slot') {
      for (let k = Math.max(lastAtMost(events.select, view.from - 1), 0); k < events.count; k++) {
        if (events.select[k] >= view.to) break;
        if (events.slot[k] === row.index) add(k, events.select[k], events.select[k] + 1);
      }
    } else {
      for (const k of model.byInstance[row.index]) {
        if (events.enter[k] >= view.to) break;
        const isFine = this.painter.isWide && pane.pcs.has(events.pc[k]);
        add(k, events.enter[k], isFine ? model.leaves(k) : events.enter[k] + events.degree[k]);
      }
    }
    return spans;
  }

  // The chain that bounds the run: a line below its warp; if cycles are wide, from warp to warp too.
  drawChain(context) {
    const { painter, view } = this;
    const { starts, warps } = this.model.chain;
    const rows = this.rows.filter((row) => row.kind === 'warp');
    const clipped = (cycle) => Math.min(Math.max(painter.x(cycle), this.left), this.left + this.width);
    const below = (warp) => rows[warp].y + rows[warp].height;
    context.fillStyle = this.ink.text;
    for (let k = Math.max(lastAtMost(starts, view.from, warps.length), 0); k < warps.length && starts[k] < view.to; ) {
      const [first, warp] = [k, warps[k]];
      while (k < warps.length && warps[k] === warp) k++;
      const [x0, x1] = [clipped(starts[first]), clipped(starts[k])];
      if (x1 > x0) context.fillRect(x0, below(warp), Math.max(x1 - x0, 0.5), CHAIN - 1);
      if (!painter.isWide || k === warps.length || x1 >= this.left + this.width || x1 <= this.left) continue;
      const [low, high] = [below(warp), below(warps[k])].sort((a, b) => a - b);
      context.fillRect(x1 - 1, low, 1.5, high - low + CHAIN - 1);
    }
  }

  // The chosen instruction, and the cycle in which the run stopped.
  drawMarks(context) {
    const { pane, model, painter, ink } = this;
    const { events, meta } = model;
    const outline = (row, from, to) => {
      const x0 = Math.max(painter.x(from), this.left);
      const x1 = Math.min(painter.x(to), this.left + this.width);
      if (!row || x1 <= x0) return;
      context.lineWidth = 3;
      context.strokeStyle = ink.plot;
      context.strokeRect(x0 - 1, row.y - 1, Math.max(x1 - x0, 3) + 1, row.height + 2);
      context.lineWidth = 1.5;
      context.strokeStyle = ink.text;
      context.strokeRect(x0 - 1, row.y - 1, Math.max(x1 - x0, 3) + 1, row.height + 2);
    };
    const k = pane.instruction;
    if (k >= 0) {
      const find = (kind, index) => this.rows.find((row) => row.kind === kind && row.index === index);
      outline(find('warp', events.warp[k]), events.select[k], model.over(k));
      outline(find('slot', events.slot[k]), events.select[k], events.select[k] + 1);
      if (events.instance[k] >= 0) {
        outline(find('unit', model.unitOf(k)), events.enter[k], model.leaves(k));
      }
    }
    if (meta.stop && meta.stop.cycle >= this.view.from && meta.stop.cycle <= this.view.to) {
      const x = Math.min(painter.x(meta.stop.cycle + 0.5), this.left + this.width - 1);
      context.strokeStyle = ink.bad;
      context.lineWidth = 1.5;
      context.setLineDash([5, 3]);
      context.beginPath();
      context.moveTo(x, AXIS - 4);
      context.lineTo(x, this.height);
      context.stroke();
      context.setLineDash([]);
      context.fillStyle = ink.bad;
      context.font = LABEL_FONT;
      context.textAlign = 'right';
      context.textBaseline = 'alphabetic';
      context.fillText('stop', x - 4, AXIS + 9);
    }
  }

  drawLabels(context) {
    context.fillStyle = this.ink.plot;
    context.fillRect(0, AXIS - 4, this.left - 1, this.height);
    context.textBaseline = 'middle';
    context.font = LABEL_FONT;
    context.textAlign = 'right';
    let named = -Infinity;
    for (const row of this.rows) {
      // Of low rows only some have a name: every fourth, or if lanes share rows, those that have room for one.
      if (row.height < 12 && (this.isShared && row.kind === 'lane' ? row.y < named : row.index % 4)) continue;
      named = row.y + LABEL;
      const isChosen = row.kind === 'warp' && this.model.meta.hasMasks && row.index === this.pane.warp;
      context.fillStyle = isChosen ? this.ink.accent : this.ink.text;
      context.fillText(row.label, this.left - 6, row.y + row.height / 2);
    }
    context.textAlign = 'left';
    context.fillStyle = this.ink.soft;
    context.font = `600 ${LABEL_FONT}`;
    for (const { y, text } of this.headings) context.fillText(text, 10, y + HEADING / 2);
  }

  // The strip: issue slots of the whole record, and the part that is shown below.
  drawStrip() {
    const { meta, spans } = this.model;
    const context = this.strip.getContext('2d');
    const [first, end] = this.pane.extent;
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.fillStyle = this.ink.plot;
    context.fillRect(0, 0, this.strip.width, this.strip.height);
    const at = (cycle) => Math.round((this.left + ((cycle - first) / (end - first)) * this.width) * this.ratio) / this.ratio;
    const [top, height] = [8, 36];
    spans.issued.forEach((_, place) => {
      const from = meta.record[0] + place * meta.span;
      const to = Math.min(from + meta.span, meta.record[1]);
      let y = top + height;
      for (const reason of meta.spanReasons) {
        const share = spans.slots[reason][place] / ((to - from) * meta.width);
        if (!share) continue;
        context.fillStyle = this.states.find((state) => state.name === reason).color;
        context.fillRect(at(from), y - share * height, Math.max(at(to) - at(from), 0.5), share * height);
        y -= share * height;
      }
    });
    const veil = (from, to) => {
      context.globalAlpha = 0.55;
      context.fillStyle = this.ink.plot;
      context.fillRect(at(from), top, at(to) - at(from), height);
      context.globalAlpha = 1;
    };
    veil(first, this.view.from);
    veil(this.view.to, end);
    if (meta.first > meta.record[0] || meta.end < meta.record[1]) {
      // Cycles that are shown one by one have a line below.
      context.fillStyle = this.ink.accent;
      context.fillRect(at(meta.first), top + height + 2, Math.max(at(meta.end) - at(meta.first), 2), 3);
    }
    context.strokeStyle = this.ink.text;
    context.lineWidth = 1.5;
    context.strokeRect(at(this.view.from), top - 2, Math.max(at(this.view.to) - at(this.view.from), 3), height + 4);
    context.fillStyle = this.ink.soft;
    context.font = LABEL_FONT;
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    context.fillText(this.left < 60 ? 'slots' : 'all slots', this.left - 6, top + height / 2);
  }
}
