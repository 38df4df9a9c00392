// The overview: whether everything is fine, or where to look.

import {el, fill, lasting, notices, renew, short, write} from '../dom.js';
import {get, poll} from '../api.js';
import {Grid} from '../grid.js';
import {follow} from '../follow.js';
import {Lines} from '../lines.js';
import {pace} from '../pace.js';
import {panel} from '../panels.js';
import {Plot} from '../plot.js';
import {host, spell, title} from '../selectors.js';

const CPU = 'cpu,cpu=cpu-total usage_active';
const SPAN = 5 * 60_000;
const WHERE = {alarms: '#/alarms', services: null, losses: '#/sources', flow: '#/sources', lags: null};
const STAGES = ['processing', 'alarming', 'writer'];
const NO_METERS = 'Gateway and writer are other processes, and no probe tells of their meters: list them in its meters-of.';

export const overview = {
  title: 'Overview',

  mount(root) {
    const verdict = el('div', {class: 'verdict', role: 'status'}, 'asking …');
    const tiles = el('div', {class: 'tiles'});
    const tile = tilesOf(tiles);
    const flow = el('div', {class: 'plot'});
    const flowNote = el('p', {class: 'note', hidden: true}, NO_METERS);
    const hosts = el('div');
    const hostsNote = el('p', {class: 'note'});
    const hostsNotices = notices();
    const alarms = el('div', {class: 'areas'});
    const movers = el('div', {class: 'movers'});
    const lags = el('div');
    const losses = el('div');
    const services = el('ul', {class: 'services'});
    fill(root,
      verdict,
      tiles,
      el('section', {class: 'wide'}, el('h2', {}, el('a', {href: '#/metrics?q=' + encodeURIComponent(CPU)}, 'Processors, live'), el('small', {}, ' % busy, per host')), hosts, hostsNote, hostsNotices.element),
      el('section', {class: 'secondary'}, el('h2', {}, 'Lines per second', el('small', {}, ' in, and stored')), flow, flowNote),
      el('section', {}, el('h2', {}, 'Top movers', el('small', {}, ' last value against its usual')), movers),
      el('section', {}, el('h2', {}, el('a', {href: '#/alarms'}, 'Alarms')), alarms),
      el('section', {}, el('h2', {}, 'Behind', el('small', {}, ' what stages have still to do')), lags),
      el('section', {class: 'secondary'}, el('h2', {}, 'Lost', el('small', {}, ' since the start')), losses),
      el('section', {class: 'secondary'}, el('h2', {}, 'Services'), services));

    const plot = new Plot(flow, {height: Math.round(11.5 * parseFloat(getComputedStyle(document.documentElement).fontSize))});
    const rates = new Grid(SPAN, 300);
    const stopPolling = poll('api/overview', 1000, answer => {
      tellVerdict(verdict, answer);
      tellFlow(tile, answer);
      flowNote.hidden = answer.flow !== null;
      flow.hidden = answer.flow === null;
      if (answer.flow) {
        const {past} = answer.flow;
        past.forEach(one => [one.in, one.stored].forEach((rate, line) => rates.past(line, one.millis, rate)));
        plot.draw(rates, 2, past[past.length - 1]?.millis ?? Date.now());
      }
      renew(alarms, [answer.alarms, answer.complete], () => alarmsTable(answer));
      renew(movers, [answer.movers, answer.live.series > 0], () => moversTable(answer));
      renew(lags, answer.lags, () => lagsTable(answer.lags));
      renew(losses, answer.flow && [answer.flow.losses, answer.flow.fresh], () => lossesTable(answer.flow));
      renew(services, answer.services, () => answer.services.map(service => el('li', {class: service.ready ? 'good' : 'bad', title: service.detail}, service.name)));
    }, error => {
      verdict.className = 'verdict bad';
      renew(verdict, error.message, () => [el('strong', {}, 'No answer'), el('span', {}, error.message)]);
    });
    const stopHosts = showHosts(hosts, hostsNotices.say);
    get('api/catalog?q=' + encodeURIComponent(CPU)).then(({series}) => fill(hostsNote,
      series === 0 ? 'No metrics of processors yet: ./weir up sends those of this host by itself, ./weir probe those of others.' : ''), () => {});
    return () => {
      stopPolling();
      stopHosts();
      plot.close();
    };
  },
};

function tellVerdict(verdict, answer) {
  verdict.className = 'verdict ' + (answer.fine ? 'good' : 'bad');
  renew(verdict, answer.look, () => [
    el('strong', {}, answer.fine ? 'All is fine' : 'Look here'),
    answer.look.map(one => WHERE[one.at] ? el('a', {href: WHERE[one.at]}, one.text) : el('span', {}, one.text))].flat());
}

/**
 * Tiles keep their elements, because they are clickable and updated every second. Returns, by name,
 * functions that set value, unit, note and look.
 */
function tilesOf(root) {
  const tile = {};
  fill(root, [['lines in'], ['processed'], ['stored'], ['to the store'], ['alarms', '#/alarms'], ['live', '#/metrics']].map(([name, href]) => {
    const number = el('span');
    const small = el('small');
    const more = el('span', {class: 'more'});
    const element = el(href ? 'a' : 'div', {href, class: 'tile'}, el('span', {class: 'name'}, name), el('span', {class: 'value'}, number, small), more);
    tile[name] = (value, unit, note = '', look = '') => {
      write(number, value);
      write(small, unit && ' ' + unit);
      write(more, note);
      element.className = 'tile ' + look;
    };
    return element;
  }));
  return tile;
}

function tellFlow(tile, {flow, live, alarms, complete}) {
  const active = alarms.reduce((sum, area) => sum + (area.counts.MAJOR ?? 0) + (area.counts.MINOR ?? 0) + (area.counts.INVALID ?? 0), 0);
  const unacknowledged = alarms.reduce((sum, area) => sum + (area.counts.unacknowledged ?? 0), 0);
  const now = flow?.now;
  tile['lines in'](short(now?.in), '/s');
  tile.processed(short(now?.processed), '/s');
  tile.stored(short(now?.stored), '/s');
  tile['to the store'](...(now?.p50Millis > 0 ? lasting(now.p50Millis) : ['–', '']), now?.p99Millis > 0 ? '99 % within ' + lasting(now.p99Millis).join(' ') : '');
  tile.alarms(String(active), '', unacknowledged ? unacknowledged + ' to acknowledge' : complete ? 'none waits' : 'not known yet', unacknowledged ? 'bad' : complete ? 'good' : '');
  tile.live(short(live.series), 'series', live.unfollowed > 0 ? 'others were not followed' : '');
}

function alarmsTable({alarms: areas, complete}) {
  return areas.length === 0 ? el('p', {class: 'note'}, complete ? 'No alarm is raised.' : 'The alarms are not known yet.') : el('table', {},
    el('thead', {}, el('tr', {}, el('th', {}, 'rule'), el('th', {class: 'number'}, 'major'), el('th', {class: 'number'}, 'minor'), el('th', {class: 'number'}, 'invalid'), el('th', {class: 'number'}, 'hidden'))),
    el('tbody', {}, areas.map(({area, counts}) => el('tr', {class: counts.unacknowledged ? 'waits' : ''},
      el('td', {}, area),
      ['MAJOR', 'MINOR', 'INVALID', 'hidden'].map(kind => el('td', {class: 'number ' + (counts[kind] ? kind.toLowerCase() : 'none')}, counts[kind] ?? '·'))))));
}

function moversTable({movers, live}) {
  return movers.length === 0 ? el('p', {class: 'note'}, live.series > 0 ? 'All is as usual.' : 'No series is live.') : el('table', {},
    el('thead', {}, el('tr', {}, el('th', {}, 'series'), el('th', {class: 'number'}, 'now'), el('th', {class: 'number'}, 'usual'), el('th', {class: 'number', title: 'how many of its usual spreads they are apart'}, 'apart'))),
    el('tbody', {}, movers.map(({measurement, tags, field, value, usual, change}) => el('tr', {title: title({measurement, tags, field})},
      el('td', {class: 'long'}, el('a', {href: '#/metrics?q=' + encodeURIComponent(spell({measurement, tags, field}))}, measurement + ' ' + field), el('br'), el('small', {}, Object.values(tags).join(' · '))),
      el('td', {class: 'number'}, short(value)), el('td', {class: 'number'}, short(usual)), el('td', {class: 'number'}, change >= 999 ? 'new' : short(change) + ' ×')))));
}

function lagsTable(lags) {
  const rank = stage => (STAGES.indexOf(stage) + STAGES.length + 1) % (STAGES.length + 1);
  return lags.length === 0 ? el('p', {class: 'note'}, 'Kafka has not told yet.') : el('table', {},
    el('thead', {}, el('tr', {}, el('th', {}, 'stage'), el('th', {class: 'number'}, 'records'), el('th', {class: 'number'}, 'about'))),
    el('tbody', {}, [...lags].sort((one, other) => rank(one.stage) - rank(other.stage)).map(({stage, records, seconds, isRead}) => el('tr', {class: isRead ? '' : 'waits'},
      el('td', {}, stage), el('td', {class: 'number'}, short(records)),
      el('td', {class: 'number'}, isRead ? (records === 0 ? 'up to date' : seconds === null ? '–' : lasting(seconds * 1000).join(' ')) : 'nobody works at it')))));
}

function lossesTable(flow) {
  const losses = Object.entries(flow?.losses ?? {});
  return losses.length === 0 ? el('p', {class: 'note'}, flow ? 'Nothing was lost.' : 'Not known here.') : el('table', {},
    el('tbody', {}, losses.map(([reason, count]) => el('tr', {class: flow.fresh[reason] ? 'waits' : ''},
      el('td', {}, reason), el('td', {class: 'number'}, short(count)), el('td', {class: 'number'}, flow.fresh[reason] ? '+' + short(flow.fresh[reason]) + ' in a minute' : '')))));
}

function showHosts(root, say) {
  let stop = begin();

  function begin() {
    const lines = new Lines(SPAN, {bins: 300});
    const plot = panel(root, {kind: 'plot', unit: '%', min: 0, max: 100, label: host});
    const drawing = pace(() => plot.draw(lines, lines.end()));
    const end = follow([{selectors: [CPU], lines}], {every: 200, say, came: drawing.ask, anew});
    return () => {
      end();
      drawing.end();
      plot.close();
    };
  }

  function anew() {
    stop();
    stop = begin();
  }

  return () => stop();
}
