// A heat map as part of an SVG.

import {svg} from '../dom.js';
import {stepTexts} from '../heat/key.js';
import {DASHES, colourOf, traced} from '../heat/painting.js';
import {stepOf} from '../heat/steps.js';
import {variable} from '../plot.js';
import {digits, text} from './marks.js';

/** Pixels of an entry of the key. */
const KEY = 62;

/**
 * The cells and curves, and the key below them.
 *
 * @param place x of a bin and y of a row; left and below are the position of the key
 */
export function drawnHeat(heat, {x, y, left, below}) {
  const {cells, ends, curves, unit} = heat;
  const paths = ends.map(() => []);
  for (let row = 0; row < cells.rows; row++) {
    for (let bin = cells.first + 1; bin <= cells.last; bin++) {
      const step = stepAt(heat, row, bin);
      const from = bin - 1;
      while (step !== null && bin < cells.last && stepAt(heat, row, bin + 1) === step) {
        bin++;
      }
      if (step !== null) {
        paths[step].push(`M${digits(x(from))} ${digits(y(row + 1))}H${digits(x(bin))}V${digits(y(row))}H${digits(x(from))}Z`);
      }
    }
  }
  const parts = paths.map((one, step) => svg('path', {d: one.join(''), class: 'cells', fill: colourOf(step)}));
  curves.forEach(({rows}, i) => {
    const d = [];
    const to = letter => (across, up) => d.push(`${letter}${digits(across)} ${digits(up)}`);
    traced(rows, at => x(cells.first + at), y, {moveTo: to('M'), lineTo: to('L')});
    parts.push(svg('path', {d: d.join(''), stroke: variable('--card'), 'stroke-width': 4, fill: 'none'}), svg('path', {d: d.join(''), class: 'curve', ...dashed(i)}));
  });
  let at = left;
  stepTexts(heat).forEach((one, step) => {
    parts.push(svg('rect', {x: at, y: below - 10, width: 11, height: 11, fill: colourOf(step), stroke: variable('--edge'), 'stroke-width': 0.5}), text(at + 14, below, one));
    at += KEY;
  });
  parts.push(text(at, below, unit, {fill: variable('--muted')}));
  curves.forEach(({name}, i) => parts.push(svg('path', {d: `M${left + i * KEY} ${below + 14}h26`, ...dashed(i)}), text(left + i * KEY + 30, below + 18, name)));
  return parts;
}

function stepAt({cells, ends}, row, bin) {
  const value = cells.at(row, bin);
  return Number.isNaN(value) ? null : stepOf(ends, value);
}

function dashed(i) {
  return {fill: 'none', stroke: variable('--text'), 'stroke-width': 1.5, 'stroke-dasharray': DASHES[i].join(' ') || 'none'};
}
