// Time spans to choose from, and limits of a span to enter.

import {el} from './dom.js';
import {fromField, toField} from './times.js';

export const SPANS = {'1m': 60_000, '5m': 300_000, '15m': 900_000, '1h': 3_600_000, '6h': 21_600_000, '24h': 86_400_000, '7d': 604_800_000};

/** A group of buttons of which at most one is pressed. */
export function buttons(label, names, pressed, choose) {
  return el('div', {class: 'spans', role: 'group', 'aria-label': label}, names.map(name =>
    el('button', {type: 'button', 'aria-pressed': String(name === pressed), onclick: () => choose(name)}, name)));
}

/** Changes the pressed button. */
export function press(group, pressed) {
  [...group.children].forEach(button => button.setAttribute('aria-pressed', String(button.textContent === pressed)));
}

/**
 * A field for a time: element, and set(millis), where null empties it. An entered time is reported
 * to `choose`, in milliseconds, or null if the field was emptied.
 */
export function timeField(label, choose) {
  const field = el('input', {type: 'datetime-local', step: 1, onchange: () => choose(fromField(field.value))});
  return {
    element: el('label', {class: 'time-field'}, label, field),
    set: millis => {
      const text = millis === null ? '' : toField(millis);
      // An assignment would take the cursor from the part that the user edits; a browser leaves off zero seconds. A time that
      // clocks skip is replaced by the one that is used.
      if ((field.value.length === 'yyyy-mm-ddThh:mm'.length ? field.value + ':00' : field.value) !== text) {
        field.value = text;
      }
    },
  };
}
