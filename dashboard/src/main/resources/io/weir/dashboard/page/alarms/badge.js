// The severity of an alarm as an element.

import {el} from '../dom.js';

/** A severity, shown by word and colour. */
export function badge(severity) {
  return el('span', {class: 'badge ' + severity.toLowerCase()}, severity);
}
