// A new run: the plan's text, its options, what is wrong with it, and the button that starts it.

import * as api from './api.js';
import {h, panel, setText, show} from './dom.js';
import {PlanEditor} from './editor.js';
import {count} from './format.js';

const CHECK_AFTER_MILLIS = 500;
const DRAFT = 'tokenstorm-draft';

export class SubmitView {
  constructor(shell) {
    this.shell = shell;
    this.file = 'plan.yaml';
    this.editor = new PlanEditor(() => this.#changed());
    this.result = h('div', {id: 'plan-problems', class: 'problems', role: 'status', 'aria-live': 'polite'});
    this.start = h('button', {id: 'start', type: 'button', class: 'primary', text: 'Start run', disabled: true, onClick: () => this.#submit()});
    this.#options();
    const picker = h('input', {type: 'file', accept: '.yaml,.yml,.txt', class: 'sr', id: 'plan-file', 'aria-label': 'Open a plan file', onChange: () => this.#open(picker.files[0])});
    this.element = h('div', {class: 'submit'},
      h('div', {class: 'head'},
        h('div', {}, h('h1', {text: 'New run'}), h('p', {class: 'dim', text: 'One run at a time; further ones wait in line. Secrets are named in a plan, never written into it.'})),
        h('div', {class: 'row actions'},
          h('button', {type: 'button', class: 'quiet', text: 'Example', onClick: () => this.#example()}),
          h('label', {class: 'button quiet', for: 'plan-file', text: 'Open file'}), picker,
          this.start)),
      h('div', {class: 'columns'},
        h('section', {class: 'panel'},
          h('header', {}, h('h2', {}, h('label', {for: 'plan', text: 'Plan'})), this.fileName = h('span', {class: 'dim small', text: this.file})),
          this.editor.element),
        h('div', {class: 'side'},
          panel('Check', null, this.result),
          panel('Options', 'all optional', this.optionForm))));
    this.element.addEventListener('dragover', (event) => event.preventDefault());
    this.element.addEventListener('drop', (event) => {
      event.preventDefault();
      this.#open(event.dataTransfer.files[0]);
    });
    this.editor.value = this.#draft();
    this.#changed();
  }

  destroy() {
    clearTimeout(this.timer);
  }

  #draft() {
    try {
      return sessionStorage.getItem(DRAFT) ?? '';
    } catch {
      return '';
    }
  }

  #keepDraft() {
    try {
      sessionStorage.setItem(DRAFT, this.editor.value);
    } catch {
      // storage is forbidden or full: the draft lives as long as the page
    }
  }

  #options() {
    const field = (id, label, hint, tag = 'input') => {
      const input = h(tag, {id, autocomplete: 'off', spellcheck: 'false', 'aria-describedby': `${id}-hint`, ...(tag === 'textarea' ? {rows: 3} : {type: 'text'}), onInput: () => this.#changed()});
      return {input, row: h('div', {class: 'field'}, h('label', {for: id, text: label}), input, h('span', {class: 'dim small', id: `${id}-hint`, text: hint}))};
    };
    this.scale = field('opt-scale', 'Time scale', 'Multiplies the durations of windows, such as 0.1');
    this.phases = field('opt-phases', 'Only these phases', 'Names, separated by commas');
    this.sets = field('opt-set', 'Overrides', 'One a line: path=value, such as phases.*.concurrency=8', 'textarea');
    this.salt = field('opt-salt', 'Salt', 'The same salt makes the same prompts again; else drawn at random');
    this.optionForm = h('div', {class: 'fields'}, this.scale.row, this.phases.row, this.sets.row, this.salt.row);
  }

  #query() {
    const query = new URLSearchParams({file: this.file});
    const add = (name, values) => values.map((v) => v.trim()).filter(Boolean).forEach((v) => query.append(name, v));
    add('timeScale', [this.scale.input.value]);
    add('phase', this.phases.input.value.split(','));
    add('set', this.sets.input.value.split('\n'));
    add('salt', [this.salt.input.value]);
    return query;
  }

  async #open(file) {
    if (file) {
      this.file = file.name;
      setText(this.fileName, file.name);
      this.editor.value = await file.text();
      this.#changed();
    }
  }

  async #example() {
    this.file = 'quickstart.yaml';
    setText(this.fileName, this.file);
    this.editor.value = await (await fetch('/plans/quickstart.yaml')).text();
    this.#changed();
  }

  #changed() {
    this.#keepDraft();
    this.start.disabled = true;
    clearTimeout(this.timer);
    if (this.editor.value.trim() === '') {
      this.#say('The plan is checked as you type; nothing runs before you start it.', 'idle');
      return;
    }
    this.timer = setTimeout(() => this.#check(), CHECK_AFTER_MILLIS);
  }

  async #check() {
    const text = this.editor.value;
    try {
      const plan = await api.check(text, this.#query());
      if (text !== this.editor.value) {
        return;
      }
      this.editor.mark([]);
      this.start.disabled = false;
      this.#say(`No problem found: ${plan.name}, model ${plan.model}, ${count(plan.phases.length)} ${plan.phases.length === 1 ? 'phase' : 'phases'}.`, 'good',
        h('ol', {class: 'preview'}, plan.phases.map((p) => h('li', {}, h('b', {text: p.name}), h('span', {class: 'dim', text: ` ${p.route} · ${p.workload} · ${p.concurrency}`})))));
    } catch (failure) {
      if (text === this.editor.value) {
        this.#refused(failure);
      }
    }
  }

  #refused(failure) {
    this.shell.onFailure(failure);
    const problems = failure.problems ?? [];
    this.editor.mark(problems);
    this.#say(failure.message.charAt(0).toUpperCase() + failure.message.slice(1) + (problems.length ? ':' : ''), 'bad',
      h('ul', {class: 'problem-list'}, problems.map((p) => h('li', {},
        p.line > 0
          ? h('button', {type: 'button', class: 'at', text: `line ${p.line}`, 'aria-label': `Go to line ${p.line}`, onClick: () => this.editor.goTo(p.line)})
          : h('span', {class: 'at', text: p.file}),
        p.path ? h('code', {text: p.path}) : null,
        h('span', {text: p.message}),
        p.suggestion ? h('span', {class: 'hint', text: `Did you mean ${p.suggestion}?`}) : null))));
  }

  #say(text, tone, more) {
    this.result.replaceChildren(h('p', {class: 'line-tone', 'data-tone': tone, text}), ...(more ? [more] : []));
    show(this.result, true);
  }

  async #submit() {
    this.start.disabled = true;
    try {
      const query = this.#query();
      query.append('command', 'dashboard');
      const taken = await api.submit(this.editor.value, query);
      this.shell.say(`Submitted as ${taken.run}`);
      location.hash = `#/runs/${encodeURIComponent(taken.run)}`;
    } catch (failure) {
      this.#refused(failure);
      this.start.disabled = !(failure instanceof api.Silence);
    }
  }
}
