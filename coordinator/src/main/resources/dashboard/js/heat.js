// The latency heat map: a chart whose cells are how many samples fell into a bucket of time and size.

import {Chart, colour} from './chart.js';
import {h} from './dom.js';
import {axisDuration, duration} from './format.js';
import {edge} from './history.js';

const METRICS = {ttft: 'TTFT', tpot: 'TPOT', e2e: 'E2E', itl: 'ITL'};
const LEAST_CELL_PIXELS = 3;
const RAMP = 'Colour: how many requests, from few on the left to many on the right, by the logarithm';

function mix(low, high, share) {
  return low.map((v, i) => Math.round(v + (high[i] - v) * share));
}

function rgb(name) {
  const hex = colour(name).replace('#', '');
  return [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16));
}

/** Three anchors of one ramp, dark to bright. */
function ramp(share) {
  const [low, middle, high] = [rgb('heat-0'), rgb('heat-1'), rgb('heat-2')];
  const c = share < 0.5 ? mix(low, middle, share * 2) : mix(middle, high, share * 2 - 1);
  return `rgb(${c.join(' ')})`;
}

/** One, two or five of a decade: the ends of the axis are labelled only where they are. */
function isRound(value) {
  const mantissa = value / 10 ** Math.floor(Math.log10(value) + 1e-9);
  return [1, 2, 5].some((m) => Math.abs(mantissa - m) < 1e-6);
}

/** Columns joined until each is wide enough to be seen. */
function joined(u, columns) {
  const {left, width} = u.bbox;
  const least = LEAST_CELL_PIXELS * devicePixelRatio;
  const bins = new Map();
  for (const column of columns) {
    const from = u.valToPos(column.from, 'x', true);
    const to = u.valToPos(column.to, 'x', true);
    if (to < left || from > left + width) {
      continue;
    }
    const wide = to - from >= least;
    const at = wide ? from : Math.floor(from / least) * least;
    let bin = bins.get(at);
    if (!bin) {
      bin = {from: at, to: wide ? to : at + least, cells: new Map()};
      bins.set(at, bin);
    }
    column.cells.forEach((n, e) => bin.cells.set(e, (bin.cells.get(e) ?? 0) + n));
  }
  return [...bins.values()];
}

function paint(owner, metric) {
  return {
    hooks: {
      draw: (u) => {
        const bins = joined(u, owner.history?.heat[metric()] ?? []);
        let most = 1;
        bins.forEach((bin) => bin.cells.forEach((n) => {
          most = Math.max(most, n);
        }));
        const {ctx} = u;
        const {left, top, width, height} = u.bbox;
        ctx.save();
        ctx.beginPath();
        ctx.rect(left, top, width, height);
        ctx.clip();
        for (const bin of bins) {
          bin.cells.forEach((n, e) => {
            const high = u.valToPos(edge(e), 'y', true);
            const low = u.valToPos(edge(e - 1), 'y', true);
            ctx.fillStyle = ramp(Math.log1p(n) / Math.log1p(most));
            ctx.fillRect(bin.from, high, Math.max(1, bin.to - bin.from - 0.5), Math.max(1, low - high - 0.5));
          });
        }
        ctx.restore();
      },
    },
  };
}

/** From the smallest to the largest bucket seen. */
function yRange(owner, metric) {
  let [low, high] = [Infinity, -Infinity];
  for (const column of owner.history?.heat[metric()] ?? []) {
    for (const e of column.cells.keys()) {
      low = Math.min(low, e - 1);
      high = Math.max(high, e);
    }
  }
  return high < low ? [1e-3, 1] : [edge(low - 1), edge(high + 1)];
}

/** The heat map's chart, with a choice of what it shows. */
export function heatMap(range) {
  let chosen = 'ttft';
  const metric = () => chosen;
  let chart = null;
  const choice = h('span', {class: 'choice', role: 'group', 'aria-label': 'Latency shown'},
    Object.entries(METRICS).map(([key, label]) => h('button', {
      type: 'button',
      text: label,
      'aria-pressed': String(key === chosen),
      onClick: (event) => {
        chosen = key;
        for (const button of choice.children) {
          button.setAttribute('aria-pressed', String(button === event.target));
        }
        chart.show(chart.history);
      },
    })));
  chart = new Chart({
    title: 'Heat map',
    format: duration,
    axis: (v) => (isRound(v) ? axisDuration(v) : ''),
    tools: [h('span', {class: 'ramp', role: 'img', title: RAMP, 'aria-label': RAMP}), choice],
    series: [{label: '', column: 'heat', colour: 'accent', hidden: true}],
    scale: {distr: 3, log: 10, auto: true, range: () => yRange(chart, metric)},
    left: {space: 22},
    plugins: (owner) => [paint(owner, metric)],
  }, range);
  chart.legend[0].key.remove();
  chart.host.setAttribute('aria-label', 'Heat map of latencies over time; the tables below have their percentiles');
  return chart;
}
