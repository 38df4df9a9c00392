// Metrics, chosen by measurement, field and tags; several overlaid; live, or of a past range.

import {clock, el, fill, short} from '../dom.js';
import {get, stream} from '../api.js';
import {Plot, colour} from '../plot.js';
import {Grid} from '../grid.js';

const SPANS = {'1m': 60_000, '5m': 300_000, '15m': 900_000, '1h': 3_600_000, '6h': 21_600_000, '24h': 86_400_000, '7d': 604_800_000};
const FIRST = ['cpu,cpu=cpu-total usage_active', 'cpu', '*'];
const DRAW_EVERY = 200;

export const metrics = {
  title: 'Metrics',

  mount(root, parameters, replace) {
    const view = new View(root, parameters, replace);
    if (parameters.has('q')) {
      view.begin();
    } else {
      view.choose();
    }
    return () => view.close();
  },
};

class View {
  constructor(root, parameters, replace) {
    this.parameters = parameters;
    this.replace = replace;
    this.selectors = parameters.getAll('q');
    this.span = Object.hasOwn(SPANS, parameters.get('span')) ? parameters.get('span') : '5m';
    this.fixed = parameters.has('from') ? [Number(parameters.get('from')), Number(parameters.get('to'))] : null;
    this.tiles = parameters.get('show') === 'tiles';
    this.paused = false;
    this.names = [];
    this.now = [];
    this.stop = () => {};
    this.chooser = el('div');
    this.spans = el('div', {class: 'spans', role: 'group', 'aria-label': 'Span'}, Object.keys(SPANS).map(name =>
      el('button', {type: 'button', 'aria-pressed': String(name === this.span && !this.fixed), onclick: () => this.setSpan(name)}, name)));
    this.pauseButton = el('button', {type: 'button', onclick: () => this.pause(!this.paused), title: 'Space'}, 'Pause');
    this.note = el('span', {class: 'note', role: 'status'});
    this.graph = el('div', {class: 'plot'});
    this.at = el('span', {class: 'note'});
    this.legend = el('tbody');
    this.board = el('div', {class: 'tiles'});
    this.shape = el('div', {class: 'spans', role: 'group', 'aria-label': 'Shown as'}, ['Plot', 'Tiles'].map(name =>
      el('button', {type: 'button', 'aria-pressed': String((name === 'Tiles') === this.tiles), onclick: () => this.setShape(name === 'Tiles')}, name)));
    fill(root,
      el('section', {class: 'wide'}, this.chooser),
      el('div', {class: 'bar'}, this.spans, this.shape, this.pauseButton,
        el('button', {type: 'button', onclick: () => this.live()}, 'Live'), this.at, el('span', {class: 'grow'}), this.note),
      this.graphSection = el('section', {class: 'wide', hidden: this.tiles}, this.graph),
      this.legendSection = el('section', {class: 'wide', hidden: this.tiles}, el('div', {class: 'scroll'}, el('table', {class: 'legend'}, this.legend))),
      this.board);
    this.board.hidden = !this.tiles;
    this.plot = new Plot(this.graph, {
      height: Math.max(260, Math.min(560, innerHeight - 420)),
      select: (from, to) => this.zoom(from, to),
      hover: index => this.hover(index),
    });
    this.keys = event => {
      if (event.key === ' ' && !['INPUT', 'BUTTON', 'SELECT'].includes(event.target.tagName)) {
        event.preventDefault();
        this.pause(!this.paused);
      }
    };
    addEventListener('keydown', this.keys);
  }

  /** The first of the usual that there is. */
  async choose() {
    for (const selector of FIRST) {
      try {
        if ((await get('api/catalog?q=' + encodeURIComponent(selector))).series > 0) {
          this.selectors = [selector];
          break;
        }
      } catch (e) {
        this.say(e.message);
      }
    }
    this.begin();
  }

  say(text) {
    fill(this.note, text);
  }

  write() {
    const parameters = new URLSearchParams();
    this.selectors.filter(selector => selector).forEach(selector => parameters.append('q', selector));
    if (this.fixed) {
      parameters.set('from', Math.round(this.fixed[0]));
      parameters.set('to', Math.round(this.fixed[1]));
    } else if (this.span !== '5m') {
      parameters.set('span', this.span);
    }
    if (this.tiles) {
      parameters.set('show', 'tiles');
    }
    this.replace(parameters);
  }

  begin() {
    fill(this.chooser, this.selectors.map((selector, i) => new Chooser(selector, other => this.change(i, other), () => this.remove(i), this.selectors.length > 1).element),
      el('button', {type: 'button', onclick: () => this.add()}, this.selectors.length ? '+ overlay another' : 'choose metrics'));
    this.follow();
  }

  change(i, selector) {
    this.selectors[i] = selector;
    this.follow();
  }

  add() {
    this.selectors.push('');
    this.begin();
  }

  remove(i) {
    this.selectors.splice(i, 1);
    this.begin();
  }

  /** Everything anew: another stream, and what the store has of it. */
  follow() {
    this.stop();
    this.write();
    this.names = [];
    this.ids = new Map();
    this.now = [];
    this.end = null;
    this.width = this.fixed ? Math.max(1000, this.fixed[1] - this.fixed[0]) : SPANS[this.span];
    this.grid = new Grid(this.width, Math.max(200, Math.min(900, this.graph.clientWidth || 900)));
    this.say('');
    this.plot.lines([]);
    const asked = this.selectors.filter(selector => selector);
    if (asked.length === 0) {
      this.stop = () => {};
      this.draw();
      return;
    }
    const abort = new AbortController();
    this.history(asked, abort.signal);
    const every = Math.max(100, Math.min(1000, Math.round(this.grid.step / 2)));
    const stopStream = this.fixed ? () => {} : stream('api/live?every=' + every + asked.map(q => '&q=' + encodeURIComponent(q)).join(''), {
      begin: () => {
        this.map = [];
      },
      lines: more => more.forEach(line => {
        this.map[line.line] = this.line(line);
      }),
      values: values => values.forEach(([line, millis, value]) => {
        const at = this.map[line];
        this.now[at] = {millis, value};
        if (typeof value === 'number') {
          this.grid.put(at, millis, value);
        }
      }),
      capped: ({most}) => this.say('More than ' + most + ' series: only the first are shown. Name more tags.'),
    });
    const timer = setInterval(() => this.draw(), DRAW_EVERY);
    this.stop = () => {
      abort.abort();
      stopStream();
      clearInterval(timer);
    };
  }

  /** The number of a line, be it told of by the stream or by the store. */
  line({measurement, tags, field}) {
    const id = JSON.stringify([measurement, field, Object.entries(tags).sort()]);
    if (!this.ids.has(id)) {
      this.ids.set(id, this.names.length);
      this.names.push({measurement, tags, field});
      this.fresh = true;
    }
    return this.ids.get(id);
  }

  async history(asked, signal) {
    const to = this.fixed ? this.fixed[1] : Date.now();
    for (const selector of asked) {
      try {
        const past = await get('api/history?q=' + encodeURIComponent(selector) + '&from=' + Math.round(to - this.width) + '&to=' + Math.round(to)
          + '&points=' + this.grid.bins, signal);
        past.series.forEach(series => {
          const at = this.line(series);
          series.points.forEach(([millis, value]) => this.grid.put(at, millis, value));
          const last = series.points.at(-1);
          if (last && !(this.now[at]?.millis > last[0])) {
            this.now[at] = {millis: last[0], value: last[1]};
          }
        });
        if (past.capped) {
          this.say('More series than can be shown: only the first are. Name more tags.');
        }
      } catch (e) {
        if (signal.aborted) {
          return;
        }
        this.say('No history: ' + e.message);
      }
    }
    this.draw(true);
  }

  draw() {
    if (this.fresh) {
      this.fresh = false;
      this.labels = labels(this.names);
      this.plot.lines(this.labels);
      this.rows();
    }
    if (this.paused && this.end !== null) {
      return;
    }
    const now = Date.now();
    const latest = this.grid.latest;
    this.end = this.fixed ? this.fixed[1] : latest && Math.abs(now - latest) > 5_000 && now - latest < this.width / 2 ? Math.max(latest, now) : latest || now;
    if (this.names.length > 0) {
      this.data = this.grid.until(this.end, this.names.length);
      this.plot.show(this.data);
    }
    this.tell();
  }

  /** The table under the plot: one row for each line. */
  rows() {
    if (this.tiles) {
      this.cells = this.names.map(() => el('span', {class: 'value'}));
      fill(this.board, this.labels.map((label, i) => el('div', {class: 'tile', title: title(this.names[i])}, el('span', {class: 'name'}, label), this.cells[i])));
      return;
    }
    this.cells = this.names.map(() => el('td', {class: 'number'}));
    fill(this.legend, this.labels.map((label, i) => {
      const swatch = el('i', {class: 'swatch'});
      swatch.style.background = colour(i);
      return el('tr', {onmouseenter: () => this.plot.focus(i), onmouseleave: () => this.plot.focus(null), title: title(this.names[i])},
        el('td', {}, swatch, label), this.cells[i]);
    }));
  }

  tell() {
    const index = this.hovered;
    this.cells?.forEach((cell, i) => {
      const value = index === undefined || index === null ? this.now[i]?.value : this.data?.[i + 1]?.[index];
      const text = short(value);
      if (cell.textContent !== text) {
        cell.textContent = text;
      }
    });
    fill(this.at, index === undefined || index === null ? (this.fixed ? new Date(this.fixed[0]).toLocaleString() + ' to ' + new Date(this.fixed[1]).toLocaleString()
      : this.paused ? 'paused at ' + clock(this.end) : '') : 'at ' + clock(this.data[0][index] * 1000));
    if (this.names.length === 0 && this.selectors.some(one => one)) {
      fill(this.legend, el('tr', {}, el('td', {class: 'note'}, 'Nothing of that came yet.')));
    }
  }

  hover(index) {
    this.hovered = index;
    this.tell();
  }

  zoom(from, to) {
    this.fixed = [from, to];
    this.press(null);
    this.follow();
  }

  setShape(tiles) {
    this.tiles = tiles;
    this.graphSection.hidden = this.legendSection.hidden = tiles;
    this.board.hidden = !tiles;
    [...this.shape.children].forEach((button, i) => button.setAttribute('aria-pressed', String((i === 1) === tiles)));
    this.write();
    this.fresh = true;
    this.draw();
  }

  setSpan(name) {
    this.span = name;
    this.live();
  }

  live() {
    this.fixed = null;
    this.press(this.span);
    this.pause(false);
    this.follow();
  }

  press(name) {
    [...this.spans.children].forEach(button => button.setAttribute('aria-pressed', String(button.textContent === name)));
  }

  pause(is) {
    this.paused = is;
    this.pauseButton.textContent = is ? 'Go on' : 'Pause';
    this.pauseButton.setAttribute('aria-pressed', String(is));
    this.tell();
  }

  close() {
    this.stop();
    this.plot.close();
    removeEventListener('keydown', this.keys);
  }
}

/** One selector, as inputs with what there is to choose from. */
class Chooser {
  constructor(text, change, remove, removable) {
    this.change = change;
    this.remove = removable ? remove : null;
    this.selector = read(text);
    this.element = el('div', {class: 'selector'});
    this.show({measurements: {}, fields: [], tags: {}});
    this.ask();
  }

  async ask() {
    try {
      // Values of a tag are to be offered also where one is chosen already.
      const {measurement} = this.selector;
      const catalog = await get('api/catalog?q=' + encodeURIComponent(spell({measurement: measurement || '*', tags: {}, field: ''})));
      this.show(catalog);
    } catch (e) {
      this.element.append(el('span', {class: 'error'}, e.message));
    }
  }

  show(catalog) {
    const {measurement, field, tags} = this.selector;
    const focused = this.element.contains(document.activeElement) ? document.activeElement.dataset.name : null;
    const keys = [...new Set([...Object.keys(tags), ...(measurement ? Object.keys(catalog.tags) : [])])].sort();
    fill(this.element,
      this.input('measurement', measurement, Object.keys(catalog.measurements), 'choose one', value => this.set({measurement: value, tags: {}, field: ''})),
      this.input('field', field, catalog.fields, 'all', value => this.set({...this.selector, field: value})),
      keys.map(key => this.input(key, tags[key] ?? '', catalog.tags[key] ?? [], 'any', value => {
        const {[key]: old, ...others} = tags;
        this.set({...this.selector, tags: value ? {...others, [key]: value} : others});
      })),
      this.remove && el('button', {type: 'button', title: 'Take this away', 'aria-label': 'Take this away', onclick: this.remove}, '×'));
    if (focused) {
      this.element.querySelector('[data-name=' + CSS.escape(focused) + ']')?.focus();
    }
  }

  input(name, value, offered, placeholder, set) {
    const id = 'list-' + Math.random().toString(36).slice(2);
    return el('label', {class: value ? 'set' : ''}, name,
      el('input', {'data-name': name, value, placeholder, list: id, autocomplete: 'off', spellcheck: 'false', onchange: event => set(event.target.value.trim())}),
      el('datalist', {id}, offered.map(one => el('option', {value: one}))));
  }

  set(selector) {
    this.selector = selector;
    this.ask();
    this.change(spell(selector));
  }
}

/** A selector as text, as the API wants it. */
function spell({measurement, tags, field}) {
  const escape = text => text.replace(/[ ,=]/g, '\\$&');
  return !measurement ? '' : measurement.replace(/[ ,]/g, '\\$&') + Object.entries(tags).map(([key, value]) => ',' + escape(key) + '=' + escape(value)).join('')
    + (field ? ' ' + field.replace(/ /g, '\\ ') : '');
}

/** The reverse of it. */
function read(text) {
  const parts = [''];
  let field = null;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    if (letter === '\\' && i + 1 < text.length && ' ,='.includes(text[i + 1])) {
      parts[parts.length - 1] += text[++i];
    } else if (letter === ' ') {
      field = text.slice(i + 1).trim().replaceAll('\\ ', ' ');
      break;
    } else if (letter === ',' || letter === '=' && parts.length % 2 === 0) {
      parts.push('');
    } else {
      parts[parts.length - 1] += letter;
    }
  }
  const tags = {};
  for (let i = 1; i + 1 < parts.length; i += 2) {
    tags[parts[i]] = parts[i + 1];
  }
  return {measurement: parts[0], tags, field: field === '*' || field === null ? '' : field};
}

/** Of each line what tells it from the others. */
function labels(names) {
  const differs = pick => new Set(names.map(pick)).size > 1;
  const keys = [...new Set(names.flatMap(name => Object.keys(name.tags)))].filter(key => differs(name => name.tags[key]));
  const withMeasurement = differs(name => name.measurement);
  const withField = differs(name => name.field);
  return names.map(({measurement, tags, field}) => {
    const parts = [withMeasurement ? measurement : null, withField ? field : null, ...keys.map(key => tags[key])].filter(part => part);
    return parts.length ? parts.join(' · ') : measurement + ' ' + field;
  });
}

function title({measurement, tags, field}) {
  return measurement + ' ' + field + '\n' + Object.entries(tags).map(([key, value]) => key + ' = ' + value).join('\n');
}
