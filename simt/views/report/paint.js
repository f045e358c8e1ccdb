// Painting of rows on a canvas. Where a pixel covers several cycles a column shows the shares of the states, stacked;
// if a cycle is wide enough, each run of equal states is a box with its letter, and its name if there is room.

const BOXES_FROM = 4; // pixels per cycle from which boxes are drawn
const FONT = '10.5px ui-monospace, "SF Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace';
const LABEL_FONT = '11.5px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", "Liberation Sans", sans-serif';

const channels = (color) => [1, 3, 5].map((place) => parseInt(color.slice(place, place + 2), 16));

// The painting of a state: colour as text and as a pixel, black or white for letters on it.
function paintable(state, isDark) {
  const color = isDark ? state.dark : state.color;
  const [red, green, blue] = channels(color);
  const [r, g, b] = [red, green, blue].map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const pixel = ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  return { ...state, color, pixel, ink: light > 0.2 ? '#000000' : '#ffffff' };
}

class Painter {
  constructor(context) {
    this.context = context;
    this.counts = new Float32Array(0);
  }

  // The part of the canvas that shows cycles: left edge and width in pixels of the page, pixels of the screen per one.
  frame(left, width, ratio, view) {
    Object.assign(this, { left, width, ratio, view, scale: width / view.span });
  }

  x(cycle) {
    return this.left + (cycle - this.view.from) * this.scale;
  }

  get isWide() {
    return this.scale >= BOXES_FROM;
  }

  // Runs of states as a row; `name(cycle)` may name the owner of the run that begins there.
  runs(row, runs, states, name) {
    const begin = Math.max(lastAtMost(runs.starts, this.view.from, runs.states.length), 0);
    let end = begin;
    while (end < runs.states.length && runs.starts[end] < this.view.to) end++;
    if (this.isWide) {
      for (let k = begin; k < end; k++) {
        const state = states[runs.states[k]];
        const [from, to] = [runs.starts[k], runs.starts[k + 1]];
        // Every issue is a box of its own.
        const step = state.name === 'issued' ? 1 : to - from;
        for (let cycle = Math.max(from, step === 1 ? Math.floor(this.view.from) : from); cycle < to; cycle += step) {
          if (cycle >= this.view.to) break;
          this.box(row, cycle, cycle + step, state, name && state.name !== 'empty' && name(cycle));
        }
      }
      return;
    }
    const columns = this.clear(states.length);
    const scale = columns / this.view.span;
    for (let k = begin; k < end; k++) {
      const from = Math.max(runs.starts[k] - this.view.from, 0) * scale;
      const to = Math.min(runs.starts[k + 1] - this.view.from, this.view.span) * scale;
      this.add(runs.states[k], states.length, from, to, columns);
    }
    this.stack(row, states, columns);
  }

  clear(kinds) {
    const columns = Math.max(1, Math.round(this.width * this.ratio));
    if (this.counts.length < columns * kinds) this.counts = new Float32Array(columns * kinds);
    else this.counts.fill(0, 0, columns * kinds);
    return columns;
  }

  // Add a stretch of pixels in which a state holds to the counts of its columns.
  add(state, kinds, from, to, columns) {
    let column = Math.floor(from);
    const last = Math.min(Math.ceil(to), columns);
    for (; column < last; column++) {
      this.counts[column * kinds + state] += Math.min(to, column + 1) - Math.max(from, column);
    }
  }

  stack(row, states, columns) {
    const kinds = states.length;
    const height = Math.max(1, Math.round(row.height * this.ratio));
    const image = this.context.createImageData(columns, height);
    const pixels = new Uint32Array(image.data.buffer);
    for (let column = 0; column < columns; column++) {
      let total = 0;
      for (let k = 0; k < kinds; k++) total += this.counts[column * kinds + k];
      let sum = 0;
      let y = height;
      for (let k = 0; k < kinds && y > 0; k++) {
        const share = this.counts[column * kinds + k];
        if (!share) continue;
        sum += share;
        const top = Math.round(height * (1 - sum / total));
        while (y > top) pixels[--y * columns + column] = states[k].pixel;
      }
    }
    this.context.putImageData(image, Math.round(this.left * this.ratio), Math.round(row.y * this.ratio));
  }

  box(row, from, to, state, more) {
    const { context } = this;
    const x0 = Math.max(this.x(from), this.left);
    const x1 = Math.min(this.x(to), this.left + this.width);
    const gap = this.scale >= 7 ? 1 : 0;
    context.fillStyle = state.color;
    context.fillRect(x0, row.y, Math.max(x1 - x0 - gap, 0.5), row.height);
    const room = Math.floor((x1 - x0 - 4) / this.letter);
    if (room < 1 || row.height < 9) return;
    const texts = more ? [`${state.name}  ${more}`, state.name] : [state.name];
    if (more && (state.name === 'issued' || state.name === 'busy')) texts.splice(1, 0, more);
    const text = texts.find((candidate) => candidate.length <= room) || state.mark;
    context.fillStyle = state.ink;
    context.fillText(text, (x0 + x1 - gap) / 2, row.y + row.height / 2 + 0.5);
  }

  // Letters of boxes, centred.
  letters() {
    const { context } = this;
    context.font = FONT;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    this.letter = context.measureText('m').width;
  }

  // A lane of a warp: in every column the state that holds longest.
  lane(row, lane, model, spans, states) {
    const first = Math.max(model.spanAt(spans, this.view.from), 0);
    if (this.isWide) {
      let k = first;
      while (k < spans.length && spans[k].from < this.view.to) {
        const state = model.laneState(spans[k], lane);
        const { from } = spans[k];
        // Boxes of issues are separate, waiting of one kind is one box.
        const stands = state === ACTIVE || state === INACTIVE;
        for (k++; !stands && k < spans.length && model.laneState(spans[k], lane) === state; ) k++;
        this.box(row, from, k < spans.length ? spans[k].from : model.end, { ...states[state], name: states[state].mark });
      }
      return;
    }
    const kinds = states.length;
    const columns = this.clear(kinds);
    const scale = columns / this.view.span;
    for (let k = first; k < spans.length && spans[k].from < this.view.to; k++) {
      const from = Math.max(spans[k].from - this.view.from, 0) * scale;
      const to = Math.min(spans[k].to - this.view.from, this.view.span) * scale;
      this.add(model.laneState(spans[k], lane), kinds, from, to, columns);
    }
    for (let column = 0; column < columns; column++) {
      let longest = 0;
      for (let k = 1; k < kinds; k++) {
        if (this.counts[column * kinds + k] > this.counts[column * kinds + longest]) longest = k;
      }
      for (let k = 0; k < kinds; k++) this.counts[column * kinds + k] = k === longest ? 1 : 0;
    }
    this.stack(row, states, columns);
  }

  // Columns of the page's pixels, or of cycles where these are wider: `value(from, to)` is a share from 0 to 1, or -1
  // for nothing.
  chart(row, color, back, value) {
    const { context, view } = this;
    const step = Math.max(1 / this.scale, 1);
    const start = step > 1 ? view.from : Math.floor(view.from);
    for (let k = 0; ; k++) {
      const from = start + k * step;
      if (from >= view.to) break;
      const share = value(Math.ceil(from), Math.max(Math.ceil(from + step), Math.ceil(from) + 1));
      if (share < 0) continue;
      const x0 = Math.max(this.x(from), this.left);
      const x1 = Math.min(this.x(from + step), this.left + this.width);
      const gap = this.scale >= 7 ? 1 : 0;
      context.fillStyle = back;
      context.fillRect(x0, row.y, x1 - x0 - gap, row.height);
      context.fillStyle = color;
      context.fillRect(x0, row.y + row.height * (1 - share), x1 - x0 - gap, row.height * share);
    }
  }
}

// A round step: 1, 2 or 5 times a power of ten, at least `least`.
function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  for (const factor of [1, 2, 5, 10]) if (factor * power >= least) return factor * power;
  return 10 * power;
}
