// Everything of a frame that is rows: phases, workers, replicas, errors, events, findings.

import {h, panel, pill, setText, show, Table} from './dom.js';
import {clock, count, duration, NONE, percent, rate, words} from './format.js';

const HEALTH = {clean: 'good', marginal: 'warn', limiting: 'bad', unknown: 'idle'};
const PHASE = {done: 'good', running: 'live', pending: 'idle', skipped: 'idle'};
const WORKER = {serving: 'good', waiting: 'idle', lost: 'bad'};

const figure = (head, title, text) => ({head, title, num: true, text});

function phases() {
  const of = (key, format) => (row) => (row.headline ? format(row.headline[key]) : NONE);
  return new Table('Phases', [
    {head: 'Phase', text: (row) => row.name},
    {head: 'State', fill: (cell, row) => pill(cell, row.state, PHASE[row.state] ?? 'idle')},
    figure('Conc.', 'Slots asked for', (row) => count(row.concurrency)),
    figure('Requests', 'Measured requests', of('requests', count)),
    figure('Errors', 'Failed requests', of('errors', count)),
    figure('tok/s', 'Output tokens of successes over the elapsed time', of('output_tokens_per_second', rate)),
    figure('req/s', 'Successes over the elapsed time', of('request_rate', rate)),
    figure('TTFT p50', 'Time to first token, median', of('ttft_p50', duration)),
    figure('p99', 'Time to first token, 99th percentile', of('ttft_p99', duration)),
    figure('TPOT p50', 'Time per output token, median', of('tpot_p50', duration)),
    figure('p99', 'Time per output token, 99th percentile', of('tpot_p99', duration)),
  ], (row, i) => `${i} ${row.name}`, 'The plan is read when the run begins.');
}

function workers() {
  const health = (key, format) => (row) => (row.health ? format(row.health[key]) : NONE);
  return new Table('Workers', [
    {head: 'Worker', fill: (cell, row) => {
      setText(cell, row.worker);
      cell.title = `${row.host}, process ${row.pid}${row.note ? `: ${row.note}` : ''}`;
    }},
    {head: 'State', fill: (cell, row) => pill(cell, words(row.state), WORKER[row.state] ?? 'idle')},
    {head: 'Client', title: 'Whether the generator itself bends the figures', fill: (cell, row) => {
      const verdict = String(row.health?.verdict ?? '').toLowerCase();
      pill(cell, verdict, HEALTH[verdict] ?? 'idle');
    }},
    figure('Slots', 'Slots it owns in this phase', (row) => count(row.slots)),
    figure('In flight', 'Requests without an outcome yet', (row) => count(row.in_flight)),
    figure('Issued', 'Requests issued in this window', (row) => count(row.issued)),
    figure('Loop lag p99', 'How late its event loops ran what was due', health('loop_lag_p99_seconds', duration)),
    figure('Turnaround p99', 'Its own delay between an answer and the next request', health('turnaround_p99_seconds', duration)),
    figure('GC', 'Garbage collection in the last second', health('gc_pause_seconds', duration)),
    figure('CPU', 'Cores used, of those it may use', (row) => (row.health ? `${rate(row.health.process_cores)} / ${row.cores}` : NONE)),
    figure('Steal', 'CPU time taken by the hypervisor', (row) => (row.health && row.health.steal_share >= 0 ? percent(row.health.steal_share) : NONE)),
    figure('Clock ±', 'Error bound of its clock', (row) => duration(row.clock_error_seconds)),
    figure('Heard', 'Since its last message', (row) => `${row.heard_seconds_ago.toFixed(1)} s ago`),
  ], (row) => row.worker, 'No worker has joined. Start one: tokenstorm worker --join ADDRESS --id NAME');
}

function replicas() {
  let total = 0;
  const engine = (key, format) => (row) => {
    const value = row.engine?.[key];
    return value === null || value === undefined ? NONE : format(value);
  };
  const table = new Table('Replicas', [
    {head: 'Replica', text: (row) => row.replica || '(unnamed)'},
    {head: 'Share', fill: (cell, row) => {
      let bar = cell.firstElementChild;
      if (!bar) {
        bar = h('span', {class: 'share'}, h('i', {}), h('span', {}));
        cell.replaceChildren(bar);
      }
      const share = total > 0 ? (row.success + row.errors) / total : 0;
      bar.firstChild.style.width = `${Math.round(share * 100)}%`;
      setText(bar.lastChild, `${Math.round(share * 100)} %`);
    }},
    figure('Succeeded', 'Requests that succeeded', (row) => count(row.success)),
    {head: 'Errors', num: true, title: 'Requests that failed', fill: (cell, row) => {
      setText(cell, count(row.errors));
      cell.dataset.tone = row.errors > 0 ? 'bad' : '';
    }},
    figure('Tokens', 'Output tokens of successes', (row) => count(row.output_tokens)),
    figure('TTFT p50', 'Median', (row) => duration(row.ttft_p50)),
    figure('TTFT p99', '99th percentile', (row) => duration(row.ttft_p99)),
    figure('Running', 'Requests in its batch, by its own metrics', engine('running', count)),
    figure('Waiting', 'Requests in its queue, by its own metrics', engine('waiting', count)),
    figure('KV', 'Share of its KV memory in use, by its own metrics', engine('kv_usage', percent)),
  ], (row) => row.replica, 'Rows come with the first merged records of a measured window, or with the replicas’ own metrics.');
  return {
    element: table.element,
    update(rows) {
      total = rows.reduce((sum, row) => sum + row.success + row.errors, 0);
      table.update(rows);
    },
  };
}

function errors() {
  let most = 1;
  const table = new Table('Errors by kind', [
    {head: 'Kind', text: (row) => words(row.kind)},
    {head: 'Part', fill: (cell, row) => {
      let bar = cell.firstElementChild;
      if (!bar) {
        bar = h('span', {class: 'share bad'}, h('i', {}));
        cell.replaceChildren(bar);
      }
      bar.firstChild.style.width = `${Math.round((100 * row.count) / most)}%`;
    }},
    figure('Requests', 'Failed requests of this kind in the window', (row) => count(row.count)),
  ], (row) => row.kind, 'None in this window.');
  return {
    element: table.element,
    update(byKind) {
      const rows = Object.entries(byKind).map(([kind, n]) => ({kind, count: n})).sort((a, b) => b.count - a.count);
      most = Math.max(1, ...rows.map((row) => row.count));
      table.update(rows);
    },
  };
}

/** Notes with their moments; numbered ones carry the number of their mark in the charts. */
function notes(label, emptyText, numbered) {
  const list = h('ol', {class: 'notes', 'aria-label': label});
  const empty = h('p', {class: 'empty', text: emptyText});
  let before = '';
  return {
    element: h('div', {class: 'scroll tall', tabindex: '0', role: 'region', 'aria-label': label}, list, empty),
    update(items) {
      const now = JSON.stringify(items);
      if (now === before) {
        return;
      }
      before = now;
      show(empty, items.length === 0);
      list.replaceChildren(...items.map((note, i) => h('li', {},
        numbered ? h('span', {class: 'number', text: String(i + 1)}) : null,
        h('time', {text: clock(note.at_seconds)}),
        note.phase ? h('span', {class: 'tag', text: note.phase}) : null,
        h('span', {text: note.text}))).reverse());
    },
  };
}

/** All tables of the live view; `update(frame)`. */
export function clusterTables() {
  const parts = {
    phases: phases(), workers: workers(), replicas: replicas(), errors: errors(),
    findings: notes('Findings', 'Nothing to object to so far.', false),
    events: notes('Events', 'Nothing has happened to the target or the cluster.', true),
  };
  const element = h('div', {class: 'tables'},
    h('div', {class: 'pair'},
      panel('Findings', 'what the coordinator wants said', parts.findings.element),
      panel('Events', 'numbers as in the charts', parts.events.element)),
    panel('Phases', 'settled ones with the figures of their records', parts.phases.element),
    panel('Workers', 'their own condition in the last second', parts.workers.element),
    panel('Replicas', 'in the measured window, by records merged so far; the last three by their own metrics', parts.replicas.element),
    panel('Errors by kind', 'in the current window', parts.errors.element));
  return {
    element,
    update(frame) {
      parts.phases.update(frame.phases);
      parts.workers.update(frame.workers);
      parts.replicas.update(frame.replicas);
      parts.errors.update(frame.requests.errors_by_kind);
      parts.findings.update(frame.findings);
      parts.events.update(frame.events);
    },
  };
}
