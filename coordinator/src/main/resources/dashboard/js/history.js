// What the frames of one run said, as columns over the seconds since the run began.

const MOST = 7_200;
const LATENCIES = ['ttft', 'tpot', 'e2e', 'itl'];
const RECENT_SECONDS = 3;
const COLUMNS = ['t', 'tokens', 'requests', 'failures', 'inFlight', 'asked', 'running', 'waiting', 'kv']
  .concat(LATENCIES.flatMap((m) => [`${m}50`, `${m}99`]));

export class History {
  constructor() {
    this.columns = Object.fromEntries(COLUMNS.map((name) => [name, []]));
    /** Stages as they came: {name, stage, epoch, from, to}. */
    this.segments = [];
    this.notes = [];
    /** For each latency, columns {from, to, cells: Map(exponent → count)}. */
    this.heat = Object.fromEntries(LATENCIES.map((m) => [m, []]));
    this.before = null;
    this.failed = [];
  }

  get size() {
    return this.columns.t.length;
  }

  /** Whether any replica told of itself. */
  get engines() {
    return this.columns.running.some((v) => v !== null) || this.columns.kv.some((v) => v !== null);
  }

  /** Failures per second over the last three seconds; what a window counts begins anew with it. */
  #failures(t, window, errors) {
    if (window === null || errors === null) {
      return null;
    }
    if (this.failed.length === 0 || this.failed[0].window !== window) {
      // how many there were before the first moment that is known is not known
      const before = this.columns.t.at(-2);
      const near = before !== undefined && t - before < 10;
      this.failed = [{t: near ? before : t, errors: near ? 0 : errors, window}];
    }
    this.failed.push({t, errors, window});
    while (this.failed.length > 2 && t - this.failed[1].t >= RECENT_SECONDS - 0.5) {
      this.failed.shift();
    }
    const [first] = this.failed;
    return Math.max(0, errors - first.errors) / Math.max(1, t - first.t);
  }

  /** What was before the first frame that comes, as the coordinator kept it. */
  begin(moments) {
    const c = this.columns;
    for (const m of moments) {
      c.t.push(m.at_seconds);
      c.tokens.push(m.tokens_per_second);
      c.requests.push(m.requests_per_second);
      c.inFlight.push(m.in_flight);
      c.asked.push(m.concurrency);
      c.failures.push(this.#failures(m.at_seconds, m.phase === null ? null : windowOf(m), m.errors));
      c.running.push(m.running ?? null);
      c.waiting.push(m.waiting ?? null);
      c.kv.push(m.kv_usage ?? null);
      for (const metric of LATENCIES) {
        c[`${metric}50`].push(m[`${metric}_p50`] ?? null);
        c[`${metric}99`].push(m[`${metric}_p99`] ?? null);
      }
      this.#segment(m.phase === null ? null : {...m, name: m.phase, stage_seconds: 0}, m.at_seconds);
    }
  }

  /** Takes a frame; one that is not newer than the one before changes nothing. */
  push(frame) {
    const t = frame.elapsed_seconds;
    const before = this.before;
    this.#notes(frame);
    if (before && t <= before.elapsed_seconds) {
      return;
    }
    if (t > (this.columns.t.at(-1) ?? -1)) {
      this.#values(frame, t);
      this.#segment(frame.current, t);
    }
    for (const metric of LATENCIES) {
      this.#heat(metric, frame, before, t);
    }
    this.before = frame;
    if (this.size > MOST) {
      this.#thin();
    }
  }

  #values(frame, t) {
    const at = frame.current;
    const on = at !== null && frame.recent.seconds > 0;
    const c = this.columns;
    c.t.push(t);
    c.tokens.push(on ? frame.recent.tokens_per_second : null);
    c.requests.push(on ? frame.recent.requests_per_second : null);
    c.inFlight.push(at ? at.in_flight : null);
    c.asked.push(at ? at.concurrency : null);
    c.failures.push(this.#failures(t, at ? windowOf(at) : null, at ? frame.requests.errors : null));
    const told = frame.replicas.map((row) => row.engine).filter((e) => e);
    c.running.push(sum(told.map((e) => e.running)));
    c.waiting.push(sum(told.map((e) => e.waiting)));
    c.kv.push(most(told.map((e) => e.kv_usage)));
    for (const m of LATENCIES) {
      c[`${m}50`].push(frame[m].recent_p50);
      c[`${m}99`].push(frame[m].recent_p99);
    }
  }

  #segment(at, t) {
    const last = this.segments.at(-1);
    if (!at) {
      return;
    }
    if (last && last.name === at.name && last.stage === at.stage && last.epoch === at.epoch) {
      last.to = t;
      return;
    }
    const from = Math.max(last ? last.to : 0, t - at.stage_seconds);
    if (last) {
      last.to = from;
    }
    this.segments.push({name: at.name, stage: at.stage, epoch: at.epoch, from, to: t});
  }

  /** Numbered in the order they came, as the lists beside the charts show them. */
  #notes(frame) {
    this.notes = frame.events.map((note, i) => ({...note, number: i + 1}));
  }

  /** Buckets count since the window opened: the difference to the frame before is what is new. */
  #heat(metric, frame, before, t) {
    const now = frame[metric].buckets;
    if (now.length === 0) {
      return;
    }
    const same = before && sameWindow(before.current, frame.current)
      && before[metric].count <= frame[metric].count;
    const was = new Map(same ? before[metric].buckets.map((b) => [exponent(b.le), b.count]) : []);
    const cells = new Map();
    for (const bucket of now) {
      const e = exponent(bucket.le);
      const fresh = bucket.count - (was.get(e) ?? 0);
      if (fresh > 0) {
        cells.set(e, fresh);
      }
    }
    if (cells.size > 0) {
      const since = before && t - before.elapsed_seconds < 10 ? before.elapsed_seconds : t - 1;
      this.heat[metric].push({from: since, to: t, cells});
    }
  }

  /** A long run keeps its whole length at half the detail. */
  #thin() {
    for (const name of COLUMNS) {
      this.columns[name] = this.columns[name].filter((_, i) => i % 2 === 0);
    }
    for (const metric of LATENCIES) {
      const merged = [];
      for (let i = 0; i < this.heat[metric].length; i += 2) {
        const [a, b] = [this.heat[metric][i], this.heat[metric][i + 1]];
        if (!b) {
          merged.push(a);
          continue;
        }
        const cells = new Map(a.cells);
        b.cells.forEach((n, e) => cells.set(e, (cells.get(e) ?? 0) + n));
        merged.push({from: a.from, to: b.to, cells});
      }
      this.heat[metric] = merged;
    }
  }
}

/** What counts begin anew with. */
function windowOf(at) {
  return `${at.epoch} ${at.index} ${at.stage === 'warmup' ? 'warmup' : 'measure'}`;
}

function sameWindow(a, b) {
  return a && b && windowOf(a) === windowOf(b);
}

const known = (values) => values.filter((v) => v !== null && v !== undefined);

function sum(values) {
  const of = known(values);
  return of.length === 0 ? null : of.reduce((a, b) => a + b, 0);
}

function most(values) {
  const of = known(values);
  return of.length === 0 ? null : Math.max(...of);
}

/** Bucket edges are powers of 10^0.1 seconds. */
function exponent(le) {
  return Math.round(10 * Math.log10(le));
}

export function edge(e) {
  return 10 ** (e / 10);
}
