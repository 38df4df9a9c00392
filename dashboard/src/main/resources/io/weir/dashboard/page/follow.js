// Fills lines with what the store has and what comes.

import {get, stream, toldNow} from './api.js';
import {idOf} from './lines.js';

/** What was on its way to the store when it was asked is there then; where the store is slow, there would be a hole before what is live. */
const SEAM_AFTER_MILLIS = 15_000;
const SEAM_MILLIS = 60_000;
/** A stream that is begun anew so soon has left no hole that is worth asking the store. */
const HOLE_MILLIS = 3_000;

/**
 * Fills lines until the returned function is called. They are never more than the server lets a page show: first those that the stream
 * follows, then others that the store has.
 *
 * @param wants [{selectors, lines}]; a selector that several want is followed once
 * @param to end of a past range in milliseconds; null follows what comes
 * @param say is told what is wrong, for people
 * @param came is called when there is something new
 * @param anew is called if all has to be followed anew, since the stream follows other lines than before
 */
export function follow(wants, {to = null, every, say, came, anew}) {
  if (wants.every(({selectors}) => selectors.length === 0)) {
    return () => {};
  }
  const following = new Following(wants, to, {say, came, anew});
  if (to === null) {
    following.stream(every);
  } else {
    following.askStore();
  }
  return () => following.end();
}

class Following {
  constructor(wants, to, {say, came, anew}) {
    Object.assign(this, {wants, to, say, came, anew});
    this.selectors = [...new Set(wants.flatMap(want => want.selectors))];
    this.takers = this.selectors.map(selector => wants.filter(want => want.selectors.includes(selector)).map(want => want.lines));
    this.abort = new AbortController();
    this.shown = new Set();
    /** The server says how many lines a page shows. */
    this.most = Infinity;
    this.isAsked = false;
    this.stop = () => {};
  }

  end() {
    this.abort.abort();
    clearTimeout(this.seam);
    this.stop();
  }

  /** Follows what comes. The store is asked when the stream has told what it follows, so that it tells of the same lines. */
  stream(every) {
    let map = [];
    let isFirst = true;
    let cameMillis = Date.now();
    let isHole = false;
    this.stop = stream('api/live?every=' + every + this.selectors.map(q => '&q=' + encodeURIComponent(q)).join(''), {
      begin: () => {
        map = [];
        isFirst = true;
        // It was broken, or nobody looked.
        isHole = Date.now() - cameMillis > HOLE_MILLIS;
      },
      refused: text => {
        this.say(text);
        this.setLive([]);
        this.isAsked || this.askStore();
      },
      lines: more => {
        more.forEach(told => {
          this.shown.add(this.selectors[told.q] + idOf(told));
          map[told.line] = this.takers[told.q].map(lines => [lines, lines.line(told)]);
          map[told.line].forEach(([lines, line]) => lines.live?.add(line));
        });
        this.bound();
      },
      values: values => {
        values.forEach(([at, millis, value]) => map[at].forEach(([lines, line]) => lines.put(line, millis, value, !isFirst)));
        isFirst = false;
        cameMillis = Date.now();
        this.came();
      },
      capped: ({most}) => {
        this.most = most;
        this.sayMore();
      },
      // All lines that there are have been told.
      ready: ({stream, most}) => {
        this.id = stream;
        this.most = most;
        this.setLive(map.flat());
        if (isHole || !this.isAsked) {
          this.askStore();
        }
      },
    });
  }

  /** From now on these are the lines that are followed, and no others. */
  setLive(followed) {
    this.wants.forEach(({lines}) => lines.live = new Set());
    followed.forEach(([lines, line]) => lines.live.add(line));
    this.bound();
  }

  /** A stream that was begun anew may follow others than before, and lines that the store knew may have made room. */
  bound() {
    if (this.shown.size > this.most) {
      this.anew();
    } else {
      this.came();
    }
  }

  sayMore() {
    this.say(`More than ${this.most} series: ${this.most} are shown. Name more tags.`);
  }

  /** Asks the store, and once more for what was on its way to it. */
  askStore() {
    this.isAsked = true;
    this.ask(false);
    clearTimeout(this.seam);
    this.seam = this.to === null && setTimeout(() => this.ask(true), SEAM_AFTER_MILLIS);
  }

  async ask(isSeam) {
    const end = this.to ?? await toldNow();
    const answers = new Map();
    let isWhole = true;
    for (const {selectors, lines} of this.wants) {
      const from = end - (isSeam ? Math.min(lines.span, SEAM_MILLIS) : lines.span);
      for (const selector of isWhole ? selectors : []) {
        const path = 'api/history?q=' + encodeURIComponent(selector) + '&from=' + Math.round(from) + '&to=' + Math.round(end)
          + '&points=' + lines.grid.bins + (isSeam ? '' : '&last=1') + (this.id ? '&stream=' + this.id : '');
        try {
          if (!answers.has(path)) {
            answers.set(path, await get(path, this.abort.signal));
          }
          this.take(selector, lines, answers.get(path));
        } catch (e) {
          if (this.abort.signal.aborted) {
            return;
          }
          this.say(e.status === 400 ? e.message : 'No history: ' + e.message);
          isWhole = e.status !== 502 && e.status !== 404;
        }
      }
      this.came();
    }
    this.wants.forEach(({lines}) => lines.answered(isWhole));
    this.came();
  }

  take(selector, lines, {series, last, stepMillis, most, more, capped}) {
    this.most = Math.min(this.most, most);
    const all = series.length + last.length;
    const points = series.filter(one => this.hasRoom(selector, one));
    const values = last.filter(one => this.hasRoom(selector, one));
    points.forEach(one => lines.past(one));
    lines.meanMillis = Math.max(lines.meanMillis, points.length > 0 ? stepMillis : 0);
    values.forEach(one => lines.last(one));
    if (more || points.length + values.length < all) {
      this.sayMore();
    } else if (capped) {
      this.say('The history is not complete: it has more than is asked for. Name more tags.');
    }
  }

  /** Whether a series that the store has can be shown. */
  hasRoom(selector, series) {
    const id = selector + idOf(series);
    if (!this.shown.has(id) && this.shown.size >= this.most) {
      return false;
    }
    this.shown.add(id);
    return true;
  }
}
