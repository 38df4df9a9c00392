// Numbers of a heat map as text.

import {amount} from '../dom.js';

/** Three digits, also of numbers below 1, with a unit. */
export function three(number, unit = '') {
  const size = Math.abs(number);
  return (size >= 1000 || size < 1e-6 ? amount(number, unit).join(' ') : Number(number.toPrecision(3)) + ' ' + unit).trim();
}
