// The listings beside the timeline: choosing a line by click or key, showing which line an instruction belongs to.

class Source {
  constructor(page, section) {
    this.page = page; // which is informed of choices
    this.box = section.querySelector('.listings');
    this.rows = new Map();
    for (const row of section.querySelectorAll('tr[data-line]')) this.rows.set(Number(row.dataset.line), row);
    this.under = [];
    this.box.addEventListener('click', (event) => {
      const row = event.target.closest('tr[data-line]');
      if (row) this.page.chooseLine(Number(row.dataset.line));
    });
    this.box.addEventListener('keydown', (event) => this.key(event));
    this.buttons = {
      source: section.querySelector('#show-source'),
      instructions: section.querySelector('#show-instructions'),
    };
    for (const [name, button] of Object.entries(this.buttons)) button.addEventListener('click', () => this.show(name));
    this.hasSource = section.querySelector('[data-listing="source"]') !== null;
    this.buttons.source.disabled = !this.hasSource;
    this.more = document.createElement('div');
    this.more.className = 'more-text';
    section.append(this.more);
    this.box.addEventListener('scroll', () => this.cue(), { passive: true });
    new ResizeObserver(() => this.cue()).observe(this.box);
    this.search = new Search(this, section);
    this.show(this.hasSource ? 'source' : 'instructions');
    this.skipHeader();
  }

  // Begin a little above the first line that became an instruction: a kernel's file opens with its description.
  skipHeader() {
    const first = [...this.rows.values()].find((row) => row.offsetParent !== null);
    if (first) this.box.scrollTop += first.getBoundingClientRect().top - this.box.getBoundingClientRect().top - 110;
  }

  show(name) {
    this.listing = name;
    for (const part of this.box.querySelectorAll('[data-listing]')) part.hidden = part.dataset.listing !== name;
    for (const [other, button] of Object.entries(this.buttons)) button.setAttribute('aria-pressed', String(other === name));
    this.reveal(this.chosen || []);
    this.search.start(this.search.text);
    this.cue();
  }

  // Show that lines go on to the right of the box.
  cue() {
    const { box, more } = this;
    more.hidden = box.scrollLeft + box.clientWidth >= box.scrollWidth - 1;
    more.style.top = `${box.offsetTop}px`;
    more.style.height = `${box.clientHeight}px`;
    more.style.right = `${box.offsetWidth - box.clientWidth}px`;
  }

  key(event) {
    const row = event.target.closest('tr[data-line]');
    if (!row) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.page.chooseLine(Number(row.dataset.line));
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 'nextElementSibling' : 'previousElementSibling';
      let next = row[step];
      while (next && !next.dataset.line) next = next[step];
      if (next) next.focus();
    } else if (event.key === 'Escape') {
      this.page.clear();
    }
  }

  // Mark the chosen lines, by number, and bring the visible one into the box.
  choose(numbers) {
    for (const [number, row] of this.rows) row.setAttribute('aria-selected', String(numbers.includes(number)));
    this.chosen = numbers;
    this.reveal(numbers);
  }

  reveal(numbers) {
    const row = numbers.map((number) => this.rows.get(number)).find((entry) => entry && entry.offsetParent !== null);
    if (row) this.bring(row);
  }

  // Bring a row into the box.
  bring(row) {
    const [box, place] = [this.box.getBoundingClientRect(), row.getBoundingClientRect()];
    if (place.top < box.top + 30 || place.bottom > box.bottom - 10) {
      this.box.scrollTop += place.top - box.top - box.height / 2;
    }
  }

  // Mark the lines of the instruction under the pointer.
  hover(numbers) {
    for (const row of this.under) row.classList.remove('under');
    this.under = numbers.map((number) => this.rows.get(number)).filter(Boolean);
    for (const row of this.under) row.classList.add('under');
  }
}
