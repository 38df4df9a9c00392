// Metrics, chosen by measurement, field and tags; several overlaid; live or of a past range.

import {amount, el, fill, isWall, notices, write} from '../dom.js';
import {get} from '../api.js';
import {Axes} from '../axes.js';
import {Choosers} from '../choosers.js';
import {earlierField, earlierOf} from '../earlier.js';
import {KINDS, saveAs} from '../export/files.js';
import {follow} from '../follow.js';
import {Forms} from '../forms.js';
import {Legend} from '../legend.js';
import {Lines} from '../lines.js';
import {pace} from '../pace.js';
import {panel} from '../panels.js';
import {TimeRange} from '../range.js';
import {labels} from '../selectors.js';
import {SPANS, buttons, press} from '../spans.js';
import {Timelines} from '../timelines.js';
import {clock, full, second} from '../times.js';
import {topOf} from '../top.js';
import {topField, topFrom, writeTop} from '../topfield.js';
import {unitOf} from '../units.js';

const FIRST = ['cpu,cpu=cpu-total usage_active', 'cpu', '*'];
/** Forms without an earlier time. */
const ONE_VALUE = ['Stacked', 'Heat map'];
const SHAPES = {Plot: null, Table: 'table', Tiles: 'tile', Bars: 'bars'};
/** Minimum interval between events of a stream, in milliseconds. */
const EVERY = 50;

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
    this.replace = replace;
    this.selectors = parameters.getAll('q');
    this.earlier = earlierOf(parameters.get('before'));
    this.shape = Object.keys(SHAPES).find(name => name.toLowerCase() === parameters.get('show')) ?? 'Plot';
    this.paused = false;
    this.stop = () => {};
    this.chooser = el('div');
    this.shapes = buttons('Display', Object.keys(SHAPES), this.shape, name => this.setShape(name));
    this.pauseButton = el('button', {type: 'button', onclick: () => this.pause(!this.paused), title: 'Key: space'}, 'Pause');
    this.notices = notices();
    this.range = new TimeRange(parameters, {usual: SPANS['5m'], write: isStep => this.write(isStep), changed: () => this.follow(), notify: this.notices.notify});
    this.graph = el('div', {class: 'axes-and-note'});
    this.at = el('span', {class: 'note', role: 'status'});
    this.isSplit = parameters.get('split') === '1';
    this.splitButton = el('button', {type: 'button', 'aria-pressed': String(this.isSplit), title: 'A plot with a scale of its own for each field', onclick: () => this.split(!this.isSplit)}, 'Split');
    this.forms = new Forms(parameters, () => this.reform());
    this.top = topFrom(parameters);
    this.topField = topField(this.top, top => this.setTop(top));
    this.topNote = el('span', {class: 'note top'});
    this.earlierField = earlierField(this.earlier, earlier => this.compare(earlier));
    this.board = el('div');
    fill(root,
      el('section', {class: 'wide'}, this.chooser),
      el('div', {class: 'bar'}, this.range.spans, this.shapes, this.forms.element, this.splitButton, this.pauseButton,
        this.range.limits, this.earlierField, this.topField, this.topNote, this.at, el('span', {class: 'grow'}), this.notices.element),
      this.graphSection = el('section', {class: 'wide'}, this.graph),
      this.stateSection = el('section', {class: 'wide timelines'}),
      this.legendSection = el('section', {class: 'wide below'}),
      this.boardSection = el('section', {class: 'wide'}, this.board));
    this.legend = new Legend(this.legendSection, {
      focus: line => this.axes.focus(line),
      changed: () => this.lines && this.paint(),
      actions: [el('span', {class: 'spans', role: 'group', 'aria-label': 'Save'}, KINDS.map(kind =>
        el('button', {type: 'button', title: 'Saves what the plot shows as ' + kind, onclick: () => this.save(kind)}, 'Save ' + kind)))],
    });
    this.axes = new Axes(this.graph, {
      height: Math.max(260, Math.min(560, innerHeight - 420)),
      select: (from, to) => this.range.zoom(from, to),
      hover: bin => this.hover(bin),
      tip: (bin, line, total) => this.tip(bin, line, total),
      total: (line, number) => this.text(line, number),
    });
    this.arrange();
    this.timelines = new Timelines(this.stateSection);
    this.range.undoIn(this.graph);
    this.layOut();
    this.keys = event => {
      if (event.key === ' ' && !['INPUT', 'BUTTON', 'SELECT'].includes(event.target.tagName)) {
        event.preventDefault();
        this.pause(!this.paused);
      }
    };
    addEventListener('keydown', this.keys);
  }

  /** Selects the first of the usual metrics that exists. */
  async choose() {
    for (const selector of FIRST) {
      try {
        if ((await get('api/catalog?q=' + encodeURIComponent(selector))).series > 0) {
          this.selectors = [selector];
          break;
        }
      } catch (e) {
        this.notices.notify(e.message);
      }
    }
    this.begin();
  }

  /** Writes the address; after a choice, TimeRange does. */
  write(isStep) {
    const parameters = new URLSearchParams();
    this.selectors.filter(selector => selector).forEach(selector => parameters.append('q', selector));
    this.range.put(parameters);
    if (this.isSplit) {
      parameters.set('split', '1');
    }
    if (this.earlier) {
      parameters.set('before', this.earlier.key);
    }
    this.forms.write(parameters);
    writeTop(this.top, parameters);
    if (this.shape !== 'Plot') {
      parameters.set('show', this.shape.toLowerCase());
    }
    return this.replace(parameters, isStep);
  }

  begin() {
    fill(this.chooser, new Choosers(this.selectors, count => count > 0 ? '+ Add metrics' : 'Choose metrics', () => this.change()).element);
    this.write(false);
    this.follow();
  }

  change() {
    this.range.write(false);
    this.follow();
  }

  /** Starts again, with another stream and the store's history. */
  follow() {
    this.pause(false);
    this.stop();
    const {millis, to} = this.range;
    this.all = new Lines(millis, {bins: Math.max(200, Math.min(900, this.graph.clientWidth || 900)), to, earlier: this.shownEarlier()});
    this.select();
    this.notices.clear();
    const drawing = pace(() => this.draw());
    const stop = follow([{selectors: this.selectors.filter(selector => selector), lines: this.all}], {
      to,
      every: Math.max(EVERY, Math.min(1000, Math.round(this.lines.grid.step / 4))),
      notify: this.notices.notify,
      changed: drawing.ask,
      restart: () => this.follow(),
    });
    this.draw();
    this.stop = () => {
      stop();
      drawing.end();
    };
  }

  /** Shows all lines, or the top of them. */
  select() {
    this.end = null;
    this.edition = -1;
    this.lines = this.shownTop() ? topOf(this.all, {...this.top, groupOf: unitOf}) : this.all;
    this.legend.reset();
    write(this.topNote, '');
    this.panel && this.layOut();
  }

  draw() {
    const isDue = !this.paused || this.end === null;
    if (isDue) {
      this.end = this.range.to ?? this.all.end();
      // Lines that the user chose in the legend stay, and so do those of a plot that the user drags in.
      this.lines.refresh?.(this.end, this.legend.shown === null && !this.axes.isDragged());
      write(this.topNote, this.lines.note?.() ?? '');
    }
    const {names, edition} = this.lines;
    if (this.edition !== edition) {
      this.edition = edition;
      this.count = names.length;
      this.rows();
    }
    return isDue ? this.paint() : true;
  }

  /** Draws the data up to the end of the shown time. */
  paint() {
    this.updateTime();
    if (this.panel) {
      return this.panel.draw(this.held ?? this.lines, this.end);
    }
    this.update();
    const isAll = this.axes.draw(this.lines, this.end, this.legend.shown, this.legend.lines);
    this.timelines.draw(this.held ?? this.lines, this.end);
    // Arrays in heat maps are texts, too.
    this.graphSection.hidden = !this.axes.isHeat() && this.count > 0 && this.lines.names.every((name, line) => this.lines.states.has(line));
    this.stateSection.hidden ||= this.axes.isHeat();
    // The buckets of histograms, of which a wall has no use.
    this.legendSection.hidden = isWall() && this.axes.isHeat();
    this.showTotals();
    return isAll;
  }

  /** Each stack shows its total at the cursor, or the last one. */
  showTotals() {
    this.axes.showTotals(this.hovered ?? this.lines.grid.at(this.end));
  }

  /** The table below the plot: one row for each line. */
  rows() {
    const {names} = this.lines;
    this.texts = labels(names);
    this.units = names.map(unitOf);
    this.forms.offer(names);
    this.arrange();
    this.legend.layOut(names, this.texts, this.selectors.some(one => one) ? this.lines.empty : '');
  }

  update() {
    const lines = this.held ?? this.lines;
    const {grid, now} = lines;
    const last = grid.at(this.end);
    this.legend.update({
      value: line => {
        const age = this.hovered === null ? lines.age(line, this.end) : '';
        const number = this.hovered !== null ? grid.value(line, this.hovered)
          : lines.names[line].before ? lines.lastEarlier(line, last) : now[line]?.value;
        return {number, text: this.text(line, number) + (age && ' · ' + age), isOld: age !== ''};
      },
      over: line => grid.over(line, last).map(number => ({number, text: this.text(line, number)})),
      isAtCursor: this.hovered !== null,
      meanMillis: lines.meanMillis,
    });
  }

  /** Saves what the plot shows. */
  async save(kind) {
    try {
      await saveAs(kind, this);
    } catch (e) {
      this.notices.notify(`Not saved as ${kind}: ${e.message}`);
    }
  }

  /** A value with its unit. */
  text(line, value) {
    return amount(value, value === undefined || value === null ? '' : this.units[line]).join(' ').trim();
  }

  updateTime() {
    write(this.at, this.hovered !== null ? 'At ' + clock(this.hovered * this.lines.grid.step) + (this.cell && ': ' + this.cell)
      : this.range.fixed ? this.range.fixed.map(full).join(' to ')
        : this.paused ? 'Paused at ' + clock(this.end) : '');
  }

  /** The time of a bin, and the line near the cursor with its value there, or the cell of a heat map. */
  tip(bin, line, total) {
    this.cell = this.axes.isHeat() ? total.replaceAll('\n', ', ') : '';
    this.updateTime();
    const value = line === null ? '' : '\n' + this.texts[line] + '  ' + this.text(line, this.lines.grid.value(line, bin));
    return this.lines ? second(bin * this.lines.grid.step) + value + (total && '\n' + total) : '';
  }

  /** Notes the bin below the cursor, or null. */
  hover(bin) {
    this.hovered = bin;
    this.cell = '';
    if (this.lines) {
      this.update();
      this.updateTime();
      this.showTotals();
    }
  }

  /** Shows the values of an earlier time, too; null for none. */
  compare(earlier) {
    this.earlier = earlier;
    this.change();
  }

  /** Shows only the series with the highest values; null for all. */
  setTop(top) {
    this.top = top;
    this.range.write(false);
    if (this.all) {
      this.pause(false);
      this.select();
      this.draw();
    }
  }

  /** The buckets of a histogram belong together. */
  shownTop() {
    return this.isHeatMap() ? null : this.top;
  }

  isHeatMap() {
    return SHAPES[this.shape] === null && this.forms.form === 'Heat map';
  }

  /** Tables, tiles, bars, stacks and heat maps have one value for each series. */
  shownEarlier() {
    return SHAPES[this.shape] || ONE_VALUE.includes(this.forms.form) ? null : this.earlier;
  }

  split(is) {
    this.isSplit = is;
    this.splitButton.setAttribute('aria-pressed', String(is));
    this.reform();
  }

  setShape(name) {
    this.shape = name;
    press(this.shapes, name);
    this.layOut();
    this.reform();
  }

  arrange() {
    this.axes.arrange({form: this.forms.form, isSplit: this.isSplit, tag: this.forms.tag()});
  }

  /** Draws in another form. */
  reform() {
    this.arrange();
    this.showFields();
    this.range.write(false);
    if (this.lines && this.lines.earlier !== this.shownEarlier()) {
      this.follow();
    } else if (this.lines && (this.lines !== this.all) !== (this.shownTop() !== null)) {
      this.select();
      this.draw();
    } else if (this.lines) {
      this.paint();
    }
  }

  /** Shows the fields that the current form has. */
  showFields() {
    const isPlot = SHAPES[this.shape] === null;
    this.forms.element.hidden = !isPlot;
    this.splitButton.hidden = !isPlot || this.forms.form !== 'Lines';
    this.topField.hidden = this.isHeatMap();
    this.earlierField.hidden = !isPlot || ONE_VALUE.includes(this.forms.form);
  }

  /** Builds the elements for the current shape. */
  layOut() {
    const kind = SHAPES[this.shape];
    this.hovered = null;
    this.panel?.close();
    this.panel = kind ? panel(this.board, {kind, unitOf}) : null;
    this.graphSection.hidden = this.legendSection.hidden = Boolean(kind);
    this.boardSection.hidden = !kind;
    this.showFields();
    this.stateSection.hidden = true;
    this.timelines.drawAgain();
  }

  pause(is) {
    this.paused = is;
    // Copies the current values, so that everything drawn while paused is of one moment.
    this.held = is && this.lines ? Object.create(this.lines, {now: {value: [...this.lines.now]}}) : null;
    this.pauseButton.textContent = is ? 'Resume' : 'Pause';
    this.pauseButton.setAttribute('aria-pressed', String(is));
    if (this.lines) {
      this.draw();
      this.updateTime();
    }
  }

  close() {
    this.stop();
    this.range.close();
    this.axes.close();
    this.panel?.close();
    this.legend.close();
    removeEventListener('keydown', this.keys);
  }
}
