// What pages with timelines share: reading what is in the page, the buttons above a timeline, and the start.

// The data of the page about a run: its record, its lines and its program.
function readMeta(suffix) {
  const meta = JSON.parse(document.getElementById(`meta${suffix}`).textContent);
  const texts = inflate(document.getElementById(`texts${suffix}`).textContent);
  return Object.assign(meta, JSON.parse(new TextDecoder().decode(texts)));
}

function bindTools(view) {
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
    const cycle = Math.min(Math.max(Math.floor(Number(goto.value)), view.first), view.end - 1);
    goto.value = String(cycle); // what was asked for may be outside
    view.show(cycle - span / 2, span);
  });
}

try {
  if (document.getElementById('meta')) start();
  else startDiff();
} catch (error) {
  const box = document.getElementById('problem');
  box.hidden = false;
  box.textContent = `The timeline cannot be shown: ${error.message}`;
  console.error(error);
} finally {
  document.documentElement.setAttribute('data-ready', '');
}
