// The calls of operators in each ten minutes, as bars.

import {el, svg} from '../dom.js';
import {full, moment} from '../times.js';

export const TEN_MINUTES = 600_000;
/** More calls in ten minutes are a flood. */
export const MOST_CALLS = 10;

/** The bars of {fromMillis, toMillis, tens}, with the limit of a flood as a line. */
export function callBars({fromMillis, toMillis, tens}) {
  const top = Math.max(MOST_CALLS * 1.2, ...tens);
  const most = Math.max(0, ...tens);
  const at = i => fromMillis + i * TEN_MINUTES;
  const label = `Calls in each ten minutes: ` + (most === 0 ? 'none' : `at most ${most}, from ${full(at(tens.indexOf(most)))}; ${tens.filter(calls => calls > MOST_CALLS).length} of ${tens.length} have more than ${MOST_CALLS}`);
  return [
    el('p', {class: 'note'}, `0 to ${Math.round(top)} calls; the line is at ${MOST_CALLS}`),
    svg('svg', {class: 'call-bars', viewBox: `0 0 ${Math.max(1, tens.length)} ${top}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label},
      ...tens.map((calls, i) => svg('rect', {x: i + 0.1, y: top - calls, width: 0.8, height: calls, class: calls > MOST_CALLS ? 'many' : ''},
        titleOf(`${calls} from ${moment(at(i))}`))),
      svg('line', {x1: 0, x2: tens.length, y1: top - MOST_CALLS, y2: top - MOST_CALLS})),
    el('p', {class: 'note ends'}, el('span', {}, moment(fromMillis)), el('span', {}, moment(toMillis)))];
}

function titleOf(text) {
  return svg('title', {}, text);
}
