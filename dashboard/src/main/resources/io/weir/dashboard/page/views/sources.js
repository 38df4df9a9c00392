// Who sends, how much, and what was refused: for whoever misses a metric.

import {ago, clock, el, fill, short} from '../dom.js';
import {poll} from '../api.js';

const SILENT_MILLIS = 10_000;

export const sources = {
  title: 'Sources',

  mount(root, parameters, replace) {
    const search = el('input', {
      type: 'search', placeholder: 'host, reason, or a part of the line', 'aria-label': 'Filter', value: parameters.get('find') ?? '',
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
        el('thead', {}, el('tr', {}, ['host', 'lines/s', 'series', 'lines', 'last seen'].map((name, i) => el('th', {class: i ? 'number' : ''}, name)))), hosts))),
      el('section', {class: 'wide'}, el('h2', {}, 'Refused lines', el('small', {}, ' the last that were not taken, and why')), counts, el('div', {class: 'scroll'}, el('table', {},
        el('thead', {}, el('tr', {}, el('th', {}, 'when'), el('th', {}, 'why'), el('th', {}, 'from'), el('th', {}, 'what was sent'))), refused))));

    function show() {
      if (!latest) {
        return;
      }
      const wanted = search.value.toLowerCase();
      const has = (...texts) => texts.some(text => text.toLowerCase().includes(wanted));
      const shown = latest.hosts.filter(host => has(host.host)).sort((a, b) => a.host.localeCompare(b.host, [], {numeric: true}));
      const silent = shown.filter(host => Date.now() - host.seenMillis > SILENT_MILLIS).length;
      fill(summary, shown.length + (silent ? ', ' + silent + ' silent' : ''));
      fill(hosts, shown.slice(0, 500).map(host => el('tr', {class: Date.now() - host.seenMillis > SILENT_MILLIS ? 'waits' : ''},
        el('td', {}, host.host ? el('a', {href: '#/metrics?q=' + encodeURIComponent('*,' + escaped(host.tag) + '=' + escaped(host.host))}, host.host) : 'without a host'),
        el('td', {class: 'number'}, short(host.rate)), el('td', {class: 'number'}, short(host.series)), el('td', {class: 'number'}, short(host.lines)),
        el('td', {class: 'number'}, ago(host.seenMillis)))));
      if (shown.length === 0) {
        fill(hosts, el('tr', {}, el('td', {colspan: 5, class: 'note'}, wanted ? 'No host of that name sends metrics that the rules show live.' : 'Nothing comes in yet.')));
      }
      fill(counts, Object.entries(latest.refused.counts).map(([reason, count]) => el('span', {class: 'chip'}, reason, el('b', {}, ' ' + short(count)))));
      const lines = latest.refused.latest.filter(line => has(line.reason, line.text, line.source));
      fill(refused, lines.length === 0 ? el('tr', {}, el('td', {colspan: 4, class: 'note'}, 'None.')) : lines.map(line => el('tr', {},
        el('td', {title: new Date(line.millis).toLocaleString()}, clock(line.millis)),
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

/** The line, with the byte at which it is wrong marked. */
function offending({text, at}) {
  if (at < 0 || at > text.length) {
    return el('code', {}, text);
  }
  return el('code', {}, text.slice(0, at), el('mark', {title: 'here'}, text.slice(at, at + 1) || '\u00a0'), text.slice(at + 1));
}

function escaped(text) {
  return text.replace(/[ ,=]/g, '\\$&');
}
