// The summary of a shift, as a page to print: what was raised, who acknowledged it, what is raised at
// the end. From the journal.

import {el, fill, scroller, write} from '../dom.js';
import {get, serverNow} from '../api.js';
import {badge} from '../alarms/badge.js';
import {journalOf, stateText} from '../alarms/detail.js';
import {plain} from '../alarms/tree.js';
import {buttons, timeField} from '../spans.js';
import {full, timeIn, withZone} from '../times.js';

const HOUR = 3_600_000;
const SPANS = {'8 h': 8 * HOUR, '12 h': 12 * HOUR, '24 h': 24 * HOUR};
const ASK_AFTER = 200;
/** While the journal is being loaded. */
const AGAIN_AFTER = 2_000;

export const shift = {title: 'Shift summary', mount};

function mount(root, parameters, replace) {
  let asking = null;
  let abort = new AbortController();
  const filter = el('input', {type: 'search', placeholder: 'Filter: rule=cpu-high -flp2*', 'aria-label': 'Filter', maxlength: 200, value: parameters.get('filter') ?? '', oninput: () => choose('filter', filter.value)});
  const from = timeField('From', millis => choose('from', millis));
  const to = timeField('To', millis => choose('to', millis));
  const heading = el('h1', {}, 'Shift summary');
  const about = el('p', {class: 'note'});
  const problem = el('p', {class: 'error wide', role: 'alert', hidden: true});
  const result = el('div', {class: 'wide parts'});
  fill(root, el('div', {class: 'bar'}, heading, filter, from.element, to.element,
    buttons('The last hours', Object.keys(SPANS), null, name => serverNow().then(now => span(now - SPANS[name], now))),
    el('button', {type: 'button', onclick: () => print()}, 'Print')),
  el('div', {class: 'wide'}, about), problem, result);

  function choose(name, value) {
    value ? parameters.set(name, value) : parameters.delete(name);
    replace(parameters);
    clearTimeout(asking);
    asking = setTimeout(ask, ASK_AFTER);
  }

  function span(fromMillis, toMillis) {
    parameters.set('from', Math.round(fromMillis));
    choose('to', Math.round(toMillis));
  }

  async function ask() {
    abort.abort();
    const own = abort = new AbortController();
    const end = timeIn(parameters, 'to') ?? await serverNow();
    const begin = timeIn(parameters, 'from') ?? end - SPANS['8 h'];
    from.set(begin);
    to.set(end);
    const query = new URLSearchParams({from: Math.round(begin), to: Math.round(end), filter: filter.value});
    try {
      const answer = await get('api/journal/shift?' + query, own.signal);
      problem.hidden = true;
      show(answer, begin, end);
      if (!answer.reach.complete) {
        clearTimeout(asking);
        asking = setTimeout(ask, AGAIN_AFTER);
      }
    } catch (e) {
      if (!own.signal.aborted) {
        problem.hidden = false;
        write(problem, e.message);
      }
    }
  }

  function show({alarms, allAlarms, commands, allCommands, reach}, begin, end) {
    const hasAll = !reach.hasEarlier || reach.sinceMillis <= begin;
    write(about, `${withZone(begin)} to ${withZone(end)}${filter.value ? ', ' + filter.value : ''}. `
      + (!reach.complete ? 'The journal is being loaded.'
        : (hasAll ? '' : `The journal reaches back to ${full(reach.sinceMillis)} only. `)
          + (reach.hasEarlier ? 'Alarms whose last transition is older than the journal are not listed.' : '')));
    fill(result,
      part('Raised at the end', alarms.filter(alarm => alarm.raised), alarmsTable, allAlarms > alarms.length),
      part('Raised and cleared', alarms.filter(alarm => !alarm.raised), alarmsTable, allAlarms > alarms.length),
      part('Commands of operators', commands, commandsTable, allCommands > commands.length));
  }

  ask();
  return () => {
    abort.abort();
    clearTimeout(asking);
  };
}

function part(title, rows, table, isMore) {
  return el('section', {class: 'wide'}, el('h2', {}, title, el('small', {}, ' ' + rows.length + (isMore ? ', not all' : ''))),
    rows.length === 0 ? el('p', {class: 'note'}, 'None') : scroller(title, table(rows)));
}

function head(...names) {
  return el('thead', {}, el('tr', {}, names.map(name => el('th', {scope: 'col'}, name))));
}

function alarmsTable(alarms) {
  return el('table', {}, head('Worst', 'Alarm', 'First', 'Raised', 'Acknowledged', 'State'), el('tbody', {}, alarms.map(alarm => el('tr', {},
    el('td', {}, badge(alarm.worst)),
    el('td', {class: 'long'}, el('a', {href: journalOf(alarm.alarm)}, plain(alarm.alarm)), el('br'), el('small', {}, alarm.message)),
    el('td', {}, full(alarm.firstMillis)),
    el('td', {}, alarm.raises === 0 ? 'before' : alarm.raises === 1 ? 'once' : alarm.raises + ' times'),
    el('td', {}, alarm.acknowledgedMillis === null ? '–' : full(alarm.acknowledgedMillis) + ' by ' + alarm.acknowledgedBy.join(', ')),
    el('td', {}, stateText({to: alarm.state}) + ' since ' + full(alarm.sinceMillis))))));
}

function commandsTable(commands) {
  return el('table', {}, head('Time', 'Operator', 'New state', 'Alarm', 'Reason or text'), el('tbody', {}, commands.map(({millis, user, to, alarm, reason, comment}) => el('tr', {},
    el('td', {}, full(millis)), el('td', {}, user), el('td', {}, comment ? 'comment' : stateText({to})), el('td', {class: 'long'}, plain(alarm)), el('td', {class: 'long'}, reason ?? '')))));
}
