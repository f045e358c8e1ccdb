// Two runs over one another: two timelines that show the same cycles on one scale, and the lines of both.

class Diff {
  constructor(models) {
    const least = (values) => Math.min(...values);
    const most = (values) => Math.max(...values);
    const view = new View(least(models.map(({ first }) => first)), most(models.map(({ end }) => end)));
    const extent = [least(models.map(({ meta }) => meta.record[0])), most(models.map(({ meta }) => meta.record[1]))];
    this.view = view;
    this.panes = models.map((model) => new Pane(this, model, view, { suffix: model.meta.suffix, extent, isShort: true }));
    this.rows = [...document.querySelectorAll('tr[data-a], tr[data-b]')];
    this.isTold = false; // one pane has informed the other, which informs no other
    for (const row of this.rows) {
      row.addEventListener('click', () => this.choose(row));
      row.addEventListener('keydown', (event) => {
        if (event.key === 'Enter') this.choose(row);
        else if (event.key === 'Escape') this.clear();
      });
    }
    bindTools(view);
    watchColors(this.panes.map(({ timeline }) => timeline));
    this.moved(this.panes[0]);
  }

  // The line of a pane to which an instruction belongs, -1 without one.
  lineOf({ model }, pc) {
    const entry = pc === undefined ? undefined : model.meta.program[Number(pc)];
    return !entry ? -1 : entry.line >= 0 ? entry.line : entry.row;
  }

  // A row of the table: its line in both runs, as far as they have it; a second click takes the choice back.
  choose(row) {
    const isOver = row.getAttribute('aria-selected') === 'true';
    for (const pane of this.panes) {
      pane.instruction = -1;
      pane.setLine(isOver ? -1 : this.lineOf(pane, row.dataset[pane.model.meta.suffix.slice(1)]));
    }
    this.mark(isOver ? null : row);
    const shown = this.panes.find((pane) => pane.line >= 0);
    if (shown) shown.showLine();
  }

  mark(chosen) {
    for (const row of this.rows) row.setAttribute('aria-selected', String(row === chosen));
  }

  clear() {
    this.mark(null);
    for (const pane of this.panes) pane.clear();
  }

  // --- events of the panes ---

  moved({ timeline }) {
    document.getElementById('shown').textContent = timeline.shown;
  }

  under() {}

  // What is chosen in one pane has its line in the other one too.
  changed(pane) {
    if (this.isTold || !this.panes) return;
    this.isTold = true;
    if (pane.instruction >= 0) {
      const key = pane.model.meta.suffix.slice(1);
      const row = this.rows.find((each) => each.dataset[key] !== undefined && this.lineOf(pane, each.dataset[key]) === pane.line);
      for (const other of this.panes) {
        if (other === pane) continue;
        other.instruction = -1;
        other.setLine(row ? this.lineOf(other, row.dataset[other.model.meta.suffix.slice(1)]) : -1);
      }
      this.mark(row || null);
      if (row) row.scrollIntoView({ block: 'nearest' });
    }
    const chosen = this.panes.filter(({ line }) => line >= 0);
    const named = ({ details, model }) =>
      element('div', '', element('p', 'empty', model.meta.suffix.slice(1).toUpperCase()), ...details.panel());
    const parts = chosen.length ? [element('div', 'split', ...chosen.map(named))] : pane.details.panel();
    document.getElementById('details').replaceChildren(...parts);
    this.isTold = false;
  }
}

function startDiff() {
  const models = ['-a', '-b'].filter((suffix) => document.getElementById(`meta${suffix}`)).map((suffix) => {
    const meta = readMeta(suffix);
    return new Model(Object.assign(meta, { suffix }), inflate(document.getElementById(`packed${suffix}`).textContent));
  });
  if (!models.length) return;
  document.getElementById('tools').hidden = false;
  document.getElementById('stage').hidden = false;
  const page = new Diff(models);
  const [pane] = page.panes;
  window.simtReport = { page, pane, panes: page.panes, view: () => ({ from: page.view.from, to: page.view.to }) };
}
