// A plan's text with line numbers, and what is wrong with a line shown at that line.

import {h, show} from './dom.js';

/** A textarea over a copy of its lines; the copy carries numbers, marks and messages. */
export class PlanEditor {
  constructor(onInput) {
    this.problems = new Map();
    this.text = h('textarea', {
      id: 'plan', wrap: 'off', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off',
      'aria-describedby': 'plan-problems',
      placeholder: 'Paste a plan, open a file, or begin with the example.',
    });
    this.lines = h('div', {class: 'lines'});
    this.back = h('div', {class: 'back', 'aria-hidden': 'true'}, this.lines);
    this.element = h('div', {class: 'editor'}, this.back, this.text);
    this.text.addEventListener('input', () => {
      this.problems.clear();
      this.#paint();
      onInput();
    });
    this.text.addEventListener('scroll', () => this.#scroll());
    this.#paint();
  }

  get value() {
    return this.text.value;
  }

  set value(text) {
    this.text.value = text;
    this.problems.clear();
    this.#paint();
    this.text.scrollTop = 0;
    this.#scroll();
  }

  /** Marks the lines of these problems; each has `line` from 1 and `message`. */
  mark(problems) {
    this.problems = new Map();
    for (const problem of problems) {
      if (problem.line > 0) {
        const before = this.problems.get(problem.line);
        const text = problem.message + (problem.suggestion ? ` · did you mean ${problem.suggestion}?` : '');
        this.problems.set(problem.line, before ? `${before}  –  ${text}` : text);
      }
    }
    this.text.setAttribute('aria-invalid', String(problems.length > 0));
    this.#paint();
  }

  /** Selects a line and brings it into view. */
  goTo(line) {
    const lines = this.value.split('\n');
    const from = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    this.text.focus();
    this.text.setSelectionRange(from, from + (lines[line - 1] ?? '').length);
    const height = parseFloat(getComputedStyle(this.text).lineHeight);
    this.text.scrollTop = Math.max(0, (line - 4) * height);
    this.text.scrollLeft = 0;
    this.#scroll();
  }

  #scroll() {
    this.lines.style.transform = `translate(${-this.text.scrollLeft}px, ${-this.text.scrollTop}px)`;
  }

  #paint() {
    const lines = this.value.split('\n');
    while (this.lines.children.length > lines.length) {
      this.lines.lastChild.remove();
    }
    lines.forEach((text, i) => {
      let row = this.lines.children[i];
      if (!row) {
        row = h('div', {class: 'line'}, h('span', {class: 'code'}), h('span', {class: 'why'}));
        this.lines.append(row);
      }
      const why = this.problems.get(i + 1) ?? '';
      if (row.firstChild.textContent !== text) {
        row.firstChild.textContent = text;
      }
      if (row.lastChild.textContent !== why) {
        row.lastChild.textContent = why;
      }
      row.classList.toggle('bad', why !== '');
      show(row.lastChild, why !== '');
    });
  }
}
