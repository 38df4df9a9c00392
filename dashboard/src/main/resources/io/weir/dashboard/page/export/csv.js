// Lines of a plot as CSV (RFC 4180), in UTC. A text that spreadsheets would execute as a formula is
// preceded by an apostrophe.

import {spell} from '../selectors.js';

/**
 * A row for each bin with values, up to a time: the last value of each line in the bin, or the text
 * that began in it. Of the lines in the set `shown`, or all for null. The last columns are further
 * ones: {name, at}, as of Axes.columns().
 */
export function csvOf({names, grid, states}, shown, end, columns = []) {
  const lines = [...names.keys()].filter(line => !shown || shown.has(line));
  const last = grid.at(end);
  const first = last - grid.bins + 1;
  const texts = new Map(lines.filter(line => states.has(line)).map(line => [line,
    new Map(states.between(line, first * grid.step, (last + 1) * grid.step).map(({from, text}) => [grid.at(from), text]))]));
  const rows = [['time', ...lines.map(line => cell(spell(names[line]) + (names[line].before && ', ' + names[line].before))), ...columns.map(({name}) => cell(name))]];
  for (let bin = first; bin <= last; bin++) {
    const cells = lines.map(line => grid.lastIn(line, bin) ?? cell(texts.get(line)?.get(bin) ?? ''));
    if (cells.some(one => one !== '')) {
      rows.push([new Date(bin * grid.step).toISOString(), ...cells, ...columns.map(({at}) => at(bin) ?? '')]);
    }
  }
  return rows.map(row => row.join(',') + '\r\n').join('');
}

function cell(text) {
  const safe = /^[=+\-@\t\r]/.test(text) ? "'" + text : text;
  return /[",\r\n]/.test(safe) ? '"' + safe.replaceAll('"', '""') + '"' : safe;
}
