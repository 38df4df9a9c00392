// The senders, their rates, alarms, and refused lines: helps to find a missing metric or a bad host.

import {ago, el, fill, renew, scroller, short, write} from '../dom.js';
import {now, poll} from '../api.js';
import {badge} from '../alarms/badge.js';
import {SEVERITIES} from '../alarms/order.js';
import {filterOf} from '../filter.js';
import {hostLink} from '../hosts.js';
import {Refused} from '../refused.js';

const SILENT_MILLIS = 10_000;
const MOST_ROWS = 500;
const ALPHABET = new Intl.Collator([], {numeric: true});

/** The columns: name, and order, in which the first click sorts. */
const COLUMNS = {
  'Host': (one, other) => ALPHABET.compare(one.host, other.host),
  'Alarms': (one, other) => SEVERITIES.reduce((order, severity) => order || (other.alarms[severity] ?? 0) - (one.alarms[severity] ?? 0), 0),
  'Lines/s': (one, other) => other.rate - one.rate,
  'Series': (one, other) => other.series - one.series,
  'Lines': (one, other) => other.lines - one.lines,
  'Last seen': (one, other) => one.seenMillis - other.seenMillis,
};

export const sources = {
  title: 'Sources',

  mount(root, parameters, replace) {
    const search = el('input', {
      type: 'search', placeholder: 'Host, reason, or part of the line', 'aria-label': 'Filter', value: parameters.get('find') ?? '',
      oninput: () => choose('find', search.value),
    });
    const heads = Object.keys(COLUMNS).map((name, i) => el('th', {scope: 'col', class: i > 1 ? 'number' : ''}, el('button', {type: 'button', class: 'plain', onclick: () => choose('by', i === 0 ? '' : name)}, name)));
    const hosts = el('tbody');
    const refused = el('div');
    const counts = el('div', {class: 'chips'});
    const summary = el('small');
    let latest = null;
    fill(root,
      el('div', {class: 'bar'}, search),
      el('section', {class: 'wide'}, el('h2', {}, 'Hosts ', summary), scroller('Hosts', el('table', {}, el('thead', {}, el('tr', {}, heads)), hosts))),
      el('section', {class: 'wide'}, el('h2', {}, 'Refused lines', el('small', {}, ' latest lines, with reasons')), counts, refused));
    const lines = new Refused(refused);
    let rows = [];

    function choose(name, value) {
      value ? parameters.set(name, value) : parameters.delete(name);
      replace(parameters);
      show();
    }

    function show() {
      if (!latest) {
        return;
      }
      const wanted = search.value;
      const matches = filterOf(wanted);
      const by = Object.hasOwn(COLUMNS, parameters.get('by') ?? '') ? parameters.get('by') : 'Host';
      heads.forEach(head => head.textContent === by ? head.setAttribute('aria-sort', by === 'Host' || by === 'Last seen' ? 'ascending' : 'descending') : head.removeAttribute('aria-sort'));
      const found = latest.hosts.filter(({tag, host}) => matches({texts: [host], tags: {[tag]: host}})).map(host => ({...host, alarms: latest.alarms[host.host] ?? {}}))
        .sort((one, other) => COLUMNS[by](one, other) || COLUMNS.Host(one, other));
      const silent = found.filter(isSilent).length;
      write(summary, found.length + (silent ? ', ' + silent + ' silent' : '') + (found.length > MOST_ROWS ? ', only the first ' + MOST_ROWS + ' shown; filter to find others' : ''));
      const shown = found.slice(0, MOST_ROWS);
      renew(hosts, [wanted, ...shown.map(host => host.host)], () => {
        rows = shown.map(hostRow);
        return rows.length > 0 ? rows.map(row => row.element)
          : el('tr', {}, el('td', {colspan: heads.length, class: 'note'}, wanted ? 'No live metrics from a host with this name' : 'No live metrics yet'));
      });
      shown.forEach((host, i) => rows[i].update(host));
      renew(counts, latest.refused.counts, () => Object.entries(latest.refused.counts).map(([reason, count]) => el('span', {class: 'chip'}, reason, el('b', {}, ' ' + short(count)))));
      lines.show(latest.refused.latest.filter(({reason, text, source, stage, tags}) => matches({texts: [text], tags: {...tags, reason, source, stage}})));
    }
    return poll('api/sources', 2000, answer => {
      latest = answer;
      show();
    });
  },
};

function isSilent(host) {
  return now() - host.seenMillis > SILENT_MILLIS;
}

/** The row of a host, which is updated repeatedly: element, update(host). */
function hostRow({host}) {
  const alarms = el('td');
  const cells = [1, 2, 3, 4].map(() => el('td', {class: 'number'}));
  const element = el('tr', {}, el('td', {class: 'long'}, host ? hostLink(host) : 'No host tag'), alarms, cells);
  return {
    element,
    update(current) {
      element.className = isSilent(current) ? 'waits' : '';
      renew(alarms, current.alarms, () => SEVERITIES.filter(severity => current.alarms[severity]).map(severity => [badge(severity), ` ${current.alarms[severity]} `]).flat());
      [short(current.rate), short(current.series), short(current.lines), ago(current.seenMillis, now())].forEach((text, i) => write(cells[i], text));
    },
  };
}
