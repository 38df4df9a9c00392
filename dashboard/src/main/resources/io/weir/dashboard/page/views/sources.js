// The senders, their rates, and refused lines: helps to find a missing metric.

import {ago, el, fill, renew, short, write} from '../dom.js';
import {now, poll} from '../api.js';
import {filterOf} from '../filter.js';
import {clock, full} from '../times.js';

const SILENT_MILLIS = 10_000;
const MOST_ROWS = 500;

export const sources = {
  title: 'Sources',

  mount(root, parameters, replace) {
    const search = el('input', {
      type: 'search', placeholder: 'Host, reason, or part of the line', 'aria-label': 'Filter', value: parameters.get('find') ?? '',
      oninput: () => {
        search.value ? parameters.set('find', search.value) : parameters.delete('find');
        replace(parameters);
        show();
      },
    });
    const hosts = el('tbody');
    const refused = el('tbody');
    const counts = el('div', {class: 'chips'});
    const summary = el('small');
    let latest = null;
    fill(root,
      el('div', {class: 'bar'}, search),
      el('section', {class: 'wide'}, el('h2', {}, 'Hosts ', summary), el('div', {class: 'scroll'}, el('table', {},
        el('thead', {}, el('tr', {}, ['Host', 'Lines/s', 'Series', 'Lines', 'Last seen'].map((name, i) => el('th', {class: i ? 'number' : ''}, name)))), hosts))),
      el('section', {class: 'wide'}, el('h2', {}, 'Refused lines', el('small', {}, ' latest lines, with reasons')), counts, el('div', {class: 'scroll'}, el('table', {},
        el('thead', {}, el('tr', {}, el('th', {}, 'Time'), el('th', {}, 'Reason'), el('th', {}, 'Source'), el('th', {}, 'Line'))), refused))));

    let rows = [];

    function show() {
      if (!latest) {
        return;
      }
      const wanted = search.value;
      const matches = filterOf(wanted);
      const found = latest.hosts.filter(({tag, host}) => matches({texts: [host], tags: {[tag]: host}})).sort((a, b) => a.host.localeCompare(b.host, [], {numeric: true}));
      const silent = found.filter(isSilent).length;
      write(summary, found.length + (silent ? ', ' + silent + ' silent' : '') + (found.length > MOST_ROWS ? ', only the first ' + MOST_ROWS + ' shown; filter to find others' : ''));
      const shown = found.slice(0, MOST_ROWS);
      renew(hosts, [wanted, ...shown.map(host => host.host)], () => {
        rows = shown.map(hostRow);
        return rows.length > 0 ? rows.map(row => row.element)
          : el('tr', {}, el('td', {colspan: 5, class: 'note'}, wanted ? 'No live metrics from a host with this name' : 'No live metrics yet'));
      });
      shown.forEach((host, i) => rows[i].update(host));
      renew(counts, latest.refused.counts, () => Object.entries(latest.refused.counts).map(([reason, count]) => el('span', {class: 'chip'}, reason, el('b', {}, ' ' + short(count)))));
      const lines = latest.refused.latest.filter(({reason, text, source, stage}) => matches({texts: [reason, text, source], tags: {reason, source, stage}}));
      renew(refused, lines, () => lines.length === 0 ? el('tr', {}, el('td', {colspan: 4, class: 'note'}, 'No refused lines')) : lines.map(line => el('tr', {},
        el('td', {title: full(line.millis)}, clock(line.millis)),
        el('td', {}, el('b', {}, line.reason), el('br'), el('small', {}, line.stage)),
        el('td', {}, line.source),
        el('td', {}, offending(line)))));
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
function hostRow({tag, host}) {
  const cells = [1, 2, 3, 4].map(() => el('td', {class: 'number'}));
  const element = el('tr', {},
    el('td', {class: 'long'}, host ? el('a', {href: '#/metrics?q=' + encodeURIComponent('*,' + escaped(tag) + '=' + escaped(host))}, host) : 'No host tag'), cells);
  return {
    element,
    update(current) {
      element.className = isSilent(current) ? 'waits' : '';
      [short(current.rate), short(current.series), short(current.lines), ago(current.seenMillis, now())].forEach((text, i) => write(cells[i], text));
    },
  };
}

/** The line, with a mark at the wrong character. */
function offending({text, at}) {
  if (at < 0 || at > text.length) {
    return el('code', {}, text);
  }
  return el('code', {}, text.slice(0, at), el('mark', {title: 'Position of the error'}, text.slice(at, at + 1) || '\u00a0'), text.slice(at + 1));
}

function escaped(text) {
  return text.replace(/[ ,=]/g, '\\$&');
}
