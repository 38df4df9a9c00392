// The kinds of results of a search: for each its heading, how a result is shown, and the list that
// has the others.

import {ago, short} from '../dom.js';
import {now} from '../api.js';
import {badge} from '../alarms/badge.js';
import {stateText} from '../alarms/detail.js';
import {plain} from '../alarms/tree.js';
import {hostAddress} from '../hosts.js';
import {spell} from '../selectors.js';

/**
 * Of a kind: `title`; `show`, which turns what the server found into {href, name, more}, where `more`
 * is text or elements; `list`, if a view lists all that the words match: its address without them.
 */
export const KINDS = {
  VIEW: {title: 'Views', show: ({href, title, about = ''}) => ({href, name: title, more: about})},
  HOST: {
    title: 'Hosts', list: '#/sources?find=',
    show: ({host, rate, series, seenMillis}) => ({href: hostAddress(host), name: host,
      more: series > 0 ? `${short(series)} series, ${short(rate)} lines/s` : `last seen ${ago(seenMillis, now())}`}),
  },
  ALARM: {
    title: 'Alarms', list: '#/alarms?show=all&filter=',
    show: alarm => ({href: '#/alarms?show=all&alarm=' + encodeURIComponent(alarm.id), name: plain(alarm.id),
      more: [alarm.to === 'NORMAL' ? null : badge(alarm.severity), ` ${stateText(alarm)} · ${alarm.message}`]}),
  },
  RULE: {title: 'Rules', show: ({kind, name, line}) => ({href: '#/rules?line=' + line, name, more: `${kind}, line ${line}`})},
  METRIC: {
    title: 'Metrics',
    show: ({measurement, field, series}) => ({href: metricsAddress(spell({measurement, tags: {}, field})), name: `${measurement} ${field}`.trim(),
      more: (field ? '' : 'all fields, ') + `${short(series)} series`}),
  },
  SERIES: {title: 'Series', show: series => ({href: metricsAddress(series), name: series, more: ''})},
  REFUSED: {
    title: 'Refused lines', list: '#/sources?find=',
    show: ({reason, source, text, millis}, words) => ({href: '#/sources?find=' + encodeURIComponent(words), name: text,
      more: [reason, source, ago(millis, now())].filter(part => part).join(' · ')}),
  },
};

function metricsAddress(selector) {
  return '#/metrics?q=' + encodeURIComponent(selector);
}
