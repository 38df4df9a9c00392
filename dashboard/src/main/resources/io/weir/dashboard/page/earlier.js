// An earlier time to compare with: the same series, so much before.

import {el} from './dom.js';

const UNITS = {m: [60_000, 'minute'], h: [3_600_000, 'hour'], d: [86_400_000, 'day'], w: [604_800_000, 'week']};
/** The choices of the page; its address may name any other one. */
const USUAL = ['1h', '1d', '1w', '4w'];

const LONGEST = 20 * 366 * 86_400_000;

/** Reads a duration such as 1d, up to 20 years; null for anything else. */
export function earlierOf(text) {
  const [, count, unit] = /^([1-9]\d{0,3})([mhdw])$/.exec(text ?? '') ?? [];
  return unit && count * UNITS[unit][0] <= LONGEST ? {key: text, millis: count * UNITS[unit][0], text: `${count} ${UNITS[unit][1]}${count === '1' ? '' : 's'} before`} : null;
}

/** A field that chooses what to compare with; an earlier time or null is reported to `choose`. */
export function earlierField(earlier, choose) {
  const keys = ['', ...new Set([...USUAL, ...(earlier ? [earlier.key] : [])])];
  const select = el('select', {onchange: () => choose(earlierOf(select.value))},
    keys.map(key => el('option', {value: key}, key ? earlierOf(key).text : 'nothing')));
  select.value = earlier?.key ?? '';
  return el('label', {class: 'time-field'}, 'Compare with', select);
}
