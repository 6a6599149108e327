// One run, live: head, stage, figures, charts, tables. Made once, then filled by each frame.

import * as api from './api.js';
import {Chart, TimeRange} from './chart.js';
import {h, pill, setData, setText, show, toneOfVerdict} from './dom.js';
import {axisDuration, axisNumber, axisPercent, clock, count, duration, NONE, percent, rate, span, words} from './format.js';
import {heatMap} from './heat.js';
import {History} from './history.js';
import {LiveStream} from './stream.js';
import {clusterTables} from './tables.js';

const STAGES = ['armed', 'warmup', 'measure', 'drain', 'settled'];
const RANGES = {'2 min': 120, '10 min': 600, All: null};

function charts(range) {
  const latency = (title, key) => new Chart({
    title,
    format: duration,
    axis: axisDuration,
    band: true,
    series: [
      {label: 'p50', column: `${key}50`, colour: 'low'},
      {label: 'p99', column: `${key}99`, colour: 'high'},
    ],
  }, range);
  return [
    new Chart({
      title: 'Throughput',
      format: rate,
      axis: axisNumber,
      right: {axis: axisNumber},
      series: [
        {label: 'tok/s', column: 'tokens', colour: 'accent', fill: true},
        {label: 'req/s', column: 'requests', colour: 'second', scale: 'y2', format: rate},
        {label: 'fail/s', column: 'failures', colour: 'mark', scale: 'y2', format: rate},
      ],
    }, range),
    new Chart({
      title: 'In flight',
      format: count,
      axis: axisNumber,
      series: [
        {label: 'in flight', column: 'inFlight', colour: 'accent', fill: true},
        {label: 'asked', column: 'asked', colour: 'dim', dash: [4, 4], stepped: true},
      ],
    }, range),
    heatMap(range),
    latency('TTFT', 'ttft'),
    latency('TPOT', 'tpot'),
    latency('E2E', 'e2e'),
  ];
}

/** By the replicas' own metrics; there only if the plan has them asked. */
function engineCharts(range) {
  return [
    new Chart({
      title: 'In the replicas',
      format: count,
      axis: axisNumber,
      series: [
        {label: 'running', column: 'running', colour: 'accent', fill: true},
        {label: 'waiting', column: 'waiting', colour: 'high'},
      ],
    }, range),
    new Chart({
      title: 'KV memory, the fullest replica',
      format: percent,
      axis: axisPercent,
      series: [{label: 'in use', column: 'kv', colour: 'low', fill: true}],
    }, range),
  ];
}

function tile(name, title) {
  const main = h('b', {text: NONE});
  const side = h('span', {class: 'dim', text: ''});
  return {
    element: h('div', {class: 'tile', title}, h('span', {class: 'name', text: name}), main, side),
    set(text, more, tone) {
      setText(main, text);
      setText(side, more ?? '');
      setData(main, 'tone', tone ?? '');
    },
  };
}

export class LiveView {
  constructor(run, shell) {
    this.run = run;
    this.shell = shell;
    this.history = new History();
    this.frame = null;
    this.range = new TimeRange(() => this.#paintCharts());
    this.painting = false;
    this.element = h('div', {class: 'live'});
    this.#head();
    this.#stage();
    this.#tiles();
    const cluster = charts(this.range);
    const engines = engineCharts(this.range);
    this.charts = [...cluster, ...engines];
    this.tables = clusterTables();
    this.chartGrid = h('div', {class: 'charts'}, cluster.map((c) => c.element));
    this.engineGrid = h('div', {class: 'charts two', hidden: true}, engines.map((c) => c.element));
    this.chartTools = this.#rangeChoice();
    this.waiting = h('p', {class: 'loading', text: 'Waiting for the first frame …'});
    this.body = h('div', {hidden: true},
      this.stage, this.tileRow, this.chartTools, this.chartGrid, this.engineGrid, this.tables.element);
    this.element.append(this.head, this.notice, this.waiting, this.body);
    this.stream = new LiveStream(run, {
      frame: (frame) => this.#take(frame),
      status: (status) => this.#status(status),
    });
    this.#begin();
  }

  /** Without the past the present is shown all the same; the stream says why it fails, if it does. */
  async #begin() {
    try {
      this.history.begin(await api.timeline(this.run));
    } catch (failure) {
      this.shell.onFailure(failure);
    }
    this.stream.start();
  }

  destroy() {
    this.stream.stop();
    this.charts.forEach((chart) => chart.destroy());
    clearInterval(this.countdown);
    this.dialog.remove();
  }

  retryNow() {
    this.stream.retryNow();
  }

  repaint() {
    this.charts.forEach((chart) => chart.repaint());
    this.#paintCharts();
  }

  #head() {
    this.title = h('h1', {text: this.run});
    this.state = h('span', {class: 'slot'});
    this.facts = h('p', {class: 'dim facts', text: this.run});
    this.reportLink = h('a', {class: 'button', href: `#/reports/${encodeURIComponent(this.run)}`, text: 'Open report', hidden: true});
    this.cancelButton = h('button', {type: 'button', class: 'danger', text: 'Cancel run', hidden: true, onClick: () => this.dialog.showModal()});
    this.reason = h('p', {class: 'reason', hidden: true});
    this.notice = h('div', {class: 'notice', role: 'alert', hidden: true});
    this.head = h('div', {class: 'head'},
      h('div', {}, h('div', {class: 'row'}, this.title, this.state), this.facts, this.reason),
      h('div', {class: 'row actions'}, this.reportLink, this.cancelButton));
    this.dialog = this.#cancelDialog();
    document.body.append(this.dialog);
  }

  #cancelDialog() {
    const act = (force) => async () => {
      this.dialog.close();
      try {
        await api.cancel(this.run, force);
        this.shell.say('The run is being cancelled.');
      } catch (failure) {
        this.#tell(`Not cancelled: ${failure.message}`, 'bad');
        this.shell.onFailure(failure);
      }
    };
    return h('dialog', {'aria-labelledby': 'cancel-title'},
      h('h2', {id: 'cancel-title', text: 'Cancel this run?'}),
      h('p', {class: 'dim', text: 'No further requests are sent. The run gets a report of what there is, with the verdict CANCELLED.'}),
      h('div', {class: 'row end'},
        h('button', {type: 'button', class: 'quiet', text: 'Keep running', autofocus: true, onClick: () => this.dialog.close()}),
        h('button', {type: 'button', class: 'danger', text: 'Cut at once', onClick: act(true)}),
        h('button', {type: 'button', class: 'primary', text: 'Let requests finish', onClick: act(false)})));
  }

  #stage() {
    this.phaseList = h('ol', {class: 'phases', 'aria-label': 'Phases of the plan'});
    this.phaseName = h('h2', {});
    this.phaseAbout = h('span', {class: 'dim'});
    this.stageSteps = h('ol', {class: 'stages', 'aria-label': 'Stage of the phase'},
      STAGES.map((name) => h('li', {'data-stage': name, text: name})));
    this.bar = h('div', {class: 'fill'});
    this.progress = h('div', {class: 'progress', role: 'progressbar', 'aria-label': 'Progress of the stage', 'aria-valuemin': '0', 'aria-valuemax': '100'}, this.bar);
    this.left = h('span', {});
    this.note = h('span', {class: 'dim'});
    this.stage = h('section', {class: 'panel stage'},
      this.phaseList,
      h('div', {class: 'row spread'}, h('div', {class: 'row'}, this.phaseName, this.phaseAbout), this.stageSteps),
      this.progress,
      h('div', {class: 'row spread small'}, this.left, this.note));
  }

  #tiles() {
    this.tiles = {
      flight: tile('In flight', 'Requests sent whose outcome is not known yet, of those asked for'),
      tokens: tile('Tokens/s', 'Output tokens that arrived in the last three seconds, per second'),
      requests: tile('Requests/s', 'Successes of the last three seconds, per second'),
      ttft: tile('TTFT p50', 'Time to first token, over the current window'),
      tpot: tile('TPOT p50', 'Time per output token, over the current window'),
      e2e: tile('E2E p50', 'Sent to last token, over the current window'),
      done: tile('Succeeded', 'Requests of the current window'),
      errors: tile('Errors', 'Failed requests of the current window'),
    };
    this.tileRow = h('section', {class: 'tiles'},
      Object.values(this.tiles).map((t) => t.element));
  }

  #rangeChoice() {
    const choice = h('span', {class: 'choice', role: 'group', 'aria-label': 'Time shown'},
      Object.entries(RANGES).map(([label, seconds]) => h('button', {
        type: 'button',
        text: label,
        'aria-pressed': String(seconds === this.range.seconds),
        onClick: (event) => {
          for (const button of choice.children) {
            button.setAttribute('aria-pressed', String(button === event.target));
          }
          this.range.show(seconds);
        },
      })));
    return h('div', {class: 'row spread charttools'},
      h('span', {class: 'dim small', text: 'Over the last three seconds at each moment; measured windows are shaded; drag to zoom, double-click to reset.'}),
      choice);
  }

  #take(frame) {
    this.frame = frame;
    this.history.push(frame);
    if (!this.painting) {
      this.painting = true;
      requestAnimationFrame(() => {
        this.painting = false;
        this.#paint();
      });
    }
  }

  #paint() {
    const frame = this.frame;
    show(this.waiting, false);
    show(this.body, true);
    this.#paintHead(frame);
    this.#paintStage(frame);
    this.#paintTiles(frame);
    this.#paintCharts();
    this.tables.update(frame);
    setData(this.element, 'sequence', String(frame.sequence));
    setData(this.element, 'moments', String(this.history.size));
    this.shell.title(this.#titleOf(frame));
    this.#announce(frame);
  }

  #titleOf(frame) {
    const at = frame.current;
    if (frame.verdict) {
      return `${frame.verdict} ${frame.plan}`;
    }
    return at ? `${at.index + 1}/${at.count} ${at.name} ${at.stage}` : `${frame.plan} ${words(frame.state)}`;
  }

  #announce(frame) {
    const line = this.#titleOf(frame);
    if (line !== this.said) {
      this.said = line;
      this.shell.say(line);
    }
  }

  #paintHead(frame) {
    const ended = frame.state === 'ended';
    setText(this.title, frame.plan || this.run);
    pill(this.state, frame.verdict ?? words(frame.state), frame.verdict ? toneOfVerdict(frame.verdict) : 'live');
    setText(this.facts, [this.run, frame.model, `${clock(frame.elapsed_seconds)} elapsed`].filter(Boolean).join(' · '));
    setText(this.reason, frame.reason);
    show(this.reason, frame.reason !== '' && frame.reason !== frame.current?.note);
    show(this.reportLink, ended);
    show(this.cancelButton, !ended && frame.state !== 'reporting');
    if (ended && this.dialog.open) {
      this.dialog.close();
    }
  }

  #paintStage(frame) {
    const at = frame.current;
    show(this.stage, frame.phases.length > 0);
    this.#paintPhases(frame);
    const on = at !== null;
    for (const part of [this.phaseName, this.phaseAbout, this.stageSteps, this.progress, this.left]) {
      show(part, on);
    }
    setText(this.note, on ? at.note : '');
    if (!on) {
      return;
    }
    setText(this.phaseName, at.name);
    setText(this.phaseAbout, `phase ${at.index + 1} of ${at.count} · route ${at.route} · workload ${at.workload} · concurrency ${at.concurrency}`);
    for (const step of this.stageSteps.children) {
      const name = step.dataset.stage;
      const here = name === at.stage;
      setData(step, 'state', here ? 'now' : STAGES.indexOf(name) < STAGES.indexOf(at.stage) ? 'past' : 'next');
      if (here) {
        step.setAttribute('aria-current', 'step');
      } else {
        step.removeAttribute('aria-current');
      }
    }
    const p = at.progress;
    const done = Math.round(p.fraction * 1000) / 10;
    this.bar.style.width = `${done}%`;
    this.progress.setAttribute('aria-valuenow', String(Math.round(done)));
    setText(this.left, progressText(at));
    this.progress.setAttribute('aria-valuetext', this.left.textContent || at.stage);
  }

  #paintPhases(frame) {
    frame.phases.forEach((phase, i) => {
      let item = this.phaseList.children[i];
      if (!item) {
        item = h('li', {}, h('i', {}), h('span', {class: 'sr'}));
        this.phaseList.append(item);
      }
      setData(item, 'state', phase.state);
      item.title = `${phase.name}: ${phase.state}`;
      setText(item.lastChild, item.title);
      const mine = frame.current && frame.current.index === i;
      item.firstChild.style.width = phase.state === 'done' ? '100%'
        : mine && ['measure', 'drain', 'settled'].includes(frame.current.stage)
          ? `${Math.max(6, 100 * frame.current.progress.fraction)}%` : mine ? '6%' : '0';
    });
  }

  #paintTiles(frame) {
    const at = frame.current;
    show(this.tileRow, at !== null);
    if (!at) {
      return;
    }
    const t = this.tiles;
    const over = frame.recent.seconds > 0;
    t.flight.set(count(at.in_flight), `of ${count(at.concurrency)} asked`);
    t.tokens.set(over ? rate(frame.recent.tokens_per_second) : NONE, `window ${frame.window.seconds > 0 ? rate(frame.window.tokens_per_second) : NONE}`);
    t.requests.set(over ? rate(frame.recent.requests_per_second) : NONE, `window ${frame.window.seconds > 0 ? rate(frame.window.requests_per_second) : NONE}`);
    for (const m of ['ttft', 'tpot', 'e2e']) {
      t[m].set(duration(frame[m].p50), `p99 ${duration(frame[m].p99)}`);
    }
    t.done.set(count(frame.requests.success), `${count(frame.requests.sent)} sent`);
    const ended = frame.requests.success + frame.requests.errors;
    t.errors.set(count(frame.requests.errors),
      ended > 0 ? `${((100 * frame.requests.errors) / ended).toFixed(1)} % of ${count(ended)}` : '',
      frame.requests.errors > 0 ? 'bad' : '');
  }

  #paintCharts() {
    const any = this.history.size > 1;
    show(this.chartGrid, any);
    show(this.engineGrid, any && this.history.engines);
    show(this.chartTools, any);
    if (any) {
      this.charts.forEach((chart) => chart.show(this.history));
    }
  }

  #tell(text, tone, ...more) {
    this.notice.replaceChildren(h('span', {text}), ...more);
    setData(this.notice, 'tone', tone);
    show(this.notice, text !== '');
  }

  #status(status) {
    clearInterval(this.countdown);
    setData(this.element, 'stale', String(status.state === 'lost'));
    this.shell.link(status.state);
    if (status.state === 'lost') {
      const retry = h('button', {type: 'button', text: 'Try now', onClick: () => this.stream.retryNow()});
      const line = () => {
        const wait = Math.max(0, Math.ceil((status.retryAt - Date.now()) / 1000));
        const ago = clock((Date.now() - status.since) / 1000);
        return `No connection to the coordinator for ${ago}. What you see is from before. Next try ${wait > 0 ? `in ${wait} s` : 'now'}.`;
      };
      this.#tell(line(), 'warn', retry);
      this.countdown = setInterval(() => setText(this.notice.firstChild, line()), 1000);
      return;
    }
    if (status.state === 'gone') {
      show(this.waiting, false);
      this.#tell(`This coordinator does not know the run ${this.run}. If it ran before the coordinator started, its report may be under Reports.`, 'warn',
        h('a', {class: 'button', href: `#/reports/${encodeURIComponent(this.run)}`, text: 'Look for its report'}));
    } else if (status.state === 'denied') {
      this.shell.askToken();
      this.#tell('The coordinator asks for an access token.', 'warn');
    } else if (status.state === 'live' || status.state === 'over') {
      show(this.notice, false);
    }
  }
}

function progressText(at) {
  const p = at.progress;
  const parts = [];
  if (p.planned_seconds !== null) {
    parts.push(`${span(p.elapsed_seconds)} of ${span(p.planned_seconds)}`);
  } else if (p.elapsed_seconds > 0) {
    parts.push(span(p.elapsed_seconds));
  }
  if (p.planned_requests !== null) {
    parts.push(`${count(p.requests)} of ${count(p.planned_requests)} requests`);
  } else if (p.requests > 0) {
    parts.push(`${count(p.requests)} requests`);
  }
  if (p.eta_seconds !== null && p.fraction < 1) {
    parts.push(`${span(p.eta_seconds)} left`);
  }
  return parts.join(' · ');
}
