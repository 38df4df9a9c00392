// The key of a heat map: what its colours and lines mean.

import {el, renew, svg} from '../dom.js';
import {three} from './numbers.js';
import {DASHES, nameOf} from './painting.js';

/** Shows the key of a heat map in an element. */
export function showKey(root, heat) {
  const texts = stepTexts(heat);
  const curves = heat.curves.map(({name}) => name);
  renew(root, [texts, curves, heat.unit], () => [
    ...texts.map((text, step) => el('span', {class: 'key'}, square(step), text)), heat.unit && el('span', {}, heat.unit),
    ...curves.map((name, i) => el('span', {class: 'key curve'}, dash(i), name))]);
}

/** The numbers of each step. */
export function stepTexts({ends, hasZero}) {
  return ends.map((end, step) => step === 0 && hasZero ? three(end) : '≤ ' + three(end));
}

function square(step) {
  const mark = el('i', {class: 'swatch'});
  mark.style.background = `var(${nameOf(step)})`;
  return mark;
}

function dash(i) {
  return svg('svg', {viewBox: '0 0 30 10', width: 30, height: 10, 'aria-hidden': 'true'},
    svg('path', {d: 'M0 5h30', fill: 'none', stroke: 'currentColor', 'stroke-width': 1.5, 'stroke-dasharray': DASHES[i].join(' ') || 'none'}));
}
