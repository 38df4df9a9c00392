// Points in time as text, in this browser's time zone or in UTC, as the user chose.

const KEY = 'weir-utc';
/** The latest time in an address: the end of the year 9999. */
export const LATEST = 253_402_300_799_999;

/** A time in an address, or null. */
export function timeIn(parameters, name) {
  const millis = Number(parameters.get(name));
  return Number.isInteger(millis) && millis > 0 && millis <= LATEST ? millis : null;
}

const DAY_FROM_MILLIS = 12 * 3_600_000;
const SECONDS_UP_TO_MILLIS = 1_200_000;
const MINUTE = {hour: '2-digit', minute: '2-digit', hourCycle: 'h23'};

/** One choice for the whole page: another tab may change the stored one. */
let utc = stored();

function stored() {
  try {
    return localStorage.getItem(KEY) === '1';
  } catch {
    // The browser forbids storage.
    return false;
  }
}

/** Whether all times are in UTC. */
export function isUtc() {
  return utc;
}

/** Changes between UTC and this browser's time zone, for later pages too. */
export function switchZone() {
  utc = !utc;
  try {
    localStorage.setItem(KEY, utc ? '1' : '0');
  } catch {
    // Only this page knows it.
  }
}

function zoned(options) {
  return isUtc() ? {...options, timeZone: 'UTC'} : options;
}

/** The time of day. */
export function clock(millis) {
  return new Date(millis).toLocaleTimeString([], zoned({hourCycle: 'h23'}));
}

/** Hours and minutes, with the day if it is not today. */
export function moment(millis) {
  return day(millis) + new Date(millis).toLocaleTimeString([], zoned(MINUTE));
}

/** Hours, minutes and seconds, with the day if it is not today. */
export function second(millis) {
  return day(millis) + clock(millis);
}

/** Date and time. */
export function full(millis) {
  return date(millis) + ' ' + clock(millis);
}

/** Date, time and time zone. */
export function withZone(millis) {
  const at = new Date(millis);
  return at.toLocaleDateString([], zoned({weekday: 'short', day: 'numeric', month: 'short', year: 'numeric'})) + ' '
    + at.toLocaleTimeString([], zoned({hourCycle: 'h23', timeZoneName: 'short'}));
}

/** A mark of a time axis of this length, with the day if it is long. */
export function axisTime(millis, span) {
  const at = new Date(millis);
  return span > DAY_FROM_MILLIS
    ? at.toLocaleDateString([], zoned({month: 'short', day: 'numeric'})) + ' ' + at.toLocaleTimeString([], zoned(MINUTE))
    : at.toLocaleTimeString([], zoned(span < SECONDS_UP_TO_MILLIS ? {...MINUTE, second: '2-digit'} : MINUTE));
}

/** A time as an input field for date and time has it. */
export function toField(millis) {
  const offset = isUtc() ? 0 : new Date(millis).getTimezoneOffset() * 60_000;
  return new Date(millis - offset).toISOString().slice(0, 19);
}

/** The reverse of `toField`, in milliseconds; null for an empty field. */
export function fromField(text) {
  return text ? Date.parse(isUtc() ? text + 'Z' : text) : null;
}

function date(millis) {
  return new Date(millis).toLocaleDateString([], zoned({}));
}

function day(millis) {
  return date(millis) === date(Date.now()) ? '' : date(millis) + ' ';
}
