// Figures as people read them. What is undefined is a dash, never a 0.

export const NONE = '–';

function digits(value, significant) {
  const magnitude = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  const decimals = Math.max(0, significant - 1 - magnitude);
  return value.toLocaleString('en-US', {
    minimumFractionDigits: Math.min(decimals, 3),
    maximumFractionDigits: Math.min(decimals, 3),
  });
}

/** Seconds, in the unit that fits. */
export function duration(seconds) {
  if (seconds === null || seconds === undefined) {
    return NONE;
  }
  const size = Math.abs(seconds);
  if (size === 0) {
    return '0 ms';
  }
  if (size < 1e-3) {
    return `${digits(seconds * 1e6, 3)} µs`;
  }
  return size < 1 ? `${digits(seconds * 1e3, 3)} ms` : `${digits(seconds, 3)} s`;
}

function short(value) {
  return value.toLocaleString('en-US', {maximumSignificantDigits: 4});
}

/** A value of an axis: as few digits as it needs. */
export function axisNumber(value) {
  return value >= 1e6 ? `${short(value / 1e6)} M` : short(value);
}

/** Seconds on an axis. */
export function axisDuration(seconds) {
  if (seconds === 0) {
    return '0';
  }
  if (seconds < 0.999e-3) {
    return `${short(seconds * 1e6)} µs`;
  }
  return seconds < 0.999 ? `${short(seconds * 1e3)} ms` : `${short(seconds)} s`;
}

/** A share on an axis. */
export function axisPercent(share) {
  return `${short(share * 100)} %`;
}

/** A rate or another figure with three digits. */
export function rate(value) {
  if (value === null || value === undefined) {
    return NONE;
  }
  if (value === 0) {
    return '0';
  }
  if (value >= 1e6) {
    return `${digits(value / 1e6, 3)} M`;
  }
  return digits(value, 3);
}

export function count(value) {
  return value === null || value === undefined ? NONE : value.toLocaleString('en-US');
}

/** Seconds as a clock: 0:07, 12:05, 1:02:05. */
export function clock(seconds) {
  if (seconds === null || seconds === undefined) {
    return NONE;
  }
  const whole = Math.max(0, Math.floor(seconds));
  const two = (n) => String(n).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}

/** How long something still takes: 1.9 s, 45 s, 3:20. */
export function span(seconds) {
  if (seconds === null || seconds === undefined) {
    return NONE;
  }
  if (seconds < 10) {
    return `${seconds.toFixed(1)} s`;
  }
  return seconds < 100 ? `${Math.round(seconds)} s` : clock(seconds);
}

export function percent(fraction) {
  return fraction === null || fraction === undefined ? NONE : `${digits(fraction * 100, 3)} %`;
}

/** Words of an identifier: waiting_for_workers → waiting for workers. */
export function words(name) {
  return name.replaceAll('_', ' ');
}

/** The time alone if it is today, else the day too. */
export function shortMoment(iso) {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) {
    return '';
  }
  const time = at.toLocaleTimeString('en-GB', {hour: '2-digit', minute: '2-digit'});
  const today = at.toDateString() === new Date().toDateString();
  return today ? time : `${at.toLocaleDateString('en-GB', {day: 'numeric', month: 'short'})} ${time}`;
}

/** When, on this machine's wall clock. */
export function moment(iso) {
  const at = new Date(iso);
  return Number.isNaN(at.getTime())
    ? ''
    : at.toLocaleString('en-GB', {dateStyle: 'medium', timeStyle: 'short'});
}
