// Reports of runs that are over: the list, and one of them.

import * as api from './api.js';
import {h, panel, pill, setData, setText, Table, toneOfVerdict} from './dom.js';
import {count, duration, moment, NONE, percent, rate, words} from './format.js';

const SEVERITY = {problem: 'bad', warning: 'warn', info: 'idle'};

export class ReportsView {
  constructor(shell) {
    this.shell = shell;
    this.table = new Table('Reports', [
      {head: 'Run', fill: (cell, row) => {
        let link = cell.firstElementChild;
        if (!link) {
          link = h('a', {});
          cell.replaceChildren(link);
        }
        link.href = `#/reports/${encodeURIComponent(row.run)}`;
        setText(link, row.run);
      }},
      {head: 'Plan', text: (row) => row.name},
      {head: 'Model', text: (row) => row.model},
      {head: 'Verdict', fill: (cell, row) => pill(cell, row.verdict ?? 'unreadable', row.verdict ? toneOfVerdict(row.verdict) : 'bad')},
      {head: 'Why', text: (row) => row.reason},
      {head: 'Started', text: (row) => moment(row.started_at)},
    ], (row) => row.run, 'No report yet. A run leaves one when it ends; this lists what is in the coordinator\u2019s results directory.');
    this.notice = h('p', {class: 'loading', role: 'status', text: 'Reading the results directory …'});
    this.element = h('div', {},
      h('div', {class: 'head'}, h('div', {}, h('h1', {text: 'Reports'}), h('p', {class: 'dim', text: 'The newest first, those of earlier coordinators included.'}))),
      h('section', {class: 'panel'}, this.notice, this.table.element));
    this.table.element.hidden = true;
    this.#load();
  }

  async #load() {
    try {
      this.table.update(await api.reports());
      this.table.element.hidden = false;
      this.notice.hidden = true;
    } catch (failure) {
      setText(this.notice, failure.message);
      this.shell.onFailure(failure);
    }
  }

  destroy() {}
}

const percentile = (metric, key) => (phase) => {
  const m = phase[metric];
  if (!m || m[key] === null || m[key] === undefined) {
    return NONE;
  }
  return duration(m[key]) + (m.thin?.includes(key) ? ' ~' : '');
};

function summary() {
  const figure = (head, title, text) => ({head, title, num: true, text});
  return new Table('Phases of the report', [
    {head: 'Phase', text: (p) => p.phase},
    figure('Conc.', 'Slots asked for', (p) => count(p.concurrency)),
    figure('Requests', 'Measured requests', (p) => count(p.requests)),
    {head: 'Errors', num: true, title: 'Failed requests', fill: (cell, p) => {
      setText(cell, count(p.errors));
      setData(cell, 'tone', p.errors > 0 ? 'bad' : '');
    }},
    figure('tok/s', 'Output tokens of successes over the elapsed time', (p) => rate(p.output_tokens_per_second)),
    figure('req/s', 'Successes over the elapsed time', (p) => rate(p.request_rate)),
    figure('TTFT p50', 'Time to first token, median', percentile('ttft', 'p50')),
    figure('p95', 'Time to first token, 95th percentile', percentile('ttft', 'p95')),
    figure('p99', 'Time to first token, 99th percentile', percentile('ttft', 'p99')),
    figure('TPOT p50', 'Time per output token, median', percentile('tpot', 'p50')),
    figure('p99', 'Time per output token, 99th percentile', percentile('tpot', 'p99')),
    figure('E2E p50', 'Sent to last token, median', percentile('e2e', 'p50')),
    figure('p99', 'Sent to last token, 99th percentile', percentile('e2e', 'p99')),
    figure('Elapsed', 'Opening of the window to the last end', (p) => duration(p.elapsed)),
  ], (p, i) => `${i} ${p.phase}`, 'No phase has a result.');
}

/** A split of a phase: by replica or by worker. */
function split(caption, parts) {
  const rows = Object.entries(parts ?? {}).map(([name, part]) => ({name, ...part}));
  const table = new Table(caption, [
    {head: caption, text: (row) => row.name},
    {head: 'Requests', num: true, text: (row) => count(row.requests)},
    {head: 'Succeeded', num: true, text: (row) => count(row.success)},
    {head: 'Tokens', num: true, text: (row) => count(row.output_tokens)},
    {head: 'TTFT p50', num: true, text: percentile('ttft', 'p50')},
    {head: 'p99', num: true, text: percentile('ttft', 'p99')},
    {head: 'TPOT p50', num: true, text: percentile('tpot', 'p50')},
  ], (row) => row.name, 'None.');
  table.update(rows);
  return table.element;
}

/** What the replicas told of themselves; nothing if they were not asked. */
function engines(told) {
  const rows = Object.entries(told ?? {}).map(([name, engine]) => ({name, ...engine}));
  if (rows.length === 0) {
    return null;
  }
  const gauge = (key, part, format) => (row) => (row[key] ? format(row[key][part]) : NONE);
  const counter = (key) => (row) => (row[key] === null ? NONE : count(row[key]));
  const own = (head, title, text) => ({head, title, num: true, text});
  const table = new Table('The replicas’ own metrics', [
    {head: 'Own metrics', text: (row) => row.name},
    own('Running', 'Requests in the batch, mean of the window', gauge('running', 'mean', rate)),
    own('Waiting', 'Requests in the queue, largest of the window', gauge('waiting', 'max', rate)),
    own('KV', 'Share of KV memory in use, largest of the window', gauge('kv_usage', 'max', percent)),
    own('Prefix hits', 'Prompt tokens found in the prefix cache, of those looked up', (row) => (row.prefix_hit_rate === null ? NONE : percent(row.prefix_hit_rate))),
    own('Generated', 'Tokens generated, over the phase', counter('generation_tokens')),
    own('Preemptions', 'Requests thrown back into the queue', counter('preemptions')),
  ], (row) => row.name, 'None.');
  table.update(rows);
  return table.element;
}

function facts(pairs) {
  return h('dl', {class: 'facts'}, pairs.filter(([, value]) => value !== '' && value !== null && value !== undefined)
    .map(([name, value]) => h('div', {}, h('dt', {text: name}), h('dd', {text: String(value)}))));
}

function phaseDetails(phase) {
  const failures = Object.entries(phase.errors_by_kind ?? {})
    .map(([kind, e]) => h('li', {}, h('b', {text: words(kind)}), h('span', {text: ` ${count(e.count ?? e)}`}), e.example ? h('code', {text: e.example}) : null));
  return h('details', {class: 'panel phase'},
    h('summary', {}, h('span', {text: phase.phase}), h('span', {class: 'dim small', text: ` ${phase.route} · ${phase.workload} · concurrency ${phase.concurrency}`})),
    facts([
      ['Window', phase.window ? duration(phase.window.seconds) : ''],
      ['Closed by', phase.window_closed_by],
      ['Mean in flight', phase.window ? `${rate(phase.window.mean_concurrency)} of ${count(phase.window.asked_concurrency)}` : ''],
      ['Tokens per chunk', rate(phase.tokens_per_chunk)],
      ['Turnaround share', percent(phase.turnaround_share)],
      ['ITL p50 / p99', `${percentile('itl', 'p50')(phase)} / ${percentile('itl', 'p99')(phase)}`],
      ['Cut / lost', `${count(phase.cut)} / ${typeof phase.lost === 'number' ? count(phase.lost) : JSON.stringify(phase.lost)}`],
    ]),
    failures.length ? h('div', {}, h('h3', {text: 'Errors by kind'}), h('ul', {class: 'failures'}, failures)) : null,
    h('div', {class: 'pair'}, split('Replica', phase.by_replica), split('Worker', phase.by_worker)),
    engines(phase.replica_metrics));
}

export class ReportView {
  constructor(run, shell) {
    this.run = run;
    this.shell = shell;
    this.element = h('div', {class: 'report'}, h('p', {class: 'loading', text: 'Reading the report …'}));
    this.#load();
  }

  async #load() {
    try {
      const report = await api.report(this.run);
      const listed = (await api.reports()).find((r) => r.run === this.run);
      this.#show(report, Boolean(listed?.page));
    } catch (failure) {
      this.element.replaceChildren(h('p', {class: 'loading', role: 'alert', text: failure.message}),
        h('p', {}, h('a', {class: 'button', href: '#/reports', text: 'All reports'})));
      this.shell.onFailure(failure);
    }
  }

  #show(report, page) {
    const state = h('span', {class: 'slot'});
    pill(state, report.verdict, toneOfVerdict(report.verdict));
    const table = summary();
    table.update(report.phases);
    const findings = report.findings.map((f) => h('li', {'data-tone': SEVERITY[f.severity] ?? 'idle'},
      h('span', {class: 'tag', text: f.phase ?? 'run'}),
      h('span', {}, f.text),
      f.fault ? h('span', {class: 'fault', text: words(f.fault.toLowerCase())}) : null));
    this.element.replaceChildren(
      h('div', {class: 'head'},
        h('div', {},
          h('div', {class: 'row'}, h('h1', {text: report.plan ?? this.run}), state),
          h('p', {class: 'dim facts', text: [this.run, report.model, moment(report.started_at)].filter(Boolean).join(' · ')}),
          h('p', {class: 'reason', text: report.verdict_reason})),
        h('div', {class: 'row actions'}, this.#pageLink(page),
          h('button', {type: 'button', class: 'quiet', text: 'Save report.json', onClick: () => this.#save('report.json', '')}))),
      panel('Findings', 'gravest first; whose affair it is stands behind', findings.length
        ? h('ul', {class: 'findings'}, findings)
        : h('p', {class: 'empty', text: 'Nothing to object to.'})),
      panel('Phases', '~ rests on too few requests', table.element),
      h('h2', {class: 'under', text: 'Phase by phase'}),
      ...report.phases.map(phaseDetails),
      panel('What was run', null, facts([
        ['Method', report.method], ['Engine', report.engine], ['Hardware', report.hardware], ['Precision', report.precision],
        ['Seed', report.seed], ['Salt', report.salt], ['Plan hash', report.plan_hash], ['Time scale', report.time_scale],
        ['Command', (report.command ?? []).join(' ')],
      ])));
    this.shell.title(`${report.verdict} ${report.plan ?? this.run}`);
  }

  /** With a token a link would not do: it cannot carry one. */
  #pageLink(page) {
    if (!page) {
      return null;
    }
    return api.token()
      ? h('button', {type: 'button', class: 'primary', text: 'Save report page', onClick: () => this.#save('report.html', '/report.html')})
      : h('a', {class: 'button primary', href: api.reportPath(this.run, '/report.html'), target: '_blank', rel: 'noopener', text: 'Report page'});
  }

  async #save(name, rest) {
    try {
      const blob = await (await api.request(api.reportPath(this.run, rest))).blob();
      const url = URL.createObjectURL(blob);
      h('a', {href: url, download: `${this.run}-${name}`}).click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    } catch (failure) {
      this.shell.say(failure.message);
      this.shell.onFailure(failure);
    }
  }

  destroy() {}
}
