// The journal: transitions of all alarms and the commands of operators, the latest first.

import {el, fill, renew, scroller, write} from '../dom.js';
import {poll} from '../api.js';
import {badge} from '../alarms/badge.js';
import {stateText} from '../alarms/detail.js';
import {plain} from '../alarms/tree.js';
import {timeField} from '../spans.js';
import {full, second, timeIn} from '../times.js';

const EVERY = 2_000;
const PAGE = 200;
/** The server's limit of entries in an answer. */
const MOST = 1_000;
const ASK_AFTER = 200;

export const journal = {title: 'Journal', mount};

function mount(root, parameters, replace) {
  const chosen = {filter: parameters.get('filter') ?? '', from: timeIn(parameters, 'from'), to: timeIn(parameters, 'to')};
  let limit = PAGE;
  let end = () => {};
  let asking = null;

  const filter = el('input', {type: 'search', placeholder: 'Filter: user=anna rule=cpu-high -flp2*', 'aria-label': 'Filter', maxlength: 200, value: chosen.filter,
    oninput: () => choose({filter: filter.value})});
  const [from, to] = [['From', 'from'], ['To', 'to']].map(([label, name]) => {
    const field = timeField(label, millis => choose({[name]: millis}));
    field.set(chosen[name]);
    return field.element;
  });
  const csv = el('a', {download: 'weir-journal.csv', title: 'The latest 10 000 that match; set times for earlier ones'}, 'Download CSV');
  const summary = el('a', {title: 'What was raised, acknowledged, and is raised at the end; a page to print'}, 'Shift summary');
  const reach = el('p', {class: 'note reach'});
  const problem = el('p', {class: 'error', role: 'alert'});
  const rows = el('tbody');
  const more = el('button', {type: 'button', hidden: true, onclick: () => {
    limit = Math.min(MOST, limit + PAGE);
    ask();
  }}, 'Show more');
  const rest = el('p', {class: 'note'});
  fill(root,
    el('div', {class: 'bar'}, filter, from, to, csv, summary),
    el('section', {class: 'wide'}, reach, problem,
      scroller('Transitions', el('table', {},
        el('thead', {}, el('tr', {}, ['Time', 'Severity', 'State', 'Alarm', 'Value', 'Operator'].map(name => el('th', {scope: 'col'}, name)))), rows)),
      el('div', {class: 'buttons'}, more), rest));

  function choose(other) {
    Object.assign(chosen, other);
    limit = PAGE;
    replace(query());
    clearTimeout(asking);
    asking = setTimeout(ask, ASK_AFTER);
  }

  function query() {
    return new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== '' && value !== null));
  }

  function ask() {
    end();
    csv.href = 'api/journal.csv?' + query();
    summary.href = '#/shift?' + query();
    const path = 'api/journal?' + query() + '&limit=' + limit;
    end = poll(path, EVERY, show, e => write(problem, e.message));
  }

  function show(answer) {
    write(problem, '');
    write(reach, reachText(answer.reach));
    renew(rows, answer.entries, () => answer.entries.length > 0 ? answer.entries.map(row)
      : el('tr', {}, el('td', {class: 'note', colspan: 6}, !answer.reach.complete ? 'Loading the journal …' : answer.reach.kept === 0 ? 'No transitions yet' : 'No matching transitions')));
    more.hidden = !answer.more || answer.entries.length < limit || limit >= MOST;
    write(rest, !answer.more ? '' : answer.entries.length < limit ? 'The search was stopped after 2 s; set times to find more.'
      : limit >= MOST ? `Only the latest ${MOST} are shown; filter to find others. The download has the latest 10 000.` : '');
  }

  ask();
  return () => {
    end();
    clearTimeout(asking);
  };
}

/** How far the journal reaches, in words. */
function reachText({kept, most, sinceMillis, hasEarlier, complete}) {
  return kept === 0 ? ''
    : `Reaches back to ${full(sinceMillis)}. `
      + (hasEarlier ? `It keeps the latest ${most} transitions; earlier ones: weir tap events --from-beginning.`
        : complete ? 'These are all transitions that Kafka keeps.' : 'Loading …')
      + ' Commands that alarming refused are not in it.';
}

function row(entry) {
  const {millis, alarm, from, to, severity, value, message, user, reason, comment} = entry;
  return el('tr', {class: user ? 'by-user' : null, title: Object.entries(entry.tags).map(([key, tag]) => key + ' = ' + tag).join('\n')},
    el('td', {class: 'time', title: full(millis)}, second(millis)),
    el('td', {}, badge(severity)),
    el('td', {}, comment ? 'comment' : from && from !== to ? stateText({to: from}) + ' → ' + stateText({to}) : stateText({to})),
    el('td', {class: 'id'}, el('a', {href: '#/alarms?show=all&alarm=' + encodeURIComponent(alarm)}, plain(alarm)), el('small', {}, message)),
    el('td', {}, value ?? '–'),
    el('td', {class: 'what'}, user ? el('b', {}, user) : '', reason ? ': ' + reason : ''));
}
