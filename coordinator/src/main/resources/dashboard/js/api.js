// The coordinator's HTTP API. The token, if there is one, goes with every request, in a header.

const KEY = 'tokenstorm-token';

export function token() {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function keepToken(text) {
  try {
    if (text) {
      sessionStorage.setItem(KEY, text);
    } else {
      sessionStorage.removeItem(KEY);
    }
  } catch {
    // storage is forbidden: asked for again on the next page load
  }
}

export function headers(more) {
  const bearer = token();
  return {...more, ...(bearer ? {Authorization: `Bearer ${bearer}`} : {})};
}

/** What the coordinator said no to. */
export class Refusal extends Error {
  constructor(status, body) {
    super(body.detail || `the coordinator answered ${status}`);
    this.status = status;
    this.kind = body.error ?? '';
    this.problems = body.problems ?? [];
  }
}

/** It cannot be reached. */
export class Silence extends Error {}

export async function request(path, options = {}) {
  let response;
  try {
    response = await fetch(path, {
      cache: 'no-store',
      ...options,
      headers: headers(options.headers),
      signal: options.signal ?? AbortSignal.timeout(15_000),
    });
  } catch (failure) {
    throw new Silence('The coordinator does not answer.', {cause: failure});
  }
  if (!response.ok) {
    const body = await response.json().catch(() => ({}));
    throw new Refusal(response.status, body);
  }
  return response;
}

export const getJson = async (path) => (await request(path)).json();
export const runPath = (run, rest = '') => `/api/runs/${encodeURIComponent(run)}${rest}`;
export const reportPath = (run, rest = '') => `/api/reports/${encodeURIComponent(run)}${rest}`;

export const runs = async () => (await getJson('/api/runs')).runs;
export const timeline = async (run) => (await getJson(runPath(run, '/timeline'))).moments;
export const cluster = () => getJson('/api/cluster');
export const reports = async () => (await getJson('/api/reports')).reports;
export const report = (run) => getJson(reportPath(run));

export async function cancel(run, force) {
  return (await request(runPath(run, `/cancel${force ? '?force=true' : ''}`), {method: 'POST'})).json();
}

export async function submit(plan, query) {
  return (await request(`/api/runs?${query}`, {method: 'POST', body: plan})).json();
}

/** What would run; throws the refusal that a submission would get. */
export async function check(plan, query) {
  const answer = await (await request(`/api/check?${query}`, {method: 'POST', body: plan})).json();
  if (answer.error) {
    throw new Refusal(200, answer.error);
  }
  return answer.plan;
}
