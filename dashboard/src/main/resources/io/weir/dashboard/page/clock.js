// The clock of the page: date, time and time zone of all times that it shows.

import {now} from './api.js';
import {write} from './dom.js';
import {isUtc, switchZone, withZone} from './times.js';

const EVERY = 1_000;

/** Shows the server's time on a button that changes the time zone; `changed` draws the view again. */
export function showClock(button, changed) {
  const tick = () => {
    write(button, withZone(now()));
    button.title = isUtc() ? 'All times are in UTC. Press for the time zone of this browser' : 'All times are in the time zone of this browser. Press for UTC';
  };
  button.addEventListener('click', () => {
    switchZone();
    tick();
    changed();
  });
  tick();
  setInterval(tick, EVERY);
}
