// Alarms that are raised or wait, the worst first, to be acknowledged.

import {ago, el, fill} from '../dom.js';
import {post, stream} from '../api.js';

const WORST = ['MAJOR', 'MINOR', 'INVALID', 'OK'];

export const alarms = {
  title: 'Alarms',

  mount(root) {
    const known = new Map();
    const body = el('tbody');
    const said = el('p', {role: 'status', class: 'note'});
    fill(root, el('section', {class: 'wide'}, el('h2', {}, 'Alarms'), said, el('table', {}, body)));

    function show() {
      const shown = [...known.values()].filter(alarm => alarm.severity !== 'OK' || alarm.to === 'RETURNED')
        .sort((a, b) => WORST.indexOf(a.severity) - WORST.indexOf(b.severity) || b.since.localeCompare(a.since));
      fill(body, shown.length === 0 ? el('tr', {}, el('td', {class: 'note'}, 'No alarm is raised.')) : shown.map(alarm => el('tr', {},
        el('td', {class: alarm.severity.toLowerCase()}, alarm.severity.toLowerCase()),
        el('td', {}, el('b', {}, alarm.id), el('br'), alarm.message),
        el('td', {}, alarm.to.toLowerCase().replaceAll('_', ' ')),
        el('td', {class: 'number'}, ago(Date.parse(alarm.since))),
        el('td', {}, ['UNACKNOWLEDGED', 'RETURNED'].includes(alarm.to) ? el('button', {onclick: () => acknowledge(alarm)}, 'Acknowledge') : null))));
    }

    async function acknowledge(alarm) {
      try {
        const reply = await post('api/alarms/command', {operation: 'ACKNOWLEDGE', alarm: alarm.id, transition: alarm.transition});
        fill(said, reply.outcome === 'DONE' ? '' : alarm.id + ': ' + reply.reason);
      } catch (e) {
        fill(said, e.message);
      }
    }

    return stream('api/alarms/live', {
      alarms(news) {
        if (news.all) {
          known.clear();
        }
        news.alarms.forEach(alarm => known.set(alarm.id, alarm));
        news.gone.forEach(id => known.delete(id));
        show();
      },
    });
  },
};
