// The existing names, from the server.

import {get} from './api.js';
import {spell} from './selectors.js';

/** How long an answer is used again, in milliseconds: the server inspects thousands of series for each. */
const USED = 2_000;
const MOST = 50;

/** The answers by measurement, oldest first: when they were asked for, and the promise. */
const asked = new Map();

/** The names of all measurements; the fields and the values of tags of one, or of all for an empty text. */
export function catalogOf(measurement) {
  const before = asked.get(measurement);
  if (before && performance.now() - before.at < USED) {
    return before.answer;
  }
  const answer = get('api/catalog?q=' + encodeURIComponent(spell({measurement: measurement || '*', tags: {}, field: ''})));
  // Behind the others.
  asked.delete(measurement);
  asked.set(measurement, {at: performance.now(), answer});
  if (asked.size > MOST) {
    asked.delete(asked.keys().next().value);
  }
  return answer;
}
