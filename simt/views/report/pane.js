// A timeline with all that belongs to it: its record, the view of it, what is chosen, tooltip and crosshair.
//
// page: gets the events of the pane: `under` (lines and place under the pointer), `changed` (something is chosen, or
// nothing), `moved` (other cycles are shown). suffix: the end of the ids of its elements. extent: the cycles of the strip,
// by default the cycles of the record. isShort: the rows of slots, warps and units alone.

class Pane {
  constructor(page, model, view, { suffix = '', extent = model.meta.record, isShort = false } = {}) {
    Object.assign(this, { page, model, view, extent, isShort });
    const part = (name) => document.getElementById(name + suffix);
    this.firstWarp = model.meta.stop && model.meta.stop.warp >= 0 ? model.meta.stop.warp : 0;
    this.warp = this.firstWarp;
    this.pcs = new Set(); // of the chosen line
    this.line = -1;
    this.instruction = -1;
    this.occurrences = 0;
    this.hasChain = model.chain !== null;
    this.tip = part('tip');
    this.cross = part('cross');
    this.timeline = new Timeline(this, part('canvas'), part('strip'));
    this.controls = new Controls(this);
    this.details = new Details(this);
    new ResizeObserver(() => this.timeline.resize()).observe(part('plot'));
  }

  // The timeline has been drawn: what is under a pointer that rests is something else now.
  drawn() {
    if (!this.controls) return; // the first picture, of a pane that is being made
    this.controls.follow();
    this.page.moved(this);
  }

  chooseWarp(warp) {
    this.warp = warp;
    if (this.model.meta.hasMasks) this.timeline.layout();
    this.page.changed(this);
  }

  // The pointer is over a place of the timeline, or null.
  hover(hit, x = 0, y = 0) {
    this.tip.hidden = !hit;
    this.cross.hidden = !hit;
    if (!hit) {
      this.page.under(this, [], null);
      return;
    }
    const isOne = hit.k >= 0 && !hit.isMany;
    const entry = isOne ? this.model.meta.program[this.model.events.pc[hit.k]] : null;
    this.page.under(this, entry ? [entry.line, entry.row] : [], hit);
    this.cross.style.left = `${x}px`;
    this.tip.replaceChildren(...this.details.tip(hit));
    const plot = this.tip.parentElement;
    const left = x + 16 + this.tip.offsetWidth > plot.clientWidth ? x - 16 - this.tip.offsetWidth : x + 16;
    this.tip.style.left = `${Math.max(left, 2)}px`;
    // Below the row; above it where the window ends. Below the last lane, so that it covers no other lane.
    const lanes = hit.row.kind === 'lane' ? this.timeline.rows.filter((row) => row.kind === 'lane') : [hit.row];
    const last = lanes[lanes.length - 1];
    const below = last.y + last.height + 6;
    const above = lanes[0].y - 6 - this.tip.offsetHeight;
    const { top } = plot.getBoundingClientRect();
    const fits = top + below + this.tip.offsetHeight <= innerHeight;
    this.tip.style.top = `${fits || top + above < 0 ? below : above}px`;
  }

  click(hit, x, y) {
    this.timeline.canvas.focus({ preventScroll: true });
    if (!hit) {
      const row = this.timeline.rows.find((entry) => y >= entry.y && y < entry.y + entry.height);
      if (row && row.kind === 'warp') this.chooseWarp(row.index);
      else this.page.clear();
      return;
    }
    if (hit.row.kind === 'warp') this.chooseWarp(hit.row.index);
    if (hit.k < 0 || hit.isMany) {
      this.view.zoom(4, this.timeline.cycleAt(x));
      return;
    }
    this.chooseInstruction(hit.k);
  }

  chooseInstruction(k) {
    const { events, meta } = this.model;
    const entry = meta.program[events.pc[k]];
    this.instruction = k;
    this.setLine(entry.line >= 0 ? entry.line : entry.row);
  }

  // Make a line of the program the chosen one, -1 for none.
  setLine(number) {
    const { events } = this.model;
    this.line = number;
    this.pcs = new Set(number < 0 ? [] : this.model.meta.lines[number].pcs);
    this.occurrences = 0;
    for (let k = 0; k < events.count; k++) {
      if (events.select[k] >= this.model.first && this.pcs.has(events.pc[k])) this.occurrences++;
    }
    this.page.changed(this);
    this.timeline.queue();
  }

  // Move to the chosen line's next instruction if none of them is in view.
  showLine() {
    const { events } = this.model;
    let found = -1;
    for (let k = 0; k < events.count; k++) {
      if (!this.pcs.has(events.pc[k])) continue;
      if (this.model.over(k) > this.view.from && events.select[k] < this.view.to) return;
      if (found < 0 || events.select[found] < this.view.from) found = k;
    }
    if (found >= 0) this.view.reveal(events.select[found], this.model.over(found));
  }

  // The next (1) or previous (-1) instruction of the warp, or one of the neighbouring warp at that time.
  step(along, across) {
    const { model, view } = this;
    const { events, meta } = model;
    const k = this.instruction;
    const warp = Math.min(Math.max((k < 0 ? this.warp : events.warp[k]) + (k < 0 ? 0 : across), 0), meta.warps - 1);
    const list = model.byWarp[warp];
    if (!list.length) return;
    const near = along && k >= 0 ? list.indexOf(k) : model.lastSelected(list, k < 0 ? view.from : events.select[k]);
    const place = Math.min(Math.max(near + (k < 0 ? 1 : along), 0), list.length - 1);
    this.chooseWarp(warp);
    this.chooseInstruction(list[place]);
    view.reveal(events.select[list[place]], model.over(list[place]));
  }

  // Draw the chain that bounds the run, or leave it out.
  showChain(isShown) {
    this.hasChain = isShown && this.model.chain !== null;
    this.timeline.queue();
    this.page.changed(this);
  }

  clear() {
    this.instruction = -1;
    this.setLine(-1);
  }
}

// Draw timelines again when the colours of the page become others: another scheme, paper, fonts.
function watchColors(timelines) {
  const draw = () => timelines.forEach((timeline) => timeline.draw());
  const recolor = (isPrint) => {
    for (const timeline of timelines) timeline.readColors(isPrint);
    draw();
  };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => recolor(false));
  addEventListener('beforeprint', () => recolor(true));
  addEventListener('afterprint', () => recolor(false));
  document.addEventListener('visibilitychange', draw);
  document.fonts.ready.then(draw);
}
