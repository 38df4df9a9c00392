// The strip that reports a flood of alarms, in every view and in the title of the page.

import {el, fill, write} from './dom.js';
import {poll} from './api.js';
import {moment} from './times.js';
import {setNotice} from './title.js';

const EVERY = 1_000;

/** Shows the strip in an element while there is a flood. */
export function showFloods(root) {
  const text = el('span');
  // A screen reader announces the beginning, not each count.
  const begin = el('span', {role: 'alert', class: 'unseen'});
  fill(root, el('a', {href: '#/alarms'}, text));
  root.after(begin);
  poll('api/alarms/calls', EVERY, ({calls, floodSinceMillis}) => {
    const isFlood = floodSinceMillis !== null;
    if (isFlood) {
      write(text, `Flood: ${calls} calls in 10 min since ${moment(floodSinceMillis)}`);
    }
    root.hidden = !isFlood;
    write(begin, isFlood ? 'Flood of alarms' : '');
    setNotice(isFlood ? `Flood: ${calls} calls` : '');
  });
}
