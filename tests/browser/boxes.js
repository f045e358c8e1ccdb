// Boxes of all texts of a page, and what is wrong with them. tests/browser/boxes.py says what is looked for.
//
// A text's box is that of its ink: four corners in pixels of the window. HTML is measured word by word, an SVG text run
// by run, and a text on a canvas when it is drawn.

(() => {
  const LEAST = 1; // pixels by which two boxes have to overlap, or one has to leave another
  const CELL = 96; // pixels of the grid in which neighbours are looked for
  const MOST = 40; // findings that are told

  const rectangle = (x0, y0, x1, y1) => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
  const around = (corners) => {
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
  };
  const mapped = (corners, { a, b, c, d, e, f }) => corners.map(([x, y]) => [a * x + c * y + e, b * x + d * y + f]);

  // How far two convex boxes overlap: the least distance by which one has to move; 0 or less if they do not.
  function overlap(one, other) {
    let least = Infinity;
    for (const corners of [one, other]) {
      for (let k = 0; k < 2; k++) {
        const [x, y] = [corners[k + 1][0] - corners[k][0], corners[k + 1][1] - corners[k][1]];
        const length = Math.hypot(x, y);
        if (!length) return 0;
        const along = (points) => points.map(([px, py]) => (px * -y + py * x) / length);
        const [a, b] = [along(one), along(other)];
        least = Math.min(least, Math.min(Math.max(...a), Math.max(...b)) - Math.max(Math.min(...a), Math.min(...b)));
      }
    }
    return least;
  }

  // --- ink ---

  const ruler = new OffscreenCanvas(1, 1).getContext('2d');
  const measures = new Map();
  function ink(font, text) {
    const key = `${font}\n${text}`;
    if (!measures.has(key)) {
      ruler.font = font;
      measures.set(key, ruler.measureText(text));
    }
    return measures.get(key);
  }
  const fontOf = (style) => `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;

  // --- texts on a canvas: kept when they are drawn, until something opaque is drawn over them ---

  const ROW = 16; // pixels of the rows by which the texts of a canvas are found
  const drawn = new WeakMap(); // the texts of a canvas by row
  const prototype = CanvasRenderingContext2D.prototype;
  const { fillText, fillRect, putImageData } = prototype;

  function keep(canvas, text, corners) {
    if (!drawn.has(canvas)) drawn.set(canvas, new Map());
    const rows = drawn.get(canvas);
    const box = around(corners);
    const row = Math.floor(box.top / ROW);
    if (!rows.has(row)) rows.set(row, new Set());
    rows.get(row).add({ text, corners, box });
  }

  function cover(canvas, x0, y0, x1, y1) {
    for (const [row, texts] of drawn.get(canvas) || []) {
      if (row > y1 / ROW || (row + 3) * ROW < y0) continue;
      for (const entry of texts) {
        const { box } = entry;
        const [left, top] = [Math.max(box.left, x0), Math.max(box.top, y0)];
        const [right, bottom] = [Math.min(box.right, x1), Math.min(box.bottom, y1)];
        if (right - left <= LEAST || bottom - top <= LEAST) continue;
        if (right - left >= box.right - box.left - LEAST && bottom - top >= box.bottom - box.top - LEAST) texts.delete(entry);
        else if (right - left > 3 && bottom - top > 3) entry.isCut = true; // a thin line leaves a text legible
      }
    }
  }

  prototype.fillText = function (text, x, y, ...more) {
    const size = this.measureText(text);
    const corners = rectangle(
      x - size.actualBoundingBoxLeft, y - size.actualBoundingBoxAscent,
      x + size.actualBoundingBoxRight, y + size.actualBoundingBoxDescent,
    );
    keep(this.canvas, text, mapped(corners, this.getTransform()));
    return fillText.call(this, text, x, y, ...more);
  };
  prototype.fillRect = function (x, y, width, height) {
    if (drawn.has(this.canvas) && this.globalAlpha === 1 && this.fillStyle.startsWith('#')) {
      const box = around(mapped(rectangle(x, y, x + width, y + height), this.getTransform()));
      cover(this.canvas, box.left, box.top, box.right, box.bottom);
    }
    return fillRect.call(this, x, y, width, height);
  };
  prototype.putImageData = function (data, x, y) {
    cover(this.canvas, x, y, x + data.width, y + data.height);
    return putImageData.call(this, data, x, y);
  };
  for (const side of ['width', 'height']) {
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, side);
    Object.defineProperty(HTMLCanvasElement.prototype, side, {
      get,
      set(value) {
        drawn.delete(this); // a canvas with a new size is empty
        set.call(this, value);
      },
    });
  }

  function canvasTexts(canvas, told) {
    const edge = canvas.getBoundingClientRect();
    const place = { a: edge.width / canvas.width, b: 0, c: 0, d: edge.height / canvas.height, e: edge.left, f: edge.top };
    const texts = [...(drawn.get(canvas) || new Map()).values()].flatMap((row) => [...row]);
    return texts.map(({ text, corners, box, isCut }) => {
      const isOut = box.left < -LEAST || box.top < -LEAST || box.right > canvas.width + LEAST || box.bottom > canvas.height + LEAST;
      if (isOut) told('clipped by the canvas', text);
      if (isCut) told('half covered on the canvas', text);
      return { text, element: canvas, corners: mapped(corners, place) };
    });
  }

  // --- texts of HTML ---

  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const isClear = (color) => /^rgba\(.*, 0(\.\d+)?\)$|^transparent$/.test(color);
  const hasGround = (element) => !isClear(styleOf(element).backgroundColor) || styleOf(element).backgroundImage !== 'none';

  // The ancestors that may cut what is in an element, the nearest first.
  const cutters = new Map();
  function cuttersOf(element) {
    if (cutters.has(element)) return cutters.get(element);
    const found = [];
    let { position } = styleOf(element);
    if (element !== document.body && element !== document.documentElement) {
      const style = styleOf(element);
      if (style.overflowX !== 'visible' || style.overflowY !== 'visible') found.push(element);
    }
    let parent = element.parentElement;
    while (position === 'absolute' && parent && styleOf(parent).position === 'static') parent = parent.parentElement;
    if (position !== 'fixed' && parent) found.push(...cuttersOf(parent));
    cutters.set(element, found);
    return found;
  }

  // What can be seen of a box of an element, null for nothing; tells what no scrolling shows.
  function visible(text, element, box, told) {
    let { left, top, right, bottom } = box;
    for (const cutter of cuttersOf(element)) {
      const style = styleOf(cutter);
      const edge = cutter.getBoundingClientRect();
      if (style.overflowX !== 'visible' && style.display !== 'inline') {
        const isCut = left < edge.left - LEAST || right > edge.right + LEAST;
        if (isCut && !/auto|scroll/.test(style.overflowX)) told('clipped at a side', text, cutter);
        if (isCut && left < edge.left - cutter.scrollLeft - LEAST) told('out of reach of scrolling', text, cutter);
        [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      }
      if (style.overflowY !== 'visible' && style.display !== 'inline') {
        const isCut = top < edge.top - LEAST || bottom > edge.bottom + LEAST;
        if (isCut && !/auto|scroll/.test(style.overflowY)) told('clipped above or below', text, cutter);
        [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      }
      if (right - left <= LEAST || bottom - top <= LEAST) return null;
    }
    return rectangle(left, top, right, bottom);
  }

  // The nearest ancestor that a reader sees as a box, null for none.
  const frames = new Map();
  function frameOf(element) {
    if (!element || element === document.body || element === document.documentElement) return null;
    if (frames.has(element)) return frames.get(element);
    const style = styleOf(element);
    const isBox = !/^(inline|contents)$/.test(style.display) && (hasGround(element) || parseFloat(style.borderRightWidth) > 0);
    const found = isBox ? element : frameOf(element.parentElement);
    frames.set(element, found);
    return found;
  }

  // Whether an element is in a drawer that is shut: a fixed box that is wholly beside the window.
  const drawers = new Map();
  function isInDrawer(element) {
    if (!element) return false;
    if (!drawers.has(element)) {
      const { left, right } = element.getBoundingClientRect();
      const isShut = styleOf(element).position === 'fixed' && (right <= 0 || left >= innerWidth);
      drawers.set(element, isShut || isInDrawer(element.parentElement));
    }
    return drawers.get(element);
  }

  // A part of a text node that stands on one line.
  function lineOf(node, element, text, line, told) {
    const size = ink(fontOf(styleOf(element)), text);
    const base = line.top + (line.height * size.fontBoundingBoxAscent) / (size.fontBoundingBoxAscent + size.fontBoundingBoxDescent);
    const box = { left: line.left, right: line.right, top: base - size.actualBoundingBoxAscent, bottom: base + size.actualBoundingBoxDescent };
    if (box.left + scrollX < -LEAST) told('left of the page', text, element);
    const corners = visible(text, element, box, told);
    if (!corners) return [];
    const frame = frameOf(element);
    if (frame) {
      const [seen, edge] = [around(corners), frame.getBoundingClientRect()];
      const isOut = seen.left < edge.left - LEAST || seen.right > edge.right + LEAST || seen.top < edge.top - LEAST || seen.bottom > edge.bottom + LEAST;
      if (isOut) told('sticks out of its box', text, frame);
    }
    return [{ text, element, corners, of: node }];
  }

  const UNREAD = 'script, style, noscript, template, svg, select, .visually-hidden, .skip-to-content';

  function htmlTexts(root, told) {
    const found = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const linesOf = (node, begin, end) => {
      range.setStart(node, begin);
      range.setEnd(node, end);
      return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    };
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.data.trim();
      if (!text || element.closest(UNREAD) || !isShown(element) || isInDrawer(element)) continue;
      const begin = node.data.indexOf(text);
      const lines = linesOf(node, begin, begin + text.length);
      if (lines.length === 1) {
        found.push(...lineOf(node, element, text, lines[0], told));
        continue;
      }
      for (const word of node.data.matchAll(/\S+/g)) {
        for (const line of linesOf(node, word.index, word.index + word[0].length)) found.push(...lineOf(node, element, word[0], line, told));
      }
    }
    return found;
  }

  // --- texts and points of SVG ---

  function svgTexts(told) {
    const found = [];
    for (const text of document.querySelectorAll('svg text')) {
      if (!isShown(text)) continue;
      const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
      let place = 0;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const shown = node.data.replace(/\s+/g, ' ').trim();
        const count = Math.min(text.getNumberOfChars() - place, node.data.trim() ? shown.length : 0);
        if (count < 1) continue;
        const [start, end] = [text.getStartPositionOfChar(place), text.getEndPositionOfChar(place + count - 1)];
        place += count;
        const size = ink(fontOf(getComputedStyle(node.parentElement)), shown);
        const corners = mapped(
          rectangle(start.x, start.y - size.actualBoundingBoxAscent, end.x, start.y + size.actualBoundingBoxDescent),
          text.getScreenCTM(),
        );
        const sheet = text.ownerSVGElement;
        const edge = sheet.getBoundingClientRect();
        const box = around(corners);
        if (box.left < edge.left - LEAST || box.top < edge.top - LEAST || box.right > edge.right + LEAST || box.bottom > edge.bottom + LEAST) {
          told('clipped by the picture', shown);
        }
        found.push({ text: shown, element: text, corners, of: node });
      }
    }
    return found;
  }

  // Marks of data; those of a part that is cut off are told. Ticks of axes are marks without an area.
  function svgPoints(told) {
    const found = [];
    for (const mark of document.querySelectorAll('svg use')) {
      const box = mark.getBoundingClientRect();
      if (box.width < 2 || box.height < 2 || !isShown(mark)) continue;
      const cut = mark.closest('[clip-path]');
      const path = cut && document.querySelector(cut.getAttribute('clip-path').replace(/^url\((.*)\)$/, '$1'));
      if (path && path.firstElementChild) {
        const { x, y, width, height } = path.firstElementChild.getBBox();
        const edge = around(mapped(rectangle(x, y, x + width, y + height), cut.getScreenCTM()));
        const isOut = box.right < edge.left || box.left > edge.right || box.bottom < edge.top || box.top > edge.bottom;
        if (isOut) continue; // meant not to be seen
        const more = Math.max(edge.left - box.left, box.right - edge.right, edge.top - box.top, box.bottom - edge.bottom);
        if (more > LEAST) told('clipped point', `at ${Math.round(box.left)}, ${Math.round(box.top)}`);
      }
      found.push({ text: 'a point', element: mark, corners: rectangle(box.left, box.top, box.right, box.bottom) });
    }
    return found;
  }

  // --- what is over what ---

  // Whether one of two texts stands on a ground of its own that floats over the page: a bar that sticks, a tooltip.
  function floats(one, other) {
    if (!one.element || !other.element || one.element === other.element) return false;
    for (const [mine, others] of [[one.element, other.element], [other.element, one.element]]) {
      for (let element = mine; element && !element.contains(others); element = element.parentElement) {
        if (/sticky|fixed/.test(styleOf(element).position) && hasGround(element)) return true;
      }
    }
    return false;
  }

  // Whether a text is wholly in a point, whose name it is.
  function isWithin(one, other) {
    const [text, point] = (one.text === 'a point' ? [other, one] : [one, other]).map(({ corners }) => around(corners));
    return text.left >= point.left && text.right <= point.right && text.top >= point.top && text.bottom <= point.bottom;
  }

  function pairs(texts, visit) {
    const cells = new Map();
    const seen = new Set();
    texts.forEach(({ corners }, index) => {
      const box = around(corners);
      for (let x = Math.floor(box.left / CELL); x <= box.right / CELL; x++) {
        for (let y = Math.floor(box.top / CELL); y <= box.bottom / CELL; y++) {
          const key = `${x},${y}`;
          if (!cells.has(key)) cells.set(key, []);
          for (const other of cells.get(key)) {
            const pair = other * texts.length + index;
            if (!seen.has(pair)) visit(texts[other], texts[index]);
            seen.add(pair);
          }
          cells.get(key).push(index);
        }
      }
    });
  }

  const name = (element) => {
    if (!element) return '';
    const kind = typeof element.className === 'string' && element.className ? `.${element.className.trim().split(/\s+/).join('.')}` : '';
    return ` in ${element.localName}${element.id ? `#${element.id}` : ''}${kind}`;
  };

  // {texts, points: how many were measured, found: sentences}
  window.simtBoxes = () => {
    const sentences = new Map();
    const told = (what, text, element) => {
      const sentence = `${what}: ${JSON.stringify(text)}${name(element)}`;
      sentences.set(sentence, (sentences.get(sentence) || 0) + 1);
    };
    for (const cache of [styles, cutters, frames, drawers]) cache.clear();
    const sheet = document.documentElement.localName === 'svg';
    const texts = sheet ? [] : htmlTexts(document.body, told);
    for (const canvas of sheet ? [] : document.querySelectorAll('canvas')) if (isShown(canvas)) texts.push(...canvasTexts(canvas, told));
    texts.push(...svgTexts(told));
    const points = svgPoints(told);
    pairs([...texts, ...points], (one, other) => {
      const arePoints = (one.text === 'a point') + (other.text === 'a point');
      if (arePoints === 2 || (arePoints && isWithin(one, other)) || (one.of && one.of === other.of && one.text === other.text)) return;
      if (overlap(one.corners, other.corners) <= LEAST || floats(one, other)) return;
      told(arePoints ? 'text over a point' : 'text over text', `${one.text} / ${other.text}`, one.element);
    });
    if (!sheet && document.documentElement.scrollWidth > innerWidth) {
      const wide = [...document.body.querySelectorAll('*')].filter((each) => isShown(each) && each.getBoundingClientRect().right > innerWidth + LEAST);
      told(`the page is ${document.documentElement.scrollWidth - innerWidth} pixels wider than the window`, '', wide[wide.length - 1]);
    }
    const found = [...sentences].map(([sentence, count]) => (count > 1 ? `${sentence} (${count} times)` : sentence));
    return { texts: texts.length, points: points.length, found: found.slice(0, MOST), count: found.length };
  };
})();
