// The source and the instructions of a compiled kernel in two panes: a line and the instructions made from it light up
// together, under the pointer and when they are chosen.

const HUES = 6; // classes hue-0 to hue-5 of the style sheet

class Beside {
  constructor(meta) {
    this.section = document.getElementById('beside');
    if (!this.section) return;
    this.page = null; // which is informed of choices, if there is a timeline
    this.rows = new Map(); // of both panes, by the number of the line
    this.chosen = -1;
    const [left, right] = this.section.querySelectorAll('.pane');
    this.fillSource(left);
    this.fillInstructions(right, meta);
    for (const pane of [left, right]) {
      pane.addEventListener('pointerover', (event) => this.light(this.numberOf(event)));
      pane.addEventListener('pointerleave', () => this.light(-1));
      pane.addEventListener('focusin', (event) => this.light(this.numberOf(event)));
      pane.addEventListener('click', (event) => this.click(event, pane === left ? right : left));
      pane.addEventListener('keydown', (event) => this.key(event, pane === left ? right : left));
    }
    this.section.hidden = false;
    const first = this.section.querySelector('.pane [data-line]');
    if (first) left.scrollTop = first.offsetTop - left.offsetTop - 60;
  }

  numberOf(event) {
    const row = event.target.closest('[data-line]');
    return row ? Number(row.dataset.line) : -1;
  }

  // The lines as the listing has them.
  fillSource(pane) {
    for (const file of document.querySelectorAll('[data-listing="source"]')) {
      pane.append(element('div', 'file', file.querySelector('.file').textContent));
      for (const row of file.querySelectorAll('tbody tr')) {
        const number = row.dataset.line === undefined ? -1 : Number(row.dataset.line);
        pane.append(this.row(number, row.querySelector('.n').textContent, row.querySelector('.t code').textContent));
      }
    }
  }

  fillInstructions(pane, { program }) {
    program.forEach(({ line, text, names, label }, pc) => {
      const made = this.row(line, String(pc), label ? `${label}: ${text}` : text);
      if (names) made.lastChild.append(element('i', '', names));
      pane.append(made);
    });
  }

  row(number, label, text) {
    const made = element('div', 'row', element('b', '', label), element('code', '', text));
    if (number < 0) return made;
    if (!this.rows.has(number)) this.rows.set(number, []);
    made.classList.add(`hue-${number % HUES}`);
    made.dataset.line = number;
    made.tabIndex = 0;
    this.rows.get(number).push(made);
    return made;
  }

  light(number) {
    for (const row of this.lit || []) row.classList.remove('lit');
    this.lit = this.rows.get(number) || [];
    for (const row of this.lit) row.classList.add('lit');
  }

  key(event, other) {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    this.click(event, other);
  }

  // Choose the line, and bring its first partner into the other pane.
  click(event, other) {
    const number = this.numberOf(event);
    if (number < 0) return;
    if (this.page) this.page.chooseLine(number);
    else this.choose([number === this.chosen ? -1 : number]);
    const partner = this.rows.get(number).find((row) => other.contains(row));
    if (!partner) return;
    const [box, place] = [other.getBoundingClientRect(), partner.getBoundingClientRect()];
    if (place.top < box.top || place.bottom > box.bottom) other.scrollTop += place.top - box.top - box.height / 3;
  }

  // Mark the chosen lines, by number.
  choose(numbers) {
    if (!this.section) return;
    [this.chosen] = numbers;
    for (const [number, rows] of this.rows) {
      for (const row of rows) row.setAttribute('aria-selected', String(numbers.includes(number)));
    }
  }
}
