// The controls for a panel of a draft that change how it is shown.

import {el} from './dom.js';
import {BY} from './topfield.js';

const MOST_COLUMNS = 4;
const ROW = 'row';
const LIMITS = {minor: 'Minor', major: 'Major'};

/** Chooses how many columns a panel has, or a row of its own. */
export function width(panel, called, changed) {
  const choose = el('select', {'aria-label': 'Width of ' + called, onchange: () => {
    panel.wide = choose.value === ROW;
    panel.columns = panel.wide ? 1 : Number(choose.value);
    changed();
  }}, Array.from({length: MOST_COLUMNS}, (none, i) => el('option', {value: i + 1}, i === 0 ? '1 column' : i + 1 + ' columns')), el('option', {value: ROW}, 'own row'));
  choose.value = panel.wide ? ROW : String(panel.columns ?? 1);
  return choose;
}

/** A field for a number; an empty one has none. */
export function number(value, label, set) {
  const input = el('input', {type: 'number', step: 'any', class: 'amount', value: value ?? '', 'aria-label': label, onchange: () => set(input.value === '' ? undefined : input.valueAsNumber)});
  return input;
}

/** Unit, scale, limits and top of a panel. */
export function options(panel, called, changed) {
  const set = (key, value) => {
    value === undefined ? delete panel[key] : panel[key] = value;
    changed();
  };
  const unit = el('input', {value: panel.unit ?? '', class: 'amount', 'aria-label': 'Unit of ' + called, onchange: () => set('unit', unit.value.trim() || undefined)});
  const rate = el('input', {type: 'checkbox', checked: panel.rate, onchange: () => set('rate', rate.checked)});
  const hasScale = ['plot', 'gauge', 'bars'].includes(panel.kind);
  return el('div', {class: 'bar'},
    labelled('Unit', unit),
    hasScale ? labelled('Minimum', number(panel.min, 'Minimum of ' + called, value => set('min', value))) : null,
    // That of a gauge is beside its kind, because a gauge needs one.
    hasScale && panel.kind !== 'gauge' ? labelled('Maximum', number(panel.max, 'Maximum of ' + called, value => set('max', value))) : null,
    Object.entries(LIMITS).map(([key, name]) => limit(panel[key], name, called, value => set(key, value))),
    labelled('Growth per second, of counters', rate),
    // Users sort a table themselves.
    panel.kind === 'table' ? null : top(panel, called, set));
}

/** How many series a panel shows at most: those with the highest values. */
function top(panel, called, set) {
  const by = el('select', {hidden: !panel.top, 'aria-label': 'What the top of ' + called + ' compares', onchange: () => set('top-by', by.value)},
    Object.entries(BY).map(([value, name]) => el('option', {value}, 'by ' + name)));
  by.value = panel['top-by'] ?? 'last';
  return el('span', {class: 'only'}, 'Top', number(panel.top, 'Top series of ' + called, value => {
    by.hidden = value === undefined;
    if (value === undefined) {
      by.value = 'last';
      delete panel['top-by'];
    }
    set('top', value);
  }), by);
}

/** A limit above or below which values are highlighted. */
function limit(value, name, called, set) {
  const side = el('select', {'aria-label': `Side of the ${name.toLowerCase()} limit of ${called}`, onchange: () => change()},
    ['above', 'below'].map(one => el('option', {value: one}, one)));
  side.value = value?.below === undefined ? 'above' : 'below';
  const beyond = number(value?.above ?? value?.below, `${name} limit of ${called}`, () => change());
  const change = () => set(beyond.value === '' ? undefined : {[side.value]: beyond.valueAsNumber});
  return el('span', {class: 'only'}, name, side, beyond);
}

function labelled(text, input) {
  return el('label', {class: 'only'}, text, input);
}
