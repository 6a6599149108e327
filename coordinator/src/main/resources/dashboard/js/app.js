// The shell: which view is on, the list of runs, theme, token, and whether the coordinator answers.

import * as api from './api.js';
import {h, pill, setData, setText, show, toneOfVerdict} from './dom.js';
import {LiveView} from './live.js';
import {ReportsView, ReportView} from './reports.js';
import {SubmitView} from './submit.js';
import {shortMoment, words} from './format.js';

const POLL_MILLIS = 3_000;
const LINKS = {live: 'live', connecting: 'connecting', lost: 'connection lost', over: 'run ended', denied: 'token needed', gone: 'no such run', idle: 'connected', silent: 'no answer'};

const main = document.getElementById('main');
const rail = document.getElementById('runs');
const at = (id) => document.getElementById(id);

let view = null;
let key = '';
let runs = [];
let known = false;
let streaming = false;
let timer = 0;

const shell = {
  say(text) {
    setText(at('say'), text);
  },
  title(text) {
    document.title = text ? `${text} – Tokenstorm` : 'Tokenstorm';
  },
  link(state) {
    streaming = state !== 'over' && state !== 'gone';
    setLink(state);
  },
  askToken,
  onFailure(failure) {
    if (failure instanceof api.Refusal && failure.status === 401) {
      askToken();
    } else if (failure instanceof api.Silence) {
      setLink('silent');
    }
  },
};

function setLink(state) {
  setData(at('link'), 'state', state);
  setText(at('link-text'), LINKS[state] ?? state);
}

function askToken() {
  const dialog = at('token-dialog');
  if (!dialog.open) {
    at('token-text').value = api.token();
    dialog.showModal();
  }
}

function current() {
  return runs.find((run) => run.state !== 'ended') ?? runs.at(-1) ?? null;
}

function emptyView() {
  const element = h('div', {class: 'welcome'},
    h('h1', {text: 'No run yet'}),
    h('p', {class: 'dim', text: 'Submit a plan here or from a terminal; it appears as soon as the coordinator has taken it.'}),
    h('div', {class: 'row'}, h('a', {class: 'button primary', href: '#/submit', text: 'New run'}), h('a', {class: 'button', href: '#/reports', text: 'Past reports'})),
    h('pre', {text: 'tokenstorm worker --join ADDRESS --id a\ntokenstorm submit plan.yaml --watch'}));
  return {element, destroy() {}};
}

/** What the address asks for: [key, page, how to make it]. */
function wanted() {
  const [page, ...rest] = location.hash.replace(/^#\/?/, '').split('/');
  let name;
  try {
    name = decodeURIComponent(rest.join('/'));
  } catch {
    name = rest.join('/');
  }
  if (page === 'submit') {
    return ['submit', 'submit', () => new SubmitView(shell)];
  }
  if (page === 'reports') {
    return name ? [`report ${name}`, 'reports', () => new ReportView(name, shell)] : ['reports', 'reports', () => new ReportsView(shell)];
  }
  const run = page === 'runs' && name ? name : current()?.run;
  if (run) {
    return [`run ${run}`, 'live', () => new LiveView(run, shell)];
  }
  return known ? ['none', 'live', emptyView] : ['loading', 'live', null];
}

function route(moved) {
  const [now, page, make] = wanted();
  for (const link of document.querySelectorAll('[data-page]')) {
    if (link.dataset.page === page) {
      link.setAttribute('aria-current', 'page');
    } else {
      link.removeAttribute('aria-current');
    }
  }
  if (now === key || !make) {
    paintRail();
    return;
  }
  key = now;
  view?.destroy();
  shell.title('');
  streaming = false;
  view = make();
  main.replaceChildren(view.element);
  if (moved) {
    main.focus({preventScroll: true});
    scrollTo(0, 0);
  }
  paintRail();
}

function paintRail() {
  const items = [...runs].reverse();
  while (rail.children.length > items.length) {
    rail.lastChild.remove();
  }
  items.forEach((run, i) => {
    let item = rail.children[i];
    if (!item) {
      item = h('li', {}, h('a', {}, h('b', {}), h('small', {class: 'dim'}), h('span', {class: 'slot'})));
      rail.append(item);
    }
    const link = item.firstChild;
    link.href = `#/runs/${encodeURIComponent(run.run)}`;
    setText(link.children[0], run.name);
    pill(link.children[2], run.verdict ?? words(run.state), run.verdict ? toneOfVerdict(run.verdict) : run.state === 'queued' ? 'idle' : 'live');
    setText(link.children[1], run.state === 'queued' ? `${run.position} before it` : shortMoment(run.submitted_at));
    link.title = run.run;
    if (key === `run ${run.run}`) {
      link.setAttribute('aria-current', 'true');
    } else {
      link.removeAttribute('aria-current');
    }
  });
  document.querySelector('.rail').dataset.empty = String(items.length === 0);
}

async function poll() {
  if (!document.hidden) {
    try {
      const [list, cluster] = await Promise.all([api.runs(), api.cluster()]);
      runs = list;
      known = true;
      const alive = cluster.workers.filter((w) => w.state !== 'lost').length;
      setText(at('cluster'), `${alive} ${alive === 1 ? 'worker' : 'workers'}${cluster.waiting_for ? ` · ${cluster.waiting_for}` : ''}`);
      if (!streaming) {
        setLink('idle');
      } else if (at('link').dataset.state === 'lost') {
        view?.retryNow?.();
      }
      route(false);
    } catch (failure) {
      if (failure instanceof api.Refusal && failure.status === 401) {
        // nothing will change until a token is given: no further question before that
        setLink('denied');
        showFailure('The coordinator asks for an access token.');
        askToken();
        return;
      } else {
        setLink(streaming ? at('link').dataset.state : 'silent');
        showFailure(failure.message);
      }
    }
  }
  timer = setTimeout(poll, POLL_MILLIS);
}

/** Only where there is nothing else to show. */
function showFailure(text) {
  if (!view) {
    main.replaceChildren(h('p', {class: 'loading', role: 'alert', text}));
  }
}

at('theme').addEventListener('click', () => {
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem('tokenstorm-theme', root.dataset.theme);
  } catch {
    // storage is forbidden: it holds until the page is left
  }
  view?.repaint?.();
});

at('token').addEventListener('click', askToken);
at('token-dialog').addEventListener('close', () => {
  const dialog = at('token-dialog');
  if (dialog.returnValue === 'keep' || dialog.returnValue === 'forget') {
    api.keepToken(dialog.returnValue === 'keep' ? at('token-text').value.trim() : '');
    at('token-text').value = '';
    dialog.returnValue = '';
    key = '';
    route(false);
    clearTimeout(timer);
    poll();
  }
});
at('token-dialog').querySelector('input').addEventListener('keydown', (event) => {
  if (event.key === 'Enter') {
    event.preventDefault();
    at('token-dialog').close('keep');
  }
});

addEventListener('hashchange', () => route(true));
addEventListener('online', () => view?.retryNow?.());
show(at('say'), true);
setLink('connecting');
route(false);
poll();
