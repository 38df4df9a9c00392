// The choice of the series with the highest values: its limits and names, and the field of Metrics.

import {el} from './dom.js';

/** The choices of the page; its address may name any other one up to MOST. */
const USUAL = [5, 10, 20];
const MOST = 40;
/** The names of the values that are compared. */
export const BY = {last: 'last value', mean: 'mean'};

/** Whether a panel may have so many series. */
export function isTop(count) {
  return Number.isInteger(count) && count > 0 && count <= MOST;
}

/** Reads the choice from an address: {count, by}, or null for all series. */
export function topFrom(parameters) {
  const count = Number(parameters.get('top'));
  return isTop(count) ? {count, by: parameters.get('top-by') === 'mean' ? 'mean' : 'last'} : null;
}

/** Adds the choice to an address. */
export function writeTop(top, parameters) {
  if (top) {
    parameters.set('top', top.count);
    top.by === 'mean' && parameters.set('top-by', 'mean');
  }
}

/** A field for the choice, which is reported to `choose`. */
export function topField(top, choose) {
  const tops = Object.keys(BY).flatMap(by => [...new Set([...USUAL, ...(top?.by === by ? [top.count] : [])])].sort((one, other) => one - other).map(count => ({count, by})));
  const select = el('select', {onchange: () => choose(tops[select.value] ?? null)},
    el('option', {value: ''}, 'all series'), tops.map(({count, by}, i) => el('option', {value: i}, `top ${count} by ${BY[by]}`)));
  select.value = top ? tops.findIndex(({count, by}) => count === top.count && by === top.by) : '';
  return el('label', {class: 'time-field'}, 'Show', select);
}
