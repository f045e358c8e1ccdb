// Moving about in the timeline: wheel, pointers, pinch, keys, and the strip above it.

class Controls {
  constructor(pane) {
    Object.assign(this, { pane, timeline: pane.timeline, view: pane.view });
    this.pointers = new Map();
    this.travelled = 0;
    this.rest = null; // where in the window the pointer is, null if it is not over the canvas
    this.listen(pane.timeline.canvas);
    this.listenToStrip(pane.timeline.strip);
  }

  // Where an event is on the canvas.
  local(event) {
    const box = this.timeline.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  listen(canvas) {
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button) return;
      this.pointers.set(event.pointerId, this.local(event));
      canvas.setPointerCapture(event.pointerId);
      this.travelled = 0;
    });
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', (event) => this.release(event));
    canvas.addEventListener('pointercancel', (event) => this.release(event));
    canvas.addEventListener('pointerleave', () => {
      this.rest = null;
      this.pane.hover(null);
    });
    addEventListener('scroll', () => this.follow(), { passive: true });
    canvas.addEventListener('dblclick', (event) => this.view.zoom(4, this.timeline.cycleAt(this.local(event)[0])));
    canvas.addEventListener('keydown', (event) => this.key(event));
  }

  wheel(event) {
    const { view, timeline } = this;
    const [x] = this.local(event);
    if (x < timeline.left) return; // over the labels the page scrolls
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      view.pan((event.deltaX || event.deltaY) / 1200);
      return;
    }
    if (event.deltaY > 0 && view.span >= view.end - view.first) return; // all is shown: the page scrolls
    event.preventDefault();
    const amount = event.deltaMode === 1 ? event.deltaY * 20 : event.deltaY;
    // A pinch on a touchpad comes as a wheel with the control key, in small steps.
    view.zoom(Math.exp(-Math.min(Math.max(amount, -240), 240) * (event.ctrlKey ? 0.01 : 0.0025)), timeline.cycleAt(x));
  }

  move(event) {
    const { pointers, timeline, view } = this;
    const [x, y] = this.local(event);
    const before = pointers.get(event.pointerId);
    this.rest = event;
    if (!before) {
      this.follow();
      return;
    }
    this.travelled += Math.abs(x - before[0]) + Math.abs(y - before[1]);
    if (pointers.size === 1 && this.travelled > 4) {
      timeline.canvas.classList.add('dragging');
      this.pane.hover(null);
      view.pan((before[0] - x) / timeline.width);
    } else if (pointers.size === 2) {
      const [[, other]] = [...pointers].filter(([id]) => id !== event.pointerId);
      const [was, is] = [Math.abs(before[0] - other[0]), Math.abs(x - other[0])];
      if (was > 8 && is > 8) view.zoom(is / was, timeline.cycleAt((x + other[0]) / 2));
    }
    pointers.set(event.pointerId, [x, y]);
  }

  // Report what is under the pointer, which may rest while the view or the page moves.
  follow() {
    if (!this.rest || this.pointers.size) return;
    const [x, y] = this.local(this.rest);
    this.pane.hover(this.timeline.hit(x, y), x, y);
  }

  release(event) {
    const { pointers, timeline } = this;
    const isClick = pointers.size === 1 && pointers.has(event.pointerId) && this.travelled <= 4;
    pointers.delete(event.pointerId);
    timeline.canvas.classList.remove('dragging');
    this.follow();
    if (!isClick || event.type !== 'pointerup') return;
    const [x, y] = this.local(event);
    this.pane.click(timeline.hit(x, y), x, y);
  }

  listenToStrip(strip) {
    const jump = (event) => {
      const x = event.clientX - strip.getBoundingClientRect().left;
      this.view.show(this.timeline.stripCycle(x) - this.view.span / 2, this.view.span);
    };
    strip.addEventListener('pointerdown', (event) => {
      strip.setPointerCapture(event.pointerId);
      jump(event);
    });
    strip.addEventListener('pointermove', (event) => {
      if (event.buttons) jump(event);
    });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { view, pane } = this;
    const keys = {
      ArrowLeft: () => view.pan(event.shiftKey ? -0.5 : -0.1),
      ArrowRight: () => view.pan(event.shiftKey ? 0.5 : 0.1),
      ArrowUp: () => pane.step(0, -1),
      ArrowDown: () => pane.step(0, 1),
      '+': () => view.zoom(1.5),
      '=': () => view.zoom(1.5),
      '-': () => view.zoom(1 / 1.5),
      0: () => view.fit(),
      Home: () => view.show(view.first, view.span),
      End: () => view.show(view.end, view.span),
      n: () => pane.step(1, 0),
      p: () => pane.step(-1, 0),
      c: () => pane.showChain(!pane.hasChain),
      Escape: () => pane.page.clear(),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }
}
