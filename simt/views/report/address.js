// The state of the page in its address, after the `#`: a link or a reload shows the same view. Values that are the same
// when the page opens are left out; values that the record does not have are ignored.

class Address {
  constructor(app) {
    this.app = app;
    this.isLate = false;
  }

  // Parts as they are written: cycles=300:380&warp=3&issue=1204&listing=instructions&find=ld
  parts() {
    const { pane, source } = this.app;
    const { view, model } = pane;
    const { events, meta } = model;
    const parts = {};
    const round = (cycle) => Math.round(cycle * 100) / 100;
    if (view.span < view.end - view.first) parts.cycles = `${round(view.from)}:${round(view.to)}`;
    if (meta.hasMasks && pane.warp !== pane.firstWarp) parts.warp = pane.warp;
    if (model.chain && !pane.hasChain) parts.chain = 'off';
    if (pane.instruction >= 0) parts.issue = events.sequence[pane.instruction];
    else if (pane.line >= 0) Object.assign(parts, this.named(meta, pane.line));
    if (source.listing === 'instructions' && source.hasSource) parts.listing = source.listing;
    if (source.search.text) parts.find = source.search.text;
    return parts;
  }

  // A line by file and number, an instruction of the program by its pc.
  named({ lines, program }, number) {
    const { pcs, place } = lines[number];
    return program[pcs[0]].row === number ? { pc: pcs[0] } : { line: place };
  }

  // Soon, and once for all that changes until then: browsers allow few changes in a second.
  write() {
    if (this.isLate) return;
    this.isLate = true;
    setTimeout(() => {
      this.isLate = false;
      const plain = (value) => encodeURIComponent(value).replace(/%(3A|2F|2C)/g, decodeURIComponent);
      const text = Object.entries(this.parts()).map(([name, value]) => `${name}=${plain(value)}`).join('&');
      if (text === location.hash.slice(1)) return;
      try {
        history.replaceState(null, '', `${location.href.split('#')[0]}${text ? `#${text}` : ''}`);
      } catch {
        this.write = () => {}; // a page inside another page has no address of its own
      }
    }, 200);
  }

  read() {
    const parts = new URLSearchParams(location.hash.slice(1));
    const { pane, source } = this.app;
    const { view, model } = pane;
    const { events, meta } = model;
    const whole = (name) => (/^\d+$/.test(parts.get(name) || '') ? Number(parts.get(name)) : -1);
    source.show(parts.get('listing') === 'instructions' || !source.hasSource ? 'instructions' : 'source');
    source.search.start(parts.get('find') || '');
    const warp = whole('warp');
    pane.chooseWarp(warp >= 0 && warp < meta.warps ? warp : pane.firstWarp);
    pane.showChain(parts.get('chain') !== 'off');
    const issue = whole('issue');
    const k = issue < 0 ? -1 : events.sequence.indexOf(issue);
    const isLine = ({ place }, number) => place === parts.get('line') && 'line' in this.named(meta, number);
    const entry = meta.program[whole('pc')];
    pane.instruction = -1;
    if (k >= 0) pane.chooseInstruction(k);
    else if (entry) pane.setLine(entry.row);
    else pane.setLine(meta.lines.findIndex(isLine));
    const found = /^([\d.]+):([\d.]+)$/.exec(parts.get('cycles') || '');
    const [from, to] = found ? found.slice(1).map(Number) : [view.first, view.end];
    if (to > from) view.show(from, to - from);
  }
}
