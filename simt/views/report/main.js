// The page's state (view, chosen warp, line and instruction), and what connects its parts.

class App {
  constructor(model) {
    this.model = model;
    this.view = new View(model.first, model.end);
    this.warp = model.meta.stop && model.meta.stop.warp >= 0 ? model.meta.stop.warp : 0;
    this.pcs = new Set(); // of the chosen line
    this.line = -1;
    this.instruction = -1;
    this.occurrences = 0;
    this.tip = document.getElementById('tip');
    this.cross = document.getElementById('cross');
    this.timeline = new Timeline(this, document.getElementById('canvas'), document.getElementById('strip'));
    this.controls = new Controls(this);
    this.details = new Details(this);
    this.source = new Source(this, document.getElementById('source'));
    this.tools();
    this.panel();
  }

  tools() {
    const { view } = this;
    const on = (id, act) => document.getElementById(id).addEventListener('click', act);
    on('pan-left', () => view.pan(-0.25));
    on('pan-right', () => view.pan(0.25));
    on('zoom-in', () => view.zoom(2));
    on('zoom-out', () => view.zoom(0.5));
    on('zoom-fit', () => view.fit());
    const goto = document.getElementById('goto');
    goto.addEventListener('change', () => {
      if (goto.value === '') return;
      const span = Math.min(view.span, 120);
      const { first, end } = this.model;
      const cycle = Math.min(Math.max(Math.floor(Number(goto.value)), first), end - 1);
      goto.value = String(cycle); // what was asked for may be outside
      view.show(cycle - span / 2, span);
    });
    const warps = document.getElementById('warp');
    for (let warp = 0; warp < this.model.meta.warps; warp++) warps.append(new Option(String(warp), String(warp)));
    warps.value = String(this.warp);
    warps.addEventListener('change', () => this.chooseWarp(Number(warps.value)));
    document.getElementById('warp-label').hidden = !this.model.meta.hasMasks || this.model.meta.warps < 2;
    const recolor = (isPrint) => {
      this.timeline.readColors(isPrint);
      this.timeline.draw();
    };
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => recolor(false));
    window.addEventListener('beforeprint', () => recolor(true));
    window.addEventListener('afterprint', () => recolor(false));
    new ResizeObserver(() => this.timeline.resize()).observe(document.getElementById('plot'));
    document.addEventListener('visibilitychange', () => this.timeline.draw());
    document.fonts.ready.then(() => this.timeline.draw());
  }

  shown(text) {
    document.getElementById('shown').textContent = text;
  }

  chooseWarp(warp) {
    this.warp = warp;
    document.getElementById('warp').value = String(warp);
    if (this.model.meta.hasMasks) this.timeline.layout();
  }

  // The pointer is over a place of the timeline, or null.
  hover(hit, x = 0, y = 0) {
    this.tip.hidden = !hit;
    this.cross.hidden = !hit;
    if (!hit) {
      this.source.hover([]);
      return;
    }
    const isOne = hit.k >= 0 && !hit.isMany;
    const entry = isOne ? this.model.meta.program[this.model.events.pc[hit.k]] : null;
    this.source.hover(entry ? [entry.line, entry.row] : []);
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
      else this.clear();
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
    this.setLine(entry.line >= 0 ? entry.line : entry.row, [entry.line, entry.row]);
  }

  // A line of the listings: a second click takes the choice back.
  chooseLine(number) {
    this.instruction = -1;
    if (number === this.line) {
      this.clear();
      return;
    }
    this.setLine(number, [number]);
    this.showLine();
  }

  setLine(number, rows) {
    this.line = number;
    this.pcs = new Set(this.model.meta.lines[number].pcs);
    this.occurrences = 0;
    const { events } = this.model;
    for (let k = 0; k < events.count; k++) {
      if (events.select[k] >= this.model.first && this.pcs.has(events.pc[k])) this.occurrences++;
    }
    this.source.choose(rows);
    this.panel();
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

  clear() {
    this.pcs = new Set();
    this.line = -1;
    this.instruction = -1;
    this.source.choose([]);
    this.panel();
    this.timeline.queue();
  }

  panel() {
    document.getElementById('details').replaceChildren(...this.details.panel());
  }
}

// The side beside the timeline ends where the window ends, so that details and legend are always in view.
function fitSide() {
  const side = document.getElementById('side');
  const isBeside = matchMedia('(min-width: 981px)').matches;
  const top = Math.max(side.getBoundingClientRect().top, 8);
  side.style.maxHeight = isBeside ? `${Math.max(innerHeight - top - 8, 420)}px` : '';
}

// Without a record the listings still switch between lines and instructions.
const WITHOUT_RECORD = { chooseLine() {}, clear() {} };

function start() {
  const meta = JSON.parse(document.getElementById('meta').textContent);
  const texts = JSON.parse(new TextDecoder().decode(inflate(document.getElementById('texts').textContent)));
  Object.assign(meta, { lines: texts.lines, program: texts.program });
  // The listing that the page does not open with is HTML of the same making as the rest of the page (markup.py).
  if (texts.listing) document.querySelector('[data-listing="instructions"]').innerHTML = texts.listing;
  fitSide();
  addEventListener('scroll', fitSide, { passive: true });
  addEventListener('resize', fitSide);
  if (!meta.hasRecord) {
    new Source(WITHOUT_RECORD, document.getElementById('source'));
    document.getElementById('details').hidden = true;
    return;
  }
  const bytes = inflate(document.getElementById('packed').textContent);
  const model = new Model(meta, bytes);
  document.getElementById('stage').hidden = false;
  document.getElementById('tools').hidden = false;
  const app = new App(model);
  // For tests, and for the curious: where a cycle of a row is on the screen, and what is shown.
  window.simtReport = {
    app,
    view: () => ({ from: app.view.from, to: app.view.to }),
    show: (from, to) => app.view.show(from, to - from),
    draw: () => app.timeline.draw(),
    rows: () => app.timeline.rows.map(({ kind, index, y, height }) => ({ kind, index, y, height })),
    where(kind, index, cycle) {
      const row = app.timeline.rows.find((entry) => entry.kind === kind && entry.index === index);
      return { x: app.timeline.painter.x(cycle + 0.5), y: row.y + row.height / 2, height: row.height };
    },
  };
}

try {
  start();
} catch (error) {
  const box = document.getElementById('problem');
  box.hidden = false;
  box.textContent = `The timeline cannot be shown: ${error.message}`;
  console.error(error);
} finally {
  document.documentElement.setAttribute('data-ready', '');
}
