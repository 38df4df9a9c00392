// The field that an alarm's rule evaluates, over the last minutes, with the limits and the current
// value.

import {amount, el, fill, isWall, notices, write} from '../dom.js';
import {get} from '../api.js';
import {follow} from '../follow.js';
import {Lines} from '../lines.js';
import {pace} from '../pace.js';
import {Plot} from '../plot.js';
import {spell} from '../selectors.js';
import {badge} from './badge.js';

const SPAN = 15 * 60_000;
const EVERY = 500;
const HEIGHT = 140;
/** The part of a limit that the scale leaves beyond it. */
const ROOM = 0.05;
/** The cursor may pass over many alarms. */
const REST_MILLIS = 150;
const VARIABLES = {MINOR: '--warn', MAJOR: '--bad', INVALID: '--s6'};

export class Trend {
  /** @param id of the alarm; its trend is shown in `element` until close() */
  constructor(id) {
    this.id = id;
    this.element = el('div', {class: 'trend'});
    this.abort = new AbortController();
    this.stop = () => {};
    /** The place of the rule, series and limits, as the API answers. */
    this.answer = new Promise(done => setTimeout(done, REST_MILLIS))
      .then(() => get('api/alarms/series?alarm=' + encodeURIComponent(id), this.abort.signal));
    this.answer.then(answer => this.begin(answer), () => {});
  }

  begin({series, limits, computed}) {
    // A wall shows no trend, and a browser has only six connections.
    if (this.abort.signal.aborted || series.length === 0 || isWall()) {
      return;
    }
    this.value = el('b', {}, '–');
    this.notices = notices();
    this.graph = el('div', {class: 'plot'});
    this.selectors = series.map(spell);
    fill(this.element,
      el('p', {}, computed ? 'Current value before the rule computes ' : 'Current value ', this.value, ' ',
        el('a', {href: '#/metrics?' + this.selectors.map(q => 'q=' + encodeURIComponent(q)).join('&')}, 'Open in Metrics')),
      this.graph,
      limits.length ? el('p', {class: 'note'}, limits.length === 1 ? 'Limit: ' : 'Limits: ', limits.map(({severity, value}) => [badge(severity), ` ${value} `]).flat()) : null,
      this.notices.element);
    this.options = {label: 'Plot: values of the last 15 minutes', height: HEIGHT, ...scale(limits.map(limit => limit.value)), marks: limits.map(({severity, value}) => ({value, variable: VARIABLES[severity]}))};
    this.follow();
  }

  follow() {
    this.stop();
    fill(this.graph);
    const plot = new Plot(this.graph, this.options);
    const lines = new Lines(SPAN, {bins: 300});
    const drawing = pace(() => {
      const end = lines.end();
      this.write(lines, end);
      return plot.draw(lines.grid, lines.names.length, end);
    });
    const end = follow([{selectors: this.selectors, lines}], {every: EVERY, notify: this.notices.notify, changed: drawing.ask, restart: () => this.follow()});
    this.stop = () => {
      end();
      drawing.end();
      plot.close();
    };
  }

  write(lines, end) {
    const {value} = lines.now[0] ?? {};
    const age = lines.age(0, end);
    write(this.value, value === undefined ? '–' : amount(value).join(' ').trim() + (age && ' · ' + age));
    this.value.className = age ? 'old' : '';
  }

  close() {
    this.abort.abort();
    this.stop();
  }
}

/** A scale that contains the limits. */
function scale(limits) {
  if (limits.length === 0) {
    return {};
  }
  const [low, high] = [Math.min(...limits), Math.max(...limits)];
  return {min: low - ROOM * Math.abs(low), max: high + ROOM * Math.abs(high)};
}
