// The cycles that are on the screen: a span inside the window, moved and zoomed.

class View {
  constructor(first, end) {
    this.first = first;
    this.end = end;
    this.from = first;
    this.to = end;
    this.listeners = [];
  }

  get span() {
    return this.to - this.from;
  }

  get shortest() {
    return Math.min(10, this.end - this.first);
  }

  // Show `span` cycles from `from` on, moved into the window.
  show(from, span) {
    const length = Math.min(Math.max(span, this.shortest), this.end - this.first);
    this.from = Math.min(Math.max(from, this.first), this.end - length);
    this.to = this.from + length;
    for (const listener of this.listeners) listener();
  }

  fit() {
    this.show(this.first, this.end - this.first);
  }

  // Zoom by `factor` (above 1: in) so that cycle `at` keeps its place.
  zoom(factor, at = (this.from + this.to) / 2) {
    const span = Math.min(Math.max(this.span / factor, this.shortest), this.end - this.first);
    this.show(at - ((at - this.from) / this.span) * span, span);
  }

  // Move by a share of the visible cycles.
  pan(share) {
    this.show(this.from + share * this.span, this.span);
  }

  // Move as little as possible so that `from` to `to` is visible, zooming in if it would be too small to see.
  reveal(from, to) {
    const span = this.span > 60 * (to - from) ? Math.max(12 * (to - from), 60) : Math.max(this.span, (to - from) * 1.5);
    if (span === this.span && from >= this.from && to <= this.to) return;
    this.show((from + to) / 2 - span / 2, span);
  }
}
