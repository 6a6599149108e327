// Elements from data. Text is only ever set as text: names and plans come from strangers.

/** An element; `props`: attributes, `class`, `text`, and `onName` listeners. */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) {
      continue;
    }
    if (name === 'class') {
      element.className = value;
    } else if (name === 'text') {
      element.textContent = value;
    } else if (name.startsWith('on')) {
      element.addEventListener(name.slice(2).toLowerCase(), value);
    } else {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Sets a text if it is another one, so that nothing is laid out again for nothing. */
export function setText(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

export function show(element, visible) {
  element.hidden = !visible;
}

export function setData(element, name, value) {
  if (element.dataset[name] !== value) {
    element.dataset[name] = value;
  }
}

/** A table whose rows are kept by key and whose cells change only when their text does. */
export class Table {
  /**
   * columns: {head, title?, num?, wide?, text(row) | fill(cell, row)}; the first one heads its row.
   */
  constructor(caption, columns, keyOf, empty) {
    this.columns = columns;
    this.keyOf = keyOf;
    this.rows = new Map();
    this.body = h('tbody');
    this.empty = h('p', {class: 'empty', text: empty});
    this.table = h(
      'table',
      {},
      h('caption', {class: 'sr', text: caption}),
      h('thead', {}, h('tr', {}, columns.map((c) =>
        h('th', {scope: 'col', class: c.num ? 'num' : null, title: c.title, text: c.head})))),
      this.body,
    );
    this.scroll = h('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption}, this.table);
    this.element = h('div', {}, this.scroll, this.empty);
    this.update([]);
  }

  update(list) {
    show(this.scroll, list.length > 0);
    show(this.empty, list.length === 0);
    const seen = new Set();
    list.forEach((item, at) => {
      const key = this.keyOf(item, at);
      seen.add(key);
      let row = this.rows.get(key);
      if (!row) {
        row = h('tr', {}, this.columns.map((c, i) =>
          i === 0 ? h('th', {scope: 'row'}) : h('td', {class: c.num ? 'num' : null})));
        this.rows.set(key, row);
      }
      if (this.body.children[at] !== row) {
        this.body.insertBefore(row, this.body.children[at] ?? null);
      }
      this.columns.forEach((column, i) => {
        if (column.fill) {
          column.fill(row.children[i], item);
        } else {
          setText(row.children[i], column.text(item));
        }
      });
    });
    for (const [key, row] of this.rows) {
      if (!seen.has(key)) {
        row.remove();
        this.rows.delete(key);
      }
    }
  }
}

/** A word with a colour: in a cell, or alone. */
export function pill(element, word, tone) {
  let inner = element.firstElementChild;
  if (!inner) {
    inner = h('span', {class: 'pill'});
    element.replaceChildren(inner);
  }
  setText(inner, word);
  setData(inner, 'tone', tone);
  show(inner, word !== '');
}

/** A panel with a heading. */
export function panel(title, hint, ...children) {
  return h(
    'section',
    {class: 'panel'},
    h('header', {}, h('h2', {text: title}), hint ? h('span', {class: 'dim small', text: hint}) : null),
    ...children,
  );
}

const VERDICTS = {VALID: 'good', DEGRADED: 'warn', INVALID: 'bad', CANCELLED: 'idle'};

export function toneOfVerdict(verdict) {
  return VERDICTS[verdict] ?? 'idle';
}
