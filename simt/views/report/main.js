// The report: one timeline beside the listings, and the connections between its parts.

class App {
  constructor(model, source, beside) {
    this.source = source;
    this.beside = beside;
    source.page = this;
    beside.page = this;
    this.address = new Address(this);
    this.findings = new Findings(this);
    const registers = document.getElementById('packed-registers');
    this.registers = registers ? new Registers(model, registers.textContent) : null;
    this.pane = new Pane(this, model, new View(model.first, model.end));
    this.tools();
    this.moved(this.pane);
    this.changed(this.pane);
    this.address.read();
    addEventListener('hashchange', () => this.address.read());
  }

  tools() {
    const { pane } = this;
    bindTools(pane.view);
    const { meta } = pane.model;
    const warps = document.getElementById('warp');
    for (let warp = 0; warp < meta.warps; warp++) warps.append(new Option(String(warp), String(warp)));
    warps.addEventListener('change', () => pane.chooseWarp(Number(warps.value)));
    const chain = document.getElementById('show-chain');
    chain.hidden = pane.model.chain === null;
    chain.addEventListener('click', () => pane.showChain(!pane.hasChain));
    document.getElementById('warp-label').hidden = !meta.hasMasks || meta.warps < 2;
    watchColors([pane.timeline]);
  }

  // --- events of the pane and the listings ---

  moved({ timeline }) {
    document.getElementById('shown').textContent = timeline.shown;
    this.address.write();
  }

  under(pane, numbers, hit) {
    if (this.registers && hit) {
      const { row, cycle, k } = hit;
      this.registers.show(row.kind === 'warp' ? row.index : k < 0 ? pane.warp : pane.model.events.warp[k], cycle);
    }
    this.source.hover(numbers);
  }

  changed(pane) {
    const { events, meta } = pane.model;
    const entry = pane.instruction < 0 ? null : meta.program[events.pc[pane.instruction]];
    const chosen = entry ? [entry.line, entry.row] : [pane.line];
    this.source.choose(chosen);
    this.beside.choose(chosen);
    if (entry && this.registers) this.registers.show(events.warp[pane.instruction], this.written(pane));
    this.findings.choose(chosen);
    document.getElementById('show-chain').setAttribute('aria-pressed', String(pane.hasChain));
    document.getElementById('warp').value = String(pane.warp);
    document.getElementById('details').replaceChildren(...pane.details.panel());
    this.address.write();
  }

  // The cycle in which the chosen instruction wrote its result, or its issue if it did not.
  written({ instruction, model }) {
    return Math.min(model.written[instruction] >= 0 ? model.written[instruction] : model.events.select[instruction], model.end - 1);
  }

  // A line of the listings: a second click undoes the choice.
  chooseLine(number) {
    const { pane } = this;
    pane.instruction = -1;
    pane.setLine(number === pane.line ? -1 : number);
    if (pane.line >= 0) pane.showLine();
  }

  // Choose a line, bring it into the listing, and the listing into the window.
  goToLine(number) {
    const row = this.source.rows.get(number);
    if (row) this.source.show(row.closest('[data-listing]').dataset.listing);
    if (number !== this.pane.line) this.chooseLine(number);
    document.getElementById('source').scrollIntoView({ block: 'nearest' });
    if (row) row.focus({ preventScroll: true });
  }

  clear() {
    this.pane.clear();
  }

  listed() {
    this.address.write();
  }
}

// The tables that explain the run. A row with a line chooses it and goes to the timeline; a link goes to the line.
class Findings {
  constructor(app) {
    this.app = app;
    this.rows = [...document.querySelectorAll('#findings tr[data-line]')];
    for (const section of document.querySelectorAll('#findings, #why')) {
      section.addEventListener('click', (event) => this.click(event));
      section.addEventListener('keydown', (event) => {
        const isRow = event.target.matches('tr[data-line]') && (event.key === 'Enter' || event.key === ' ');
        if (isRow) this.click(event);
      });
    }
  }

  click(event) {
    const target = event.target.closest('[data-line]');
    if (!target) return;
    event.preventDefault();
    const number = Number(target.dataset.line);
    if (target.matches('a')) {
      this.app.goToLine(number);
      return;
    }
    this.app.chooseLine(number);
    document.getElementById('time').scrollIntoView({ block: 'nearest' });
  }

  choose(numbers) {
    for (const row of this.rows) row.setAttribute('aria-selected', String(numbers.includes(Number(row.dataset.line))));
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
const WITHOUT_RECORD = { chooseLine() {}, clear() {}, listed() {} };

function start() {
  const meta = readMeta('');
  // The listing that is hidden at first is HTML made like the rest of the page (markup.py).
  if (meta.listing) document.querySelector('[data-listing="instructions"]').innerHTML = meta.listing;
  fitSide();
  addEventListener('scroll', fitSide, { passive: true });
  addEventListener('resize', fitSide);
  const source = new Source(WITHOUT_RECORD, document.getElementById('source'));
  const beside = new Beside(meta);
  if (!meta.hasRecord) {
    document.getElementById('details').hidden = true;
    return;
  }
  const bytes = inflate(document.getElementById('packed').textContent);
  const model = new Model(meta, bytes);
  document.getElementById('stage').hidden = false;
  document.getElementById('tools').hidden = false;
  const app = new App(model, source, beside);
  const { pane } = app;
  // For tests, and for the curious: the place of a row's cycle on the screen, and the visible cycles.
  window.simtReport = {
    app,
    pane,
    view: () => ({ from: pane.view.from, to: pane.view.to }),
    show: (from, to) => pane.view.show(from, to - from),
    draw: () => pane.timeline.draw(),
    rows: () => pane.timeline.rows.map(({ kind, index, last, y, height }) => ({ kind, index, last, y, height })),
    where(kind, index, cycle) {
      const row = pane.timeline.rows.find((entry) => entry.kind === kind && entry.index <= index && index <= entry.last);
      return { x: pane.timeline.painter.x(cycle + 0.5), y: row.y + row.height / 2, height: row.height };
    },
  };
}
