// Metrics, chosen by measurement, field and tags; several overlaid; live, or of a past range.

import {clock, el, fill, short, write} from '../dom.js';
import {get} from '../api.js';
import {Chooser} from '../chooser.js';
import {Lines, follow} from '../lines.js';
import {panel, swatch} from '../panels.js';
import {Plot} from '../plot.js';
import {labels, title} from '../selectors.js';
import {SPANS, buttons, press} from '../spans.js';

const FIRST = ['cpu,cpu=cpu-total usage_active', 'cpu', '*'];
const SHAPES = {Plot: null, Table: 'table', Tiles: 'tile'};
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
    this.replace = replace;
    this.selectors = parameters.getAll('q');
    this.span = Object.hasOwn(SPANS, parameters.get('span')) ? parameters.get('span') : '5m';
    this.fixed = parameters.has('from') ? [Number(parameters.get('from')), Number(parameters.get('to'))] : null;
    this.shape = Object.keys(SHAPES).find(name => name.toLowerCase() === parameters.get('show')) ?? 'Plot';
    this.paused = false;
    this.stop = () => {};
    this.chooser = el('div');
    this.spans = buttons('Span', Object.keys(SPANS), this.fixed ? null : this.span, name => this.setSpan(name));
    this.shapes = buttons('Shown as', Object.keys(SHAPES), this.shape, name => this.setShape(name));
    this.pauseButton = el('button', {type: 'button', onclick: () => this.pause(!this.paused), title: 'Space'}, 'Pause');
    this.note = el('span', {class: 'note', role: 'status'});
    this.graph = el('div', {class: 'plot'});
    this.at = el('span', {class: 'note'});
    this.legend = el('tbody');
    this.board = el('div');
    fill(root,
      el('section', {class: 'wide'}, this.chooser),
      el('div', {class: 'bar'}, this.spans, this.shapes, this.pauseButton,
        el('button', {type: 'button', onclick: () => this.live()}, 'Live'), this.at, el('span', {class: 'grow'}), this.note),
      this.graphSection = el('section', {class: 'wide'}, this.graph),
      this.legendSection = el('section', {class: 'wide'}, el('div', {class: 'scroll'}, el('table', {class: 'legend'}, this.legend))),
      this.boardSection = el('section', {class: 'wide'}, this.board));
    this.plot = new Plot(this.graph, {
      height: Math.max(260, Math.min(560, innerHeight - 420)),
      select: (from, to) => this.zoom(from, to),
      hover: index => this.hover(index),
    });
    this.layOut();
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
    if (this.shape !== 'Plot') {
      parameters.set('show', this.shape.toLowerCase());
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
    const span = this.fixed ? Math.max(1000, this.fixed[1] - this.fixed[0]) : SPANS[this.span];
    this.lines = new Lines(span, {bins: Math.max(200, Math.min(900, this.graph.clientWidth || 900))});
    this.end = null;
    this.count = -1;
    this.say('');
    const stop = follow([{selectors: this.selectors.filter(selector => selector), lines: this.lines}], {
      to: this.fixed ? this.fixed[1] : null,
      every: Math.max(100, Math.min(1000, Math.round(this.lines.grid.step / 2))),
      say: text => this.say(text),
      drawn: () => this.draw(),
    });
    const timer = setInterval(() => this.draw(), DRAW_EVERY);
    this.draw();
    this.stop = () => {
      stop();
      clearInterval(timer);
    };
  }

  draw() {
    const {names, grid} = this.lines;
    if (this.count !== names.length) {
      this.count = names.length;
      this.rows();
    }
    if (this.paused && this.end !== null) {
      return;
    }
    this.end = this.fixed ? this.fixed[1] : this.lines.end();
    if (this.panel) {
      this.panel.draw(this.lines, this.end);
      this.tellTime();
      return;
    }
    if (names.length > 0) {
      this.data = grid.until(this.end, names.length);
      this.plot.show(this.data);
    }
    this.tell();
  }

  /** The table under the plot: one row for each line. */
  rows() {
    const {names} = this.lines;
    const texts = labels(names);
    this.plot.lines(texts);
    this.cells = names.map(() => el('td', {class: 'number'}));
    fill(this.legend, texts.map((text, i) => el('tr', {onmouseenter: () => this.plot.focus(i), onmouseleave: () => this.plot.focus(null), title: title(names[i])},
      el('td', {}, swatch(i), text), this.cells[i])));
    if (names.length === 0 && this.selectors.some(one => one)) {
      fill(this.legend, el('tr', {}, el('td', {class: 'note'}, 'Nothing of that came yet.')));
    }
  }

  tell() {
    const index = this.hovered ?? null;
    this.cells.forEach((cell, i) => write(cell, short(index === null ? this.lines.now[i]?.value : this.data?.[i + 1]?.[index])));
    this.tellTime();
  }

  tellTime() {
    const index = this.panel ? null : this.hovered ?? null;
    fill(this.at, index === null ? (this.fixed ? new Date(this.fixed[0]).toLocaleString() + ' to ' + new Date(this.fixed[1]).toLocaleString()
      : this.paused ? 'paused at ' + clock(this.end) : '') : 'at ' + clock(this.data[0][index] * 1000));
  }

  hover(index) {
    this.hovered = index;
    if (this.data) {
      this.tell();
    }
  }

  zoom(from, to) {
    this.fixed = [from, to];
    press(this.spans, null);
    this.follow();
  }

  setShape(name) {
    this.shape = name;
    press(this.shapes, name);
    this.layOut();
    this.write();
    this.panel?.draw(this.lines, this.end ?? this.lines.end());
    this.draw();
  }

  /** What is to be seen of this shape. */
  layOut() {
    const kind = SHAPES[this.shape];
    this.panel = kind ? panel(this.board, {kind}) : null;
    this.graphSection.hidden = this.legendSection.hidden = Boolean(kind);
    this.boardSection.hidden = !kind;
  }

  setSpan(name) {
    this.span = name;
    this.live();
  }

  live() {
    this.fixed = null;
    press(this.spans, this.span);
    this.pause(false);
    this.follow();
  }

  pause(is) {
    this.paused = is;
    this.pauseButton.textContent = is ? 'Go on' : 'Pause';
    this.pauseButton.setAttribute('aria-pressed', String(is));
    this.tellTime();
  }

  close() {
    this.stop();
    this.plot.close();
    removeEventListener('keydown', this.keys);
  }
}
