// The field that an alarm's rule evaluates, over the last minutes, with the limits, the current value,
// the moments of the alarm, and the same field of other hosts.

import {amount, el, fill, isWall, notices, write} from '../dom.js';
import {get} from '../api.js';
import {follow} from '../follow.js';
import {namesOfHosts} from '../hosts.js';
import {Lines} from '../lines.js';
import {pace} from '../pace.js';
import {Plot} from '../plot.js';
import {spell} from '../selectors.js';
import {second} from '../times.js';
import {badge} from './badge.js';
import {momentsOf} from './moments.js';

const SPAN = 15 * 60_000;
const EVERY = 500;
const HEIGHT = 140;
/** Limit of moments that are listed, the latest ones. */
const MOST_MOMENTS = 6;
/** The part of a limit that the scale leaves beyond it. */
const ROOM = 0.05;
/** Limit of selectors of a stream. */
const MOST_SELECTORS = 50;
/** The cursor may pass over many alarms. */
const REST_MILLIS = 150;
const VARIABLES = {MINOR: '--warn', MAJOR: '--bad', INVALID: '--s6'};

export class Trend {
  /** @param id of the alarm; its trend is shown in `element` until close() */
  constructor(id) {
    this.id = id;
    this.element = el('div', {class: 'trend'});
    this.abort = new AbortController();
    this.moments = [];
    this.listed = el('p', {class: 'note moments'});
    this.peers = el('p', {class: 'note'});
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
    this.series = series;
    this.selectors = series.map(spell);
    /** Whether the other hosts are left out: the series of the alarm are shown in any case. */
    this.isAlone = 2 * series.length > MOST_SELECTORS;
    fill(this.element,
      el('p', {}, computed ? 'Current value before the rule computes ' : 'Current value ', this.value, ' ',
        el('a', {href: '#/metrics?' + this.selectors.map(q => 'q=' + encodeURIComponent(q)).join('&')}, 'Open in Metrics')),
      this.graph,
      this.listed,
      this.peers,
      limits.length ? el('p', {class: 'note'}, limits.length === 1 ? 'Limit: ' : 'Limits: ', limits.map(({severity, value}) => [badge(severity), ` ${value} `]).flat()) : null,
      this.notices.element);
    this.options = {label: 'Plot: values of the last 15 minutes', height: HEIGHT, ...scale(limits.map(limit => limit.value)), marks: limits.map(({severity, value}) => ({value, variable: VARIABLES[severity]})), moments: () => this.moments};
    this.follow();
  }

  follow() {
    this.stop();
    fill(this.graph);
    const plot = this.plot = new Plot(this.graph, this.options);
    const lines = new Lines(SPAN, {bins: 300});
    const drawing = pace(() => {
      const end = lines.end();
      const own = lines.names.findIndex(name => this.isOwn(name));
      this.write(lines, own, end);
      // The lines that are not highlighted are faint.
      plot.focus(own >= 0 && lines.names.length > 1 ? own : null);
      return plot.draw(lines.grid, lines.names.length, end);
    });
    const selectors = [...new Set([...this.selectors, ...(this.isAlone ? [] : this.series.flatMap(peersOf))])];
    const end = follow([{selectors, lines}], {every: EVERY, notify: this.notices.notify, changed: drawing.ask, restart: () => this.follow(), capped: this.isAlone ? null : () => this.leaveOthers()});
    this.stop = () => {
      end();
      drawing.end();
      plot.close();
      this.plot = null;
    };
  }

  /** The limit of lines might leave out those of the alarm. */
  leaveOthers() {
    this.isAlone = true;
    this.follow();
  }

  /** Whether a line is one that the rule evaluates for this alarm, and not that of a peer. */
  isOwn({tags}) {
    return this.series.some(one => Object.entries(one.tags).every(([key, value]) => tags[key] === value));
  }

  /** Marks when the alarm was raised, acknowledged and cleared, from its events, the latest first. */
  mark(events) {
    this.moments = momentsOf(events);
    fill(this.listed, this.moments.slice(0, MOST_MOMENTS).reverse().map(({sign, kind, millis, user}, i) =>
      `${i > 0 ? ' · ' : ''}${sign} ${kind} ${second(millis)}${user ? ' by ' + user : ''}`).join(''));
    this.plot?.again();
  }

  write(lines, own, end) {
    const {value} = lines.now[own] ?? {};
    const age = own < 0 ? '' : lines.age(own, end);
    const peers = lines.names.filter(name => !this.isOwn(name)).length;
    write(this.peers, peers === 0 ? '' : peers === 1 ? 'Faint: the same of one other host' : `Faint: the same of ${peers} other hosts`);
    write(this.value, value === undefined ? '–' : amount(value).join(' ').trim() + (age && ' · ' + age));
    this.value.className = age ? 'old' : '';
  }

  close() {
    this.abort.abort();
    this.stop();
  }
}

/** The selector of the same series of all hosts; none if the series has no host. */
function peersOf({measurement, tags, field}) {
  const host = namesOfHosts().find(name => Object.hasOwn(tags, name));
  return host === undefined ? [] : [spell({measurement, tags: {...tags, [host]: '*'}, field})];
}

/** A scale that contains the limits. */
function scale(limits) {
  if (limits.length === 0) {
    return {};
  }
  const [low, high] = [Math.min(...limits), Math.max(...limits)];
  return {min: low - ROOM * Math.abs(low), max: high + ROOM * Math.abs(high)};
}
