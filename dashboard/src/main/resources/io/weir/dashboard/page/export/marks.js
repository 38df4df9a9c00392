// Texts and numbers of an SVG.

import {svg} from '../dom.js';

/** XML allows no other control characters. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

export function text(x, y, content, attributes = {}) {
  return svg('text', {x: digits(x), y: digits(y), ...attributes}, content.replace(FORBIDDEN, ''));
}

/** A coordinate with one digit after the point. */
export function digits(value) {
  return Number(value.toFixed(1));
}
