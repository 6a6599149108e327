// Time series of a run: uPlot with this page's colours, stages as bands, events as marks.

import uPlot from '/vendor/uplot.js';
import {h, setText} from './dom.js';
import {clock, NONE} from './format.js';

const SYNC = uPlot.sync('run');
const HEIGHT = 176;
const FONT = '11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** Only points without neighbours are drawn as points. */
function lonely(u, series) {
  const values = u.data[series];
  const found = [];
  for (let i = 0; i < values.length; i++) {
    if (values[i] !== null && (values[i - 1] ?? null) === null && (values[i + 1] ?? null) === null) {
      found.push(i);
    }
  }
  return found;
}

function axes(spec) {
  const grid = {stroke: colour('grid'), width: 1};
  const base = {stroke: colour('dim'), font: FONT, grid, ticks: {...grid, size: 4}};
  const value = (scale, format, more) => ({
    ...base,
    scale,
    size: 56,
    gap: 3,
    space: 34,
    values: (u, splits) => splits.map((v) => (v === null ? '' : format(v))),
    ...more,
  });
  const list = [
    {...base, size: 24, gap: 3, space: 56, values: (u, splits) => splits.map(clock)},
    value('y', spec.axis, spec.left),
  ];
  if (spec.right) {
    list.push(value('y2', spec.right.axis, {side: 1, grid: {show: false}}));
  }
  return list;
}

/** Shades the measured windows, and marks the plan's events by their numbers. */
function stagesAndMarks(owner) {
  return {
    hooks: {
      drawClear: (u) => {
        const {ctx} = u;
        const {left, top, width, height} = u.bbox;
        ctx.save();
        ctx.beginPath();
        ctx.rect(left, top, width, height);
        ctx.clip();
        for (const s of owner.history?.segments ?? []) {
          if (s.stage === 'measure') {
            const from = u.valToPos(s.from, 'x', true);
            ctx.fillStyle = colour('band');
            ctx.fillRect(from, top, Math.max(1, u.valToPos(s.to, 'x', true) - from), height);
          }
        }
        ctx.restore();
      },
      draw: (u) => {
        const {ctx} = u;
        const {left, top, width, height} = u.bbox;
        const ratio = devicePixelRatio;
        ctx.save();
        ctx.strokeStyle = colour('mark');
        ctx.fillStyle = colour('mark');
        ctx.lineWidth = ratio;
        ctx.font = `${10 * ratio}px system-ui, sans-serif`;
        ctx.textAlign = 'left';
        ctx.textBaseline = 'top';
        let written = -Infinity;
        for (const note of owner.history?.notes ?? []) {
          const x = Math.round(u.valToPos(note.at_seconds, 'x', true)) + 0.5;
          if (x < left || x > left + width) {
            continue;
          }
          ctx.setLineDash([3 * ratio, 3 * ratio]);
          ctx.beginPath();
          ctx.moveTo(x, top);
          ctx.lineTo(x, top + height);
          ctx.stroke();
          const number = String(note.number);
          if (x > written) {
            ctx.fillText(number, x + 3 * ratio, top + ratio);
            written = x + 5 * ratio + ctx.measureText(number).width;
          }
        }
        ctx.restore();
      },
    },
  };
}

/**
 * What part of a run the charts show, together: the last `seconds` (null: all of it), or what was
 * chosen by dragging (`zoom`: [from, to]; null: nothing was). `changed` is called after a change.
 */
export class TimeRange {
  constructor(changed) {
    this.seconds = null;
    this.zoom = null;
    this.changed = changed;
  }

  show(seconds) {
    this.seconds = seconds;
    this.zoom = null;
    this.changed();
  }

  zoomTo(zoom) {
    this.zoom = zoom;
    this.changed();
  }

  of(min, max) {
    if (min === null || max === null) {
      return [0, 60];
    }
    if (this.zoom) {
      return this.zoom;
    }
    const from = this.seconds === null ? min : Math.max(min, max - this.seconds);
    return [from, Math.max(max, from + 15)];
  }
}

/**
 * One chart in a panel. `spec`: title, format, axis, series [{label, column, colour, scale?, dash?,
 * fill?, stepped?}], band (whether the first two series bound one), right {axis}, left, plugins.
 */
export class Chart {
  constructor(spec, range) {
    this.spec = spec;
    this.range = range;
    this.history = null;
    this.plot = null;
    this.legend = spec.series.map((s) => {
      const value = h('b', {text: NONE});
      const key = h('span', {class: 'key', 'data-colour': s.colour}, h('i', {'aria-hidden': 'true'}), `${s.label} `, value);
      return {key, value, last: null};
    });
    this.host = h('div', {class: 'plot', role: 'img', 'aria-label': `${spec.title}: no data yet`});
    this.element = h(
      'section',
      {class: 'panel chart'},
      h('header', {},
        h('h2', {text: spec.title}),
        h('div', {class: 'keys'}, this.legend.map((l) => l.key), spec.tools ?? null)),
      this.host,
    );
    this.resized = new ResizeObserver(() => this.#resize());
    this.resized.observe(this.host);
  }

  #resize() {
    const width = this.host.clientWidth;
    if (width === 0) {
      return;
    }
    if (!this.plot) {
      this.#make(width);
    } else if (this.plot.width !== width) {
      this.plot.setSize({width, height: HEIGHT});
    }
  }

  #make(width) {
    const {spec} = this;
    this.plot = new uPlot({
      width,
      height: HEIGHT,
      padding: [8, spec.right ? 0 : 10, 0, 0],
      legend: {show: false},
      cursor: {sync: {key: SYNC.key, setSeries: false}, points: {size: 5}, y: false, drag: {x: true, y: false, setScale: false}},
      scales: {
        x: {time: false, range: (u, min, max) => this.range.of(min, max)},
        y: spec.scale ?? {range: (u, min, max) => [0, max > 0 ? max * 1.12 : 1]},
        ...(spec.right ? {y2: {range: (u, min, max) => [0, max > 0 ? max * 1.12 : 1]}} : {}),
      },
      axes: axes(spec),
      series: [{}, ...spec.series.map((s) => ({
        label: s.label,
        scale: s.scale ?? 'y',
        stroke: colour(s.colour),
        fill: s.fill ? colour(`${s.colour}-fill`) : undefined,
        width: 1.6,
        dash: s.dash,
        show: s.hidden !== true,
        paths: s.stepped ? uPlot.paths.stepped({align: -1}) : undefined,
        points: {show: true, size: 4, fill: colour(s.colour), filter: lonely},
      }))],
      bands: spec.band ? [{series: [2, 1], fill: colour('spread')}] : [],
      hooks: {
        setCursor: [() => this.#legend()],
        setSelect: [(u) => this.#selected(u)],
        ready: [(u) => u.over.addEventListener('dblclick', () => this.range.zoomTo(null))],
      },
      plugins: [stagesAndMarks(this), ...(spec.plugins?.(this) ?? [])],
    }, this.#data(), this.host);
  }

  #selected(u) {
    const {left, width} = u.select;
    // the charts beside this one get the same selection by their common cursor
    if (width > 4 && u.cursor.event) {
      this.range.zoomTo([u.posToVal(left, 'x'), u.posToVal(left + width, 'x')]);
    }
    if (width > 0) {
      u.setSelect({left: 0, width: 0, top: 0, height: 0}, false);
    }
  }

  #data() {
    const c = this.history?.columns;
    return c
      ? [c.t, ...this.spec.series.map((s) => c[s.column] ?? c.t.map(() => null))]
      : [[], ...this.spec.series.map(() => [])];
  }

  show(history) {
    this.history = history;
    this.plot?.setData(this.#data());
    this.#legend();
  }

  /** The values under the cursor, else the newest ones. */
  #legend() {
    const c = this.history?.columns;
    if (!c || c.t.length === 0) {
      return;
    }
    const under = this.plot?.cursor.idx;
    const parts = [];
    this.spec.series.forEach((s, i) => {
      const values = c[s.column];
      if (!values) {
        return;
      }
      const at = under ?? values.length - 1;
      const value = values[at] ?? null;
      const text = value === null ? NONE : (s.format ?? this.spec.format)(value);
      setText(this.legend[i].value, text);
      parts.push(`${s.label} ${text}`);
    });
    if ((under ?? null) === null && parts.length > 0) {
      this.host.setAttribute('aria-label', `${this.spec.title} over time; now: ${parts.join(', ')}`);
    }
  }

  /** In the colours of the theme that is on now. */
  repaint() {
    if (this.plot) {
      this.plot.destroy();
      this.plot = null;
      this.#resize();
    }
  }

  destroy() {
    this.resized.disconnect();
    this.plot?.destroy();
  }
}
