// The series that selectors take: how they are called, what they came to over a span of time, and now.

import {get, now, stream, toldNow} from './api.js';
import {Grid} from './grid.js';

/** By so many of the latest values it is known how far the clocks of those who send are from that of this browser. */
const CLOCKS = 64;
/** What was on its way to the store when it was asked is there then; where the store is slow, there would be a hole before what is live. */
const SEAM_AFTER_MILLIS = 15_000;
const SEAM_MILLIS = 60_000;
/** A stream that is begun anew so soon has left no hole that is worth asking the store. */
const HOLE_MILLIS = 3_000;

export class Lines {
  /** The span is in milliseconds; of counters (rate) the growth in a second is kept. */
  constructor(span, {bins = 600, rate = false} = {}) {
    this.span = span;
    this.grid = new Grid(span, bins);
    this.rate = rate;
    this.names = [];
    this.now = [];
    this.ids = new Map();
    this.before = [];
    this.ahead = [];
    this.told = 0;
  }

  /** The number of a line, be it told of by the stream or by the store. */
  line({measurement, tags, field}) {
    const id = JSON.stringify([measurement, field, Object.entries(tags).sort()]);
    if (!this.ids.has(id)) {
      this.ids.set(id, this.names.length);
      // A tag may be called like something that every object has.
      this.names.push({measurement, tags: Object.assign(Object.create(null), tags), field});
    }
    return this.ids.get(id);
  }

  /** A value; it may be a text. What has just come, as opposed to what was known before this page was opened, tells what time it is. */
  put(line, millis, value, hasJustCome) {
    if (hasJustCome) {
      this.ahead[this.told++ % CLOCKS] = millis - now();
    }
    const shown = this.rate ? growth(this.before, line, millis, value) : value;
    if (shown === null) {
      return;
    }
    this.now[line] = {millis, value: shown};
    if (typeof shown === 'number') {
      this.grid.put(line, millis, shown);
    }
  }

  /** What the store has of a series. */
  past(series) {
    const line = this.line(series);
    const before = [];
    for (const [millis, mean] of series.points) {
      const shown = this.rate ? growth(before, line, millis, mean) : mean;
      if (shown !== null) {
        this.grid.past(line, millis, shown);
        if (!(this.now[line]?.millis > millis)) {
          this.now[line] = {millis, value: shown};
        }
      }
    }
  }

  /** True if the last that a line told is from before the span that ends then. */
  isOld(line, end) {
    return this.now[line] !== undefined && end - this.now[line].millis > this.span;
  }

  /** Where the time axis ends: now, by the clocks of most of those who send. */
  end() {
    const sorted = [...this.ahead].sort((one, other) => one - other);
    return now() + (sorted.length === 0 ? 0 : sorted[Math.floor(sorted.length * 0.9)] + this.grid.step);
  }
}

/** By how much a counter grew in a second, null if that is not known: it may have begun anew. */
function growth(before, line, millis, value) {
  const was = before[line];
  if (typeof value !== 'number' || was && millis <= was.millis) {
    return null;
  }
  before[line] = {millis, value};
  return was && value >= was.value ? (value - was.value) * 1000 / (millis - was.millis) : null;
}

/**
 * Fills lines with what the store has and what comes, until the returned function is called.
 *
 * @param wants [{selectors, lines}]; a selector that several want is followed once
 * @param to end of a past range in milliseconds; null follows what comes
 * @param say is told what is wrong, for people
 * @param came is called when there is something new
 */
export function follow(wants, {to = null, every, say, came}) {
  const selectors = [...new Set(wants.flatMap(want => want.selectors))];
  const takers = selectors.map(selector => wants.filter(want => want.selectors.includes(selector)).map(want => want.lines));
  if (selectors.length === 0) {
    return () => {};
  }
  const abort = new AbortController();
  let seam;
  function askStore() {
    history(wants, to, Infinity, {say, came, signal: abort.signal});
    clearTimeout(seam);
    seam = to === null && setTimeout(() => history(wants, to, SEAM_MILLIS, {say, came, signal: abort.signal}), SEAM_AFTER_MILLIS);
  }
  askStore();
  let map = [];
  let isFirst = true;
  let cameMillis = Date.now();
  const stop = to !== null ? () => {} : stream('api/live?every=' + every + selectors.map(q => '&q=' + encodeURIComponent(q)).join(''), {
    begin: () => {
      map = [];
      isFirst = true;
      // It was broken, or nobody looked.
      if (Date.now() - cameMillis > HOLE_MILLIS) {
        askStore();
      }
    },
    refused: say,
    lines: more => {
      more.forEach(told => {
        map[told.line] = takers[told.q].map(lines => [lines, lines.line(told)]);
      });
      came();
    },
    values: values => {
      values.forEach(([at, millis, value]) => map[at].forEach(([lines, line]) => lines.put(line, millis, value, !isFirst)));
      isFirst = false;
      cameMillis = Date.now();
      came();
    },
    capped: ({most}) => say('More than ' + most + ' series: only the first are shown. Name more tags.'),
  });
  return () => {
    abort.abort();
    clearTimeout(seam);
    stop();
  };
}

/** Asks the store for the end of what is shown, as long as that or a span in milliseconds. */
async function history(wants, end, most, {say, came, signal}) {
  const asked = new Map();
  const to = end ?? await toldNow();
  for (const {selectors, lines} of wants) {
    for (const selector of selectors) {
      const path = 'api/history?q=' + encodeURIComponent(selector) + '&from=' + Math.round(to - Math.min(lines.span, most)) + '&to=' + Math.round(to) + '&points=' + lines.grid.bins;
      try {
        if (!asked.has(path)) {
          asked.set(path, await get(path, signal));
        }
        const past = asked.get(path);
        past.series.forEach(series => lines.past(series));
        if (past.capped) {
          say('More series than can be shown: only the first are. Name more tags.');
        }
      } catch (e) {
        if (signal.aborted) {
          return;
        }
        say(e.status === 400 ? e.message : 'No history: ' + e.message);
        if (e.status === 502 || e.status === 404) {
          return;
        }
      }
    }
    came();
  }
}
