// What every view and the title of the page report of the alarms: a flood by a strip, and in the
// title also the number of unacknowledged alarms.

import {el, fill, write} from './dom.js';
import {poll} from './api.js';
import {moment} from './times.js';
import {choices} from './alarms/choices.js';
import {reaches} from './alarms/newalarms.js';
import {SEVERITIES} from './alarms/order.js';
import {setNotice, setWaiting} from './title.js';

const EVERY = 1_000;

/** Shows the strip in an element while there is a flood. */
export function showFloods(root) {
  const text = el('span');
  // A screen reader announces the beginning, not each count.
  const begin = el('span', {role: 'alert', class: 'unseen'});
  fill(root, el('a', {href: '#/alarms'}, text));
  root.after(begin);
  poll('api/alarms/calls', EVERY, ({calls, floodSinceMillis, unacknowledged}) => {
    const isFlood = floodSinceMillis !== null;
    if (isFlood) {
      write(text, `Flood: ${calls} calls in 10 min since ${moment(floodSinceMillis)}`);
    }
    root.hidden = !isFlood;
    write(begin, isFlood ? 'Flood of alarms' : '');
    setNotice(isFlood ? `Flood: ${calls} calls` : '');
    const {least} = choices();
    const counted = SEVERITIES.filter(severity => unacknowledged[severity] && reaches(severity, least));
    setWaiting(counted.reduce((sum, severity) => sum + unacknowledged[severity], 0), counted[0]);
  });
}
