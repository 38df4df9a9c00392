// What every view and the title of the page report of the alarms: a flood by a strip, in the title
// also the number of unacknowledged alarms, and new ones to screen readers.

import {el, fill, write} from './dom.js';
import {poll} from './api.js';
import {moment} from './times.js';
import {Announcements} from './alarms/announcements.js';
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
  const news = el('span', {role: 'status', class: 'unseen', id: 'news'});
  let announcements = new Announcements();
  let least = null;
  fill(root, el('a', {href: '#/alarms'}, text));
  root.after(begin, news);
  poll('api/alarms/calls', EVERY, ({calls, floodSinceMillis, unacknowledged}) => {
    const isFlood = floodSinceMillis !== null;
    if (isFlood) {
      write(text, `Flood: ${calls} calls in 10 min since ${moment(floodSinceMillis)}`);
    }
    root.hidden = !isFlood;
    write(begin, isFlood ? 'Flood of alarms' : '');
    setNotice(isFlood ? `Flood: ${calls} calls` : '');
    const {mutedUntil, ...chosen} = choices();
    if (least !== chosen.least) {
      // The number is that of other severities.
      announcements = new Announcements();
      least = chosen.least;
    }
    const counted = SEVERITIES.filter(severity => unacknowledged[severity] && reaches(severity, least));
    const waiting = counted.reduce((sum, severity) => sum + unacknowledged[severity], 0);
    setWaiting(waiting, counted[0]);
    const announced = announcements.take(waiting, counted[0], Date.now());
    if (announced !== null && mutedUntil === 0) {
      news.textContent = announced;
    }
  });
}
