// The forms of display: plot, gauges, tiles, table, bars. A panel receives its lines repeatedly and draws
// what has changed.

import {Bars} from './bars.js';
import {amount, el, fill, svg, write} from './dom.js';
import {Plot, colourName} from './plot.js';
import {host, labels, title} from './selectors.js';
import {Table} from './table.js';
import {Timelines} from './timelines.js';
import {second} from './times.js';
import {topOf} from './top.js';
import {trouble} from './trouble.js';

const MOST_CELLS = 48;
const MOST_KEYS = 6;
const HEIGHT_REM = 14;

/**
 * A panel in an element: draw(lines, end), which returns false if some is not drawn yet; close().
 *
 * @param spec kind; title; unit, min, max, minor and major: {above} or {below}; label: a function from the
 *     name of a line to its label, instead of the tags in which lines differ; top: how many lines to show, those
 *     with the highest values; top-by: last or mean; unitOf: a function from the name of a line to its unit, for bars;
 *     for a plot: select, as of a Plot, and hover, called with the bin below its cursor, or null,
 *     and tip, called with the text beside the cursor
 */
export function panel(root, spec) {
  const most = spec.top ?? (spec.kind === 'bars' ? MOST_CELLS : null);
  return most ? new TopPanel(root, spec, most) : only(root, spec);
}

/** A panel of all lines that it receives. */
function only(root, spec) {
  return new {plot: PlotPanel, gauge: Gauges, tile: Tiles, table: Table, bars: Bars}[spec.kind](root, spec, called);
}

/** A panel of the lines with the highest values. */
class TopPanel {
  constructor(root, spec, most) {
    Object.assign(this, {root, spec, most});
    this.note = el('p', {class: 'note top'});
  }

  draw(lines, end) {
    if (this.lines !== lines) {
      this.lines = lines;
      this.top = topOf(lines, {count: this.most, by: this.spec['top-by'], groupOf: this.spec.unitOf});
      this.panel?.close();
      this.panel = only(this.root, this.spec);
      this.root.append(this.note);
    }
    // A plot that the user drags in stands still, with its lines.
    this.top.refresh(end, !this.panel.isDragged?.());
    write(this.note, this.top.note());
    return this.panel.draw(this.top, end);
  }

  cross(bin) {
    this.panel?.cross?.(bin);
  }

  close() {
    this.panel?.close();
  }
}

/**
 * The labels of lines; a single line, and its earlier time, are named after the host, because the panel's title names
 * the metric.
 */
function called({names}, {label}) {
  return label ? names.map(label)
    : names.filter(({before}) => !before).length === 1 ? names.map(name => host(name) + (name.before ? ' · ' + name.before : ''))
      : labels(names);
}

/** The coloured square of a line in a plot. */
export function swatch(line) {
  const mark = el('i', {class: 'swatch'});
  mark.style.background = `var(${colourName(line)})`;
  return mark;
}

class PlotPanel {
  constructor(root, spec) {
    this.spec = spec;
    this.edition = -1;
    /** The bin below the cursor of this plot or of another one; null for none. */
    this.hovered = null;
    const graph = el('div', {class: 'plot'});
    const states = el('div', {class: 'timelines'});
    this.timelines = new Timelines(states);
    this.keys = el('p', {class: 'keys'});
    fill(root, graph, states, this.keys);
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const marks = ['minor', 'major'].filter(one => spec[one]).map(one => ({value: spec[one].above ?? spec[one].below, variable: one === 'minor' ? '--warn' : '--bad'}));
    this.plot = new Plot(graph, {label: 'Plot: ' + spec.title, height: Math.round(rem * HEIGHT_REM), min: spec.min, max: spec.max, marks,
      select: spec.select,
      hover: spec.hover && (bin => {
        this.point(bin);
        spec.hover(bin);
      }),
      tip: (bin, line) => {
        const tip = second(bin * this.lines.grid.step) + (line === null ? '' : `\n${this.texts[line]}  ${this.text(this.lines.grid.value(line, bin))}`);
        spec.tip?.(tip);
        return tip;
      }});
  }

  draw(lines, end) {
    const {names} = lines;
    Object.assign(this, {lines, end});
    if (this.edition !== lines.edition) {
      this.edition = lines.edition;
      const texts = this.texts = called(lines, this.spec);
      const keys = Math.max(MOST_KEYS, this.spec.top ?? 0);
      this.values = names.slice(0, keys).map(() => el('b'));
      fill(this.keys, this.values.map((value, i) => el('span', {class: 'key', title: title(names[i]), onmouseenter: () => this.plot.focus(i), onmouseleave: () => this.plot.focus(null)},
        swatch(i), el('bdi', {}, texts[i]), ' ', value)), names.length > keys ? 'and ' + (names.length - keys) + ' more' : '', names.length ? '' : lines.empty);
    }
    this.write();
    this.timelines.draw(lines, end);
    return this.plot.draw(lines.grid, names.length, end);
  }

  /** Writes the last value of each line or, in a plot with a cursor, the one at the cursor. */
  write() {
    const {now, grid, states, names} = this.lines;
    this.values.forEach((value, i) => {
      const isAtCursor = this.hovered !== null && !states.has(i);
      const shown = isAtCursor ? grid.value(i, this.hovered)
        : names[i]?.before ? this.lines.lastEarlier(i, grid.at(this.end)) : now[i]?.value;
      const age = isAtCursor ? '' : this.lines.age(i, this.end);
      write(value, this.text(shown) + (age && ' · ' + age));
      value.className = trouble(shown, this.spec) + (age ? ' old' : '');
    });
  }

  text(value) {
    return value === undefined || value === null ? '–' : amount(value, this.spec.unit).join(' ');
  }

  /** Whether the user is selecting a range in the plot. */
  isDragged() {
    return this.plot.isDragged;
  }

  /** Shows the cursor of another plot, at a bin; null for none. */
  cross(bin) {
    this.plot.cross(bin);
    this.point(bin);
  }

  point(bin) {
    this.hovered = bin;
    this.lines && this.write();
  }

  close() {
    this.plot.close();
  }
}

/** One cell for each line. */
class Board {
  constructor(root, spec, kind) {
    this.spec = spec;
    this.edition = -1;
    this.root = el('div', {class: kind});
    this.note = el('p', {class: 'note'});
    fill(root, this.root, this.note);
  }

  draw(lines, end) {
    if (this.edition !== lines.edition) {
      this.edition = lines.edition;
      const count = lines.names.length;
      const texts = called(lines, this.spec);
      this.cells = lines.names.slice(0, MOST_CELLS).map((name, i) => this.cell(texts[i], title(name)));
      fill(this.root, this.cells.map(cell => cell.element));
      fill(this.note, count === 0 ? lines.empty : count > MOST_CELLS ? 'and ' + (count - MOST_CELLS) + ' more' : '');
    }
    this.cells.forEach((cell, i) => {
      const value = lines.now[i]?.value;
      const old = lines.age(i, end);
      if (cell.shown !== value || cell.old !== old || cell.element.dataset.value === undefined) {
        cell.shown = value;
        cell.old = old;
        cell.element.dataset.value = value ?? '';
        const how = trouble(value, this.spec);
        this.show(cell, value, how, [how, old].filter(word => word).join(', '));
        cell.element.classList.toggle('old', old !== '');
      }
    });
  }

  close() {}
}

class Tiles extends Board {
  constructor(root, spec) {
    super(root, spec, 'tiles');
  }

  cell(text, about) {
    const number = el('span');
    const unit = el('small');
    const word = el('span', {class: 'more'});
    return {number, unit, word, element: el('div', {class: 'tile', title: about}, el('span', {class: 'name'}, text), el('span', {class: 'value'}, number, ' ', unit), word)};
  }

  show(cell, value, how, words) {
    const [number, unit] = amount(value, this.spec.unit);
    write(cell.number, number);
    write(cell.unit, unit);
    cell.element.className = 'tile ' + how;
    write(cell.word, words);
  }
}

// The scale is a half circle around (60, 60): a path of length 100, of which dashes show a part.
const ARC = 'M 12 60 A 48 48 0 0 1 108 60';
const RIM = 'M 4 60 A 56 56 0 0 1 116 60';

class Gauges extends Board {
  constructor(root, spec) {
    super(root, spec, 'gauges');
  }

  at(value) {
    const {min = 0, max} = this.spec;
    return Math.max(0, Math.min(100, (value - min) / (max - min) * 100));
  }

  /** The part of the scale that means trouble. */
  zone(how) {
    const threshold = this.spec[how];
    if (!threshold) {
      return null;
    }
    const [from, to] = 'above' in threshold ? [this.at(threshold.above), 100] : [0, this.at(threshold.below)];
    return svg('path', {d: RIM, class: 'zone ' + how, pathLength: 100, 'stroke-dasharray': '0 ' + from + ' ' + (to - from) + ' 200'});
  }

  cell(text, about) {
    const {min = 0, max, unit} = this.spec;
    const hand = svg('path', {d: ARC, class: 'hand', pathLength: 100, 'stroke-dasharray': '0 200'});
    const number = el('span', {class: 'value'});
    const word = el('span', {class: 'more'});
    const drawing = svg('svg', {viewBox: '0 0 120 64', 'aria-hidden': 'true'},
      ...[this.zone('minor'), this.zone('major')].filter(zone => zone), svg('path', {d: ARC, class: 'track'}), hand);
    const element = el('div', {class: 'gauge', title: about},
      drawing, number, el('span', {class: 'ends'}, el('span', {}, amount(min).join('')), el('span', {}, amount(max, unit).join(' '))), el('span', {class: 'name'}, text), word);
    return {name: text, hand, number, word, element};
  }

  show(cell, value, how, words) {
    const isNumber = typeof value === 'number';
    cell.hand.setAttribute('stroke-dasharray', (isNumber ? this.at(value) : 0) + ' 200');
    write(cell.number, amount(value, this.spec.unit).join(' '));
    write(cell.word, words);
    cell.element.className = 'gauge ' + how;
    if (isNumber) {
      // A meter needs a value.
      const {min = 0, max} = this.spec;
      Object.entries({role: 'meter', 'aria-label': cell.name, 'aria-valuemin': min, 'aria-valuemax': max, 'aria-valuenow': value})
        .forEach(([name, content]) => cell.element.setAttribute(name, content));
      cell.element.setAttribute('aria-valuetext', amount(value, this.spec.unit).join(' ') + (words ? ', ' + words : ''));
    }
  }
}
