// Search in the listing that is shown: all places are marked, Enter goes from one to the next.

class Search {
  constructor(source, section) {
    this.source = source;
    this.text = '';
    this.rows = []; // rows with the text
    this.place = -1;
    this.input = section.querySelector('#find');
    this.output = section.querySelector('#found');
    this.input.addEventListener('input', () => {
      this.start(this.input.value);
      this.step(0);
    });
    this.input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.step(event.shiftKey ? -1 : 1);
      else if (event.key === 'Escape') this.start('');
      else return;
      event.preventDefault();
    });
    document.addEventListener('keydown', (event) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest('input, select, textarea')) return;
      event.preventDefault();
      this.input.focus();
      this.input.select();
    });
  }

  // Mark the places of a text; none for "".
  start(text) {
    for (const row of this.rows) this.unmark(row);
    this.text = text;
    this.input.value = text;
    this.place = -1;
    const wanted = text.trim().toLowerCase();
    const rows = [...this.source.box.querySelectorAll(`[data-listing="${this.source.listing}"] tbody tr`)];
    this.rows = wanted ? rows.filter((row) => this.mark(row, wanted)) : [];
    this.announce();
    this.source.page.listed();
  }

  // Go to the next place (1), the previous one (-1), or the first one at or below the top of the box (0).
  step(along) {
    const { rows, source } = this;
    if (!rows.length) return;
    if (this.place >= 0) rows[this.place].classList.remove('current');
    const top = source.box.getBoundingClientRect().top + 20;
    const first = rows.findIndex((row) => row.getBoundingClientRect().top >= top);
    this.place = this.place < 0 ? Math.max(first, 0) : (this.place + along + rows.length) % rows.length;
    rows[this.place].classList.add('current');
    source.bring(rows[this.place]);
    this.announce();
  }

  announce() {
    const count = this.rows.length;
    const shown = this.place < 0 ? '' : `${this.place + 1} of `;
    this.output.textContent = !this.text.trim() ? '' : count ? `${shown}${count}` : 'none';
  }

  mark(row, wanted) {
    const code = row.querySelector('code');
    const text = code.textContent;
    const low = text.toLowerCase();
    if (!low.includes(wanted)) return false;
    row.classList.add('found');
    if (low.length !== text.length) return true; // a letter became two: the row is marked, its places are not
    const parts = [];
    let end = 0;
    for (let place = low.indexOf(wanted); place >= 0; place = low.indexOf(wanted, end)) {
      const mark = document.createElement('mark');
      mark.textContent = text.slice(place, place + wanted.length);
      parts.push(text.slice(end, place), mark);
      end = place + wanted.length;
    }
    code.replaceChildren(...parts, text.slice(end));
    return true;
  }

  unmark(row) {
    const code = row.querySelector('code');
    row.classList.remove('found', 'current');
    code.textContent = code.textContent;
  }
}
