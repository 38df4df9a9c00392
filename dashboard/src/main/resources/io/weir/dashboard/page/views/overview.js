// The overview: whether Weir has problems, and where.

import {ago, el, fill, lasting, notices, renew, scroller, short, write} from '../dom.js';
import {get, now, poll} from '../api.js';
import {Grid} from '../grid.js';
import {follow} from '../follow.js';
import {tagValue} from '../hosts.js';
import {Lines} from '../lines.js';
import {pace} from '../pace.js';
import {panel} from '../panels.js';
import {Plot} from '../plot.js';
import {host, spell, title} from '../selectors.js';

/** The server searches every two seconds. */
const PRESENT_MILLIS = 6_000;
const CPU = 'cpu,cpu=cpu-total usage_active';
const SPAN = 5 * 60_000;
const WHERE = {alarms: '#/alarms', services: null, losses: '#/sources', flow: '#/sources', lags: null};
const STAGES = ['processing', 'alarming', 'writer'];
const NO_METERS = 'Gateway and writer run in other processes, and no probe reports their meters. List them in meters-of of a probe.';

export const overview = {
  title: 'Overview',

  mount(root) {
    const verdict = el('div', {class: 'verdict', role: 'status'}, 'Loading …');
    const tiles = el('div', {class: 'tiles'});
    const tile = tilesOf(tiles);
    const flow = el('div', {class: 'plot'});
    const flowNote = el('p', {class: 'note', hidden: true}, NO_METERS);
    const hosts = el('div');
    const hostsNote = el('p', {class: 'note'});
    const hostsNotices = notices();
    const alarms = el('div', {class: 'areas'});
    const outliers = el('div', {class: 'outliers'});
    const lags = el('div');
    const losses = el('div');
    const services = el('ul', {class: 'services'});
    fill(root,
      verdict,
      tiles,
      el('section', {class: 'wide'}, el('h2', {}, el('a', {href: '#/metrics?q=' + encodeURIComponent(CPU)}, 'Processors, live'), el('small', {}, ' % busy, per host')), hosts, hostsNote, hostsNotices.element),
      el('section', {class: 'secondary'}, el('h2', {}, 'Lines per second', el('small', {}, ' received and stored')), flow, flowNote),
      el('section', {}, el('h2', {}, 'Top outliers', el('small', {}, ' of the last ten minutes, compared with their baselines')), scroller('Top outliers', outliers)),
      el('section', {}, el('h2', {}, el('a', {href: '#/alarms'}, 'Alarms')), scroller('Alarms', alarms)),
      el('section', {}, el('h2', {}, 'Consumer lag', el('small', {}, ' unprocessed records of each stage')), scroller('Consumer lag', lags)),
      el('section', {class: 'secondary'}, el('h2', {}, 'Losses', el('small', {}, ' since the start')), scroller('Losses', losses)),
      el('section', {class: 'secondary'}, el('h2', {}, 'Services'), services));

    const plot = new Plot(flow, {label: 'Plot: lines per second, received and stored', height: Math.round(11.5 * parseFloat(getComputedStyle(document.documentElement).fontSize))});
    const rates = new Grid(SPAN, 300);
    const stopPolling = poll('api/overview', 1000, answer => {
      showVerdict(verdict, answer);
      showFlow(tile, answer);
      flowNote.hidden = answer.flow !== null;
      flow.hidden = answer.flow === null;
      if (answer.flow) {
        const {history} = answer.flow;
        history.forEach(one => [one.in, one.stored].forEach((rate, line) => rates.addHistory(line, one.millis, rate)));
        plot.draw(rates, 2, history[history.length - 1]?.millis ?? Date.now());
      }
      renew(alarms, [answer.alarms, answer.complete], () => alarmsTable(answer));
      const found = answer.outliers.map(outlier => ({...outlier, when: now() - outlier.seenMillis < PRESENT_MILLIS ? 'now' : ago(outlier.seenMillis, now())}));
      renew(outliers, [found, answer.live.series > 0], () => outliersTable(found, answer.live));
      renew(lags, answer.lags, () => lagsTable(answer.lags));
      renew(losses, answer.flow && [answer.flow.losses, answer.flow.fresh], () => lossesTable(answer.flow));
      renew(services, answer.services, () => answer.services.map(service => el('li', {class: service.ready ? 'good' : 'bad', title: service.detail}, service.name)));
    }, error => {
      verdict.className = 'verdict bad';
      renew(verdict, error.message, () => [el('strong', {}, 'No response'), el('span', {}, error.message)]);
    });
    const stopHosts = showHosts(hosts, hostsNotices.notify);
    get('api/catalog?q=' + encodeURIComponent(CPU)).then(({series}) => fill(hostsNote,
      series === 0 ? 'No processor metrics yet. ./weir up sends those of its own host; run ./weir probe on other hosts.' : ''), () => {});
    return () => {
      stopPolling();
      stopHosts();
      plot.close();
    };
  },
};

function showVerdict(verdict, answer) {
  verdict.className = 'verdict ' + (answer.fine ? 'good' : 'bad');
  renew(verdict, answer.problems, () => [
    el('strong', {}, answer.fine ? 'No problems' : 'Problems found'),
    answer.problems.map(one => WHERE[one.at] ? el('a', {href: WHERE[one.at]}, one.text) : el('span', {}, one.text))].flat());
}

/**
 * Tiles keep their elements, because they are clickable and updated every second. Returns, by name,
 * functions that set value, unit, note and style.
 */
function tilesOf(root) {
  const tile = {};
  fill(root, [['received', 'Lines received'], ['processed', 'Lines processed'], ['stored', 'Lines stored'], ['latency', 'Latency to store'], ['alarms', 'Alarms', '#/alarms'], ['live', 'Live series', '#/metrics']].map(([name, label, href]) => {
    const number = el('span');
    const small = el('small');
    const more = el('span', {class: 'more'});
    const element = el(href ? 'a' : 'div', {href, class: 'tile'}, el('span', {class: 'name'}, label), el('span', {class: 'value'}, number, small), more);
    tile[name] = (value, unit, note = '', style = '') => {
      write(number, value);
      write(small, unit && ' ' + unit);
      write(more, note);
      element.className = 'tile ' + style;
    };
    return element;
  }));
  return tile;
}

function showFlow(tile, {flow, live, alarms, complete}) {
  const active = alarms.reduce((sum, area) => sum + (area.counts.MAJOR ?? 0) + (area.counts.MINOR ?? 0) + (area.counts.INVALID ?? 0), 0);
  const unacknowledged = alarms.reduce((sum, area) => sum + (area.counts.unacknowledged ?? 0), 0);
  const now = flow?.now;
  tile.received(short(now?.in), '/s');
  tile.processed(short(now?.processed), '/s');
  tile.stored(short(now?.stored), '/s');
  tile.latency(...(now?.p50Millis > 0 ? lasting(now.p50Millis) : ['–', '']), now?.p99Millis > 0 ? '99 % within ' + lasting(now.p99Millis).join(' ') : '');
  tile.alarms(String(active), '', unacknowledged ? unacknowledged + ' unacknowledged' : complete ? 'none unacknowledged' : 'loading', unacknowledged ? 'bad' : complete ? 'good' : '');
  tile.live(short(live.series), '', live.unfollowed > 0 ? 'limit reached, others ignored' : '');
}

function alarmsTable({alarms: areas, complete}) {
  return areas.length === 0 ? el('p', {class: 'note'}, complete ? 'No raised alarms' : 'Loading alarms …') : el('table', {},
    el('thead', {}, el('tr', {}, el('th', {}, 'Rule'), el('th', {class: 'number'}, 'Major'), el('th', {class: 'number'}, 'Minor'), el('th', {class: 'number'}, 'Invalid'), el('th', {class: 'number'}, 'Hidden'))),
    el('tbody', {}, areas.map(({area, counts}) => el('tr', {class: counts.unacknowledged ? 'waits' : ''},
      el('td', {}, area),
      ['MAJOR', 'MINOR', 'INVALID', 'hidden'].map(kind => el('td', {class: 'number ' + (counts[kind] ? kind.toLowerCase() : 'none')}, counts[kind] ?? '·'))))));
}

function outliersTable(outliers, live) {
  return outliers.length === 0 ? el('p', {class: 'note'}, live.series > 0 ? 'No outliers' : 'No live series') : el('table', {},
    el('thead', {}, el('tr', {}, el('th', {}, 'Series'), el('th', {class: 'number'}, 'Value'), el('th', {class: 'number'}, 'Baseline'), el('th', {class: 'number', title: 'Distance of the last value from the baseline, in standard deviations'}, 'Deviation'), el('th', {class: 'number'}, 'Seen'))),
    el('tbody', {}, outliers.map(({measurement, tags, field, value, baseline, deviation, series, when}) => el('tr', {class: when === 'now' ? null : 'old', title: title({measurement, tags, field})},
      el('td', {class: 'long'}, el('a', {href: '#/metrics?q=' + encodeURIComponent(spell({measurement, tags, field}))}, measurement + ' ' + field), el('br'), el('small', {}, tagValues(tags), ' '), series > 1 ? el('a', {href: '#/metrics?q=' + encodeURIComponent(spell({measurement, tags: {}, field}))}, `and ${series - 1} more`) : null),
      el('td', {class: 'number'}, short(value)), el('td', {class: 'number'}, short(baseline)), el('td', {class: 'number'}, (deviation >= 999 ? '≥ ' : '') + short(deviation) + ' σ'), el('td', {class: 'number'}, when)))));
}

/** The values of tags, with links to hosts. */
function tagValues(tags) {
  return Object.entries(tags).flatMap(([key, value], i) => [i > 0 ? ' · ' : '', tagValue(key, value, tags)]);
}

function lagsTable(lags) {
  const rank = stage => (STAGES.indexOf(stage) + STAGES.length + 1) % (STAGES.length + 1);
  return lags.length === 0 ? el('p', {class: 'note'}, 'No lag data from Kafka yet') : el('table', {},
    el('thead', {}, el('tr', {}, el('th', {}, 'Stage'), el('th', {class: 'number'}, 'Records'), el('th', {class: 'number', title: 'Approximate time in which as many records were written'}, 'Time'))),
    el('tbody', {}, [...lags].sort((one, other) => rank(one.stage) - rank(other.stage)).map(({stage, records, seconds, hasConsumer}) => el('tr', {class: hasConsumer ? '' : 'waits'},
      el('td', {}, stage), el('td', {class: 'number'}, short(records)),
      el('td', {class: 'number'}, hasConsumer ? (records === 0 ? 'up to date' : seconds === null ? '–' : lasting(seconds * 1000).join(' ')) : 'no consumer')))));
}

function lossesTable(flow) {
  const losses = Object.entries(flow?.losses ?? {});
  return losses.length === 0 ? el('p', {class: 'note'}, flow ? 'No losses' : 'No meters of a gateway') : el('table', {},
    el('tbody', {}, losses.map(([reason, count]) => el('tr', {class: flow.fresh[reason] ? 'waits' : ''},
      el('td', {}, reason), el('td', {class: 'number'}, short(count)), el('td', {class: 'number'}, flow.fresh[reason] ? '+' + short(flow.fresh[reason]) + ' in the last minute' : '')))));
}

function showHosts(root, notify) {
  let stop = begin();

  function begin() {
    const lines = new Lines(SPAN, {bins: 300});
    const plot = panel(root, {kind: 'plot', title: 'processors, per host', unit: '%', min: 0, max: 100, label: host});
    const drawing = pace(() => plot.draw(lines, lines.end()));
    const end = follow([{selectors: [CPU], lines}], {every: 200, notify, changed: drawing.ask, restart});
    return () => {
      end();
      drawing.end();
      plot.close();
    };
  }

  function restart() {
    stop();
    stop = begin();
  }

  return () => stop();
}
