// The search where the site is opened from a disk: what Sphinx asks for by `fetch`, which a browser refuses there, comes
// from a script of the page's text (docs/site/search.py).
'use strict';

if (location.protocol === 'file:') {
  const root = new URL(document.documentElement.dataset.content_root, location.href).href;
  const waiting = new Map(); // the functions that take the text of a page, by its name

  window.simtText = (name, text) => {
    for (const take of waiting.get(name)) take(text);
    waiting.delete(name);
  };

  window.fetch = (address) => new Promise((take, refuse) => {
    const name = new URL(address, location.href).href.slice(root.length).replace(/\.html$/, '');
    const isNew = !waiting.has(name);
    if (isNew) waiting.set(name, []);
    waiting.get(name).push((text) => take(new Response(text)));
    if (!isNew) return;
    const script = document.createElement('script');
    script.src = `${root}texts/${name}.js`;
    script.onerror = () => refuse(new TypeError(`there is no text of ${name}`));
    document.head.append(script);
  });
}
