// One host, also a silent one: when it was seen, its alarms, its last values, and refused lines that
// name it.

import {ago, el, fill, renew, scroller, short, write} from '../dom.js';
import {now, poll} from '../api.js';
import {badge} from '../alarms/badge.js';
import {stateText} from '../alarms/detail.js';
import {byUrgency, changeMillis, isHidden} from '../alarms/order.js';
import {plain} from '../alarms/tree.js';
import {hostOf, namesOfHosts} from '../hosts.js';
import {LastValues} from '../lastvalues.js';
import {Refused} from '../refused.js';
import {spell} from '../selectors.js';
import {full, second} from '../times.js';
import {setTitle} from '../title.js';

const EVERY = 2_000;
const SILENT_MILLIS = 60_000;
const SPAN = 300_000;
const SILENT_SPAN = 900_000;
/** A dashboard notes within 70 s when it saw a host last. */
const NOTED_MILLIS = 75_000;
const CHANGED_AFTER = 400;

export const host = {title: 'Host', mount};

function mount(root, parameters, replace, name) {
  setTitle(name);
  let shown = null;
  /** Whether the values before the silence are shown, or live ones; null before the first answer. */
  let isPast = null;
  let typing = null;
  const state = el('span', {class: 'note', role: 'status'}, 'Loading …');
  const inMetrics = el('a', {}, 'Open in Metrics');
  const inJournal = el('a', {}, 'Open in Journal');
  const tiles = el('div', {class: 'tiles'});
  const alarms = el('tbody');
  const problem = el('p', {class: 'error wide', role: 'alert', hidden: true});
  const values = el('div');
  const refused = el('div');
  const of = el('input', {type: 'search', placeholder: 'All measurements', 'aria-label': 'Measurement', title: 'A name, or a part of it with *', value: parameters.get('of') ?? '', oninput: () => {
    of.value ? parameters.set('of', of.value) : parameters.delete('of');
    replace(parameters);
    clearTimeout(typing);
    typing = setTimeout(follow, CHANGED_AFTER);
  }});
  fill(root,
    el('div', {class: 'bar'}, el('h1', {}, name), state, el('span', {class: 'grow'}), inMetrics, inJournal, el('a', {href: '#/sources'}, 'All hosts')),
    problem, tiles,
    el('section', {class: 'wide'}, el('h2', {}, 'Alarms'), scroller('Alarms', el('table', {},
      el('thead', {}, el('tr', {}, ['Severity', 'State', 'Alarm', 'Message', 'Since'].map(text => el('th', {scope: 'col'}, text)))), alarms))),
    el('section', {class: 'wide'}, el('h2', {}, 'Last values', el('small', {}, ' of its series ')), values),
    el('section', {class: 'wide'}, el('h2', {}, 'Refused lines', el('small', {}, ' the latest that name this host')), refused,
      el('p', {class: 'note'}, 'Gateways have budgets for network addresses, not for hosts. Each lists its worst addresses at /sources of its port for meters.')));
  const last = new LastValues(values, namesOfHosts(), of, ({tags}) => hostOf(tags) === name);
  const lines = new Refused(refused);

  function show(answer) {
    problem.hidden = true;
    shown = answer.host;
    const isSilent = shown !== null && now() - shown.seenMillis > SILENT_MILLIS;
    write(state, (shown === null ? 'This dashboard has received no metrics of this host'
      : isSilent ? `Silent: the last line arrived at ${full(shown.seenMillis)}` : 'Sends metrics')
      + (answer.unfollowed > 0 && (isSilent || shown === null) ? ', or its series are beyond dashboard.series' : ''));
    state.className = isSilent || shown === null ? 'note bad' : 'note';
    const tag = shown?.tag ?? namesOfHosts()[0];
    inMetrics.href = '#/metrics?q=' + encodeURIComponent(spell({measurement: '*', tags: {[tag]: name}, field: ''}));
    inJournal.href = '#/journal?filter=' + encodeURIComponent(`${tag}=${name.replace(/\s/g, '?')}`);
    const raised = answer.alarms.filter(alarm => alarm.to !== 'NORMAL');
    raised.forEach(alarm => alarm.millis = changeMillis(alarm));
    showTiles(shown, raised.filter(alarm => !isHidden(alarm)).length);
    renew(alarms, raised, () => raised.length === 0 ? el('tr', {}, el('td', {colspan: 5, class: 'note'}, 'No raised alarms')) : byUrgency(raised).map(({alarm}) => row(alarm)));
    lines.show(answer.refused);
    if (isPast === null || isPast && !isForgotten()) {
      follow();
    }
  }

  function showTiles(seen, raised) {
    const made = [['Last seen', seen ? ago(seen.seenMillis, now()) : '–'], ['Lines/s', short(seen?.rate ?? 0)], ['Live series', short(seen?.series ?? 0)], ['Alarms', String(raised)]];
    renew(tiles, made, () => made.map(([label, value]) => el('div', {class: 'tile' + (label === 'Alarms' && raised > 0 ? ' bad' : '')},
      el('span', {class: 'name'}, label), el('span', {class: 'value'}, value))));
  }

  /** Shows live values, or of a silent host those before the silence. */
  function follow() {
    isPast = isForgotten();
    const selectors = namesOfHosts().map(tag => spell({measurement: of.value || '*', tags: {[tag]: name}, field: ''}));
    isPast ? last.show(selectors, SILENT_SPAN, shown.seenMillis + NOTED_MILLIS) : last.show(selectors, SPAN);
  }

  /** Whether the dashboard has no values of the host any more. */
  function isForgotten() {
    return shown !== null && shown.series === 0;
  }

  const stop = poll('api/host?name=' + encodeURIComponent(name), EVERY, show, error => {
    problem.hidden = false;
    write(problem, error.message);
  });
  return () => {
    stop();
    clearTimeout(typing);
    last.close();
  };
}

function row(alarm) {
  return el('tr', {},
    el('td', {}, badge(alarm.severity)), el('td', {}, stateText(alarm)),
    el('td', {class: 'long'}, el('a', {href: '#/alarms?show=all&alarm=' + encodeURIComponent(alarm.id)}, plain(alarm.id))),
    el('td', {class: 'long'}, alarm.message), el('td', {}, second(Date.parse(alarm.since))));
}
