// One glance: is all fine, or where is to be looked?

import {el, fill, lasting, short} from '../dom.js';
import {get, poll, stream} from '../api.js';
import {Plot, colour} from '../plot.js';
import {Grid} from '../grid.js';

const CPU = 'cpu,cpu=cpu-total usage_active';
const SPAN = 5 * 60_000;
const WHERE = {alarms: '#/alarms', services: null, losses: '#/sources', flow: '#/sources'};

export const overview = {
  title: 'Overview',

  mount(root) {
    const verdict = el('div', {class: 'verdict', role: 'status'}, 'asking …');
    const tiles = el('div', {class: 'tiles'});
    const flow = el('div', {class: 'plot'});
    const hosts = el('div', {class: 'plot'});
    const hostsNote = el('p', {class: 'note'});
    const alarms = el('div');
    const losses = el('div');
    const services = el('ul', {class: 'services'});
    fill(root,
      verdict,
      tiles,
      el('section', {class: 'wide'}, el('h2', {}, el('a', {href: '#/metrics?q=' + encodeURIComponent(CPU)}, 'Processors, live'), el('small', {}, ' % busy, per host')), hosts, hostsNote),
      el('section', {}, el('h2', {}, 'Lines per second', el('small', {}, ' in, and stored')), flow),
      el('section', {}, el('h2', {}, el('a', {href: '#/alarms'}, 'Alarms')), alarms),
      el('section', {}, el('h2', {}, 'Lost', el('small', {}, ' since the start')), losses),
      el('section', {}, el('h2', {}, 'Services'), services));

    const plot = new Plot(flow, {height: 170});
    plot.lines(['in', 'stored']);
    const stopPolling = poll('api/overview', 1000, answer => {
      tellVerdict(verdict, answer);
      tellFlow(tiles, answer);
      if (answer.flow) {
        const past = answer.flow.past;
        plot.show([past.map(one => one.millis / 1000), past.map(one => one.in), past.map(one => one.stored)]);
      }
      tellAlarms(alarms, answer.alarms);
      tellLosses(losses, answer.flow);
      fill(services, answer.services.map(service => el('li', {class: service.ready ? 'good' : 'bad', title: service.detail}, service.name)));
    }, error => {
      verdict.className = 'verdict bad';
      fill(verdict, el('strong', {}, 'No answer'), el('span', {}, error.message));
    });
    const stopHosts = showHosts(hosts, hostsNote);
    return () => {
      stopPolling();
      stopHosts();
      plot.close();
    };
  },
};

function tellVerdict(verdict, answer) {
  verdict.className = 'verdict ' + (answer.fine ? 'good' : 'bad');
  fill(verdict,
    el('strong', {}, answer.fine ? 'All is fine' : 'Look here'),
    answer.look.map(one => WHERE[one.at] ? el('a', {href: WHERE[one.at]}, one.text) : el('span', {}, one.text)));
}

function tellFlow(tiles, {flow, live, alarms}) {
  const active = alarms.reduce((sum, area) => sum + (area.counts.MAJOR ?? 0) + (area.counts.MINOR ?? 0) + (area.counts.INVALID ?? 0), 0);
  const unacknowledged = alarms.reduce((sum, area) => sum + (area.counts.unacknowledged ?? 0), 0);
  const now = flow?.now;
  fill(tiles,
    tile('in', now && short(now.in), 'lines/s'),
    tile('processed', now && short(now.processed), 'lines/s'),
    tile('stored', now && short(now.stored), 'lines/s'),
    tile('to the store', ...(now && now.p50Millis > 0 ? lasting(now.p50Millis) : ['–', '']), now && now.p99Millis > 0 ? '99 % within ' + lasting(now.p99Millis).join(' ') : ''),
    tile('alarms', active, '', unacknowledged ? unacknowledged + ' not acknowledged' : 'none waits', unacknowledged ? 'bad' : 'good', '#/alarms'),
    tile('live', short(live.series), 'series', '', '', '#/metrics'));
}

function tile(name, value, unit, note = '', look = '', link = null) {
  return el(link ? 'a' : 'div', {class: 'tile ' + look, href: link},
    el('span', {class: 'name'}, name),
    el('span', {class: 'value'}, value ?? '–', unit ? el('small', {}, ' ' + unit) : null),
    el('span', {class: 'more'}, note));
}

function tellAlarms(root, areas) {
  fill(root, areas.length === 0 ? el('p', {class: 'note'}, 'No alarm is raised.') : el('table', {},
    el('thead', {}, el('tr', {}, el('th', {}, 'rule'), el('th', {class: 'number'}, 'major'), el('th', {class: 'number'}, 'minor'), el('th', {class: 'number'}, 'invalid'), el('th', {class: 'number'}, 'hidden'))),
    el('tbody', {}, areas.map(({area, counts}) => el('tr', {class: counts.unacknowledged ? 'waits' : ''},
      el('td', {}, area),
      ['MAJOR', 'MINOR', 'INVALID', 'hidden'].map(kind => el('td', {class: 'number ' + (counts[kind] ? kind.toLowerCase() : 'none')}, counts[kind] ?? '·')))))));
}

function tellLosses(root, flow) {
  const losses = Object.entries(flow?.losses ?? {});
  fill(root, losses.length === 0 ? el('p', {class: 'note'}, flow ? 'Nothing was lost.' : 'The meters of gateway and writer are those of other processes.') : el('table', {},
    el('tbody', {}, losses.map(([reason, count]) => el('tr', {class: flow.fresh[reason] ? 'waits' : ''},
      el('td', {}, reason), el('td', {class: 'number'}, short(count)), el('td', {class: 'number'}, flow.fresh[reason] ? '+' + short(flow.fresh[reason]) + ' in a minute' : ''))))));
}

function showHosts(root, note) {
  const plot = new Plot(root, {height: 220});
  let names = [];
  let grid = new Grid(SPAN, 300);
  const stop = stream('api/live?every=500&q=' + encodeURIComponent(CPU), {
    begin() {
      names = [];
      grid = new Grid(SPAN, 300);
    },
    lines(more) {
      names = [...names, ...more.map(line => host(line.tags))];
      plot.lines(names);
      past(names, grid);
    },
    values(values) {
      values.forEach(([line, millis, value]) => grid.put(line, millis, value));
      plot.show(grid.until(Math.max(grid.latest, Date.now() - 10_000), names.length));
      fill(note, names.slice(0, 12).map((name, i) => {
        const at = grid.lines[i];
        return el('span', {class: 'key'}, swatch(i), name, at ? ' ' + short(last(grid, i)) + ' %' : '');
      }), names.length > 12 ? ' and ' + (names.length - 12) + ' more' : '');
    },
  });
  get('api/catalog?q=cpu').then(catalog => {
    if (catalog.series === 0) {
      fill(note, 'No metrics of processors yet: ./weir up sends those of this host by itself, ./weir probe those of others.');
    }
  }, () => {});
  return () => {
    stop();
    plot.close();
  };
}

/** What the store has of the last minutes; without a store the plot begins now. */
async function past(names, grid) {
  const now = Date.now();
  try {
    const {series} = await get('api/history?q=' + encodeURIComponent(CPU) + '&from=' + (now - SPAN) + '&to=' + now + '&points=' + grid.bins);
    for (const {tags, points} of series) {
      const line = names.indexOf(host(tags));
      if (line >= 0) {
        points.forEach(([millis, value]) => grid.put(line, millis, value));
      }
    }
  } catch (e) {
    // The metrics view says what is wrong.
  }
}

function host(tags) {
  return tags.hostname ?? tags.host ?? 'this host';
}

function swatch(line) {
  const mark = el('i', {class: 'swatch'});
  mark.style.background = colour(line);
  return mark;
}

function last(grid, line) {
  const at = grid.lines[line];
  let best = -1;
  let value = NaN;
  for (let slot = 0; slot < grid.bins; slot++) {
    if (at.bin[slot] > best) {
      best = at.bin[slot];
      value = at.value[slot];
    }
  }
  return value;
}
