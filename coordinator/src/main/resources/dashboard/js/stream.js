// Server-sent events by fetch, so that a token can go along; resumes after the last frame it has.

import {headers, runPath} from './api.js';

const SILENT_AFTER_MILLIS = 6_000;
const DELAYS_MILLIS = [300, 1_000, 2_000, 4_000, 8_000];

/** Text of a stream, cut into events {name, id, data}. */
export class EventReader {
  constructor(take) {
    this.take = take;
    this.rest = '';
  }

  add(text) {
    this.rest += text;
    let end;
    while ((end = this.rest.indexOf('\n\n')) >= 0) {
      this.#event(this.rest.slice(0, end));
      this.rest = this.rest.slice(end + 2);
    }
  }

  #event(block) {
    const event = {name: 'message', id: null, data: ''};
    for (const line of block.split('\n')) {
      const colon = line.indexOf(':');
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === 'event') {
        event.name = value;
      } else if (field === 'id') {
        event.id = value;
      } else if (field === 'data') {
        event.data += value;
      }
    }
    if (event.data) {
      this.take(event);
    }
  }
}

/**
 * The frames of one run. `on.frame(frame)`; `on.status({state, ...})` with state `connecting`,
 * `live`, `lost` (with retryAt and since), `over`, `denied` (a token is asked for) or `gone`.
 */
export class LiveStream {
  #run;
  #on;
  #last = 0;
  #stopped = false;
  #abort = null;
  #wake = null;
  #lostSince = null;

  constructor(run, on) {
    this.#run = run;
    this.#on = on;
  }

  start() {
    if (!this.#stopped) {
      this.#loop();
    }
  }

  stop() {
    this.#stopped = true;
    this.#abort?.abort();
    this.#wake?.();
  }

  /** Tries again at once, if it waits. */
  retryNow() {
    this.#wake?.();
  }

  async #loop() {
    this.#on.status({state: 'connecting'});
    for (let attempt = 0; !this.#stopped; attempt++) {
      const outcome = await this.#once(() => {
        attempt = 0;
      });
      if (this.#stopped) {
        return;
      }
      if (outcome !== 'lost') {
        this.#on.status({state: outcome});
        return;
      }
      this.#lostSince ??= Date.now();
      const delay = DELAYS_MILLIS[Math.min(attempt, DELAYS_MILLIS.length - 1)];
      this.#on.status({state: 'lost', since: this.#lostSince, retryAt: Date.now() + delay});
      await this.#pause(delay);
    }
  }

  #pause(millis) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, millis);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #once(onAnswer) {
    const abort = new AbortController();
    this.#abort = abort;
    let watchdog = setTimeout(() => abort.abort(), SILENT_AFTER_MILLIS);
    try {
      const response = await fetch(runPath(this.#run, '/live'), {
        cache: 'no-store',
        signal: abort.signal,
        headers: headers({Accept: 'text/event-stream', 'Last-Event-ID': String(this.#last)}),
      });
      if (response.status === 204) {
        return 'over';
      }
      if (response.status === 401 || response.status === 403) {
        return 'denied';
      }
      if (response.status === 404) {
        return 'gone';
      }
      if (!response.ok || !response.body) {
        return 'lost';
      }
      onAnswer();
      let over = false;
      const events = new EventReader((event) => {
        over ||= event.name === 'end';
        this.#take(event);
      });
      const reader = response.body.getReader();
      const decoder = new TextDecoder();
      for (;;) {
        const {done, value} = await reader.read();
        if (done) {
          return over ? 'over' : 'lost';
        }
        clearTimeout(watchdog);
        watchdog = setTimeout(() => abort.abort(), SILENT_AFTER_MILLIS);
        events.add(decoder.decode(value, {stream: true}));
      }
    } catch {
      // cut, refused or silent for too long: the caller tries again
      return 'lost';
    } finally {
      clearTimeout(watchdog);
    }
  }

  #take(event) {
    if (event.id !== null && /^\d+$/.test(event.id)) {
      this.#last = Number(event.id);
    }
    this.#lostSince = null;
    this.#on.status({state: 'live'});
    this.#on.frame(JSON.parse(event.data));
  }
}
