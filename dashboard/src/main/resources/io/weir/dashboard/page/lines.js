// The series that selectors take: how they are called, what they came to over a span of time, and now.

import {Ages} from './ages.js';
import {now} from './api.js';
import {ago} from './dom.js';
import {Grid} from './grid.js';

/** By so many of the latest values it is known how far the clocks of those who send are from that of this browser. */
const CLOCKS = 64;

export class Lines {
  /** The span is in milliseconds, and ends at a time if that is fixed; of counters (rate) the growth in a second is kept. */
  constructor(span, {bins = 600, rate = false, to = null} = {}) {
    this.span = span;
    this.to = to;
    this.grid = new Grid(span, bins);
    this.ages = new Ages();
    this.rate = rate;
    this.names = [];
    this.now = [];
    this.ids = new Map();
    this.before = [];
    this.ahead = [];
    this.told = 0;
    /** The lines that the stream follows; null while that is not known, or where nothing is followed. */
    this.live = null;
    /** Why there are no lines, if there are none. */
    this.empty = 'asking …';
    /** What the store has told are means over so long, at most. */
    this.meanMillis = 0;
    /** Counts up with every change of names and of what is said where there are none. */
    this.edition = 0;
  }

  /** The number of a line, be it told of by the stream or by the store. */
  line(series) {
    const id = idOf(series);
    if (!this.ids.has(id)) {
      this.ids.set(id, this.names.length);
      // A tag may be called like something that every object has.
      this.names.push({measurement: series.measurement, tags: Object.assign(Object.create(null), series.tags), field: series.field});
      this.edition++;
    }
    return this.ids.get(id);
  }

  /** Stream and store have been asked; the store may not have answered. */
  answered(isWhole) {
    this.empty = isWhole ? 'No data in this range' : 'No live data, and the history is not known';
    this.edition += this.names.length === 0 ? 1 : 0;
  }

  /** A value; it may be a text. What has just come, as opposed to what was known before this page was opened, tells what time it is. */
  put(line, millis, value, hasJustCome) {
    if (hasJustCome) {
      this.ahead[this.told++ % CLOCKS] = millis - now();
    }
    this.ages.put(line, millis);
    const shown = this.rate ? growth(this.before, line, millis, value) : value;
    if (shown === null) {
      return;
    }
    this.now[line] = {millis, value: shown};
    if (typeof shown === 'number') {
      this.grid.put(line, millis, shown);
    }
  }

  /** The means that the store has of a series. They are no last values; only of a counter the growth from one to the next is. */
  past(series) {
    const line = this.line(series);
    const before = [];
    for (const [millis, mean] of series.points) {
      const shown = this.rate ? growth(before, line, millis, mean) : mean;
      if (shown !== null) {
        this.grid.past(line, millis, shown);
        if (this.rate) {
          this.know(line, millis, shown);
        }
      }
    }
  }

  /** The last value that the store has of a series. */
  last(series) {
    const line = this.line(series);
    this.ages.tell(line, series.periodMillis);
    if (!this.rate) {
      this.know(line, series.millis, series.value);
    } else if (this.now[line]?.millis < series.millis) {
      // The last growth goes up to the last value; a mean has the time at which it began.
      this.now[line].millis = series.millis;
    }
  }

  know(line, millis, value) {
    if (!(this.now[line]?.millis >= millis)) {
      this.now[line] = {millis, value};
    }
  }

  /** How old the value of a line is, if it is old for its series or not followed; otherwise an empty text. */
  age(line, end) {
    if (!this.now[line]) {
      return '';
    }
    const {millis} = this.now[line];
    const isFollowed = this.live === null || this.live.has(line);
    // The axis of what is followed ends a bin after now.
    const time = this.to === null && this.told > 0 ? end - this.grid.step : end;
    if (isFollowed && !this.ages.isOld(line, time - millis)) {
      return '';
    }
    return this.to === null ? ago(millis, time) + (isFollowed ? '' : ', not live') : 'at ' + new Date(millis).toLocaleString();
  }

  /** Where the time axis ends: now, by the clocks of most of those who send. */
  end() {
    const sorted = [...this.ahead].sort((one, other) => one - other);
    return now() + (sorted.length === 0 ? 0 : sorted[Math.floor(sorted.length * 0.9)] + this.grid.step);
  }
}

/** What tells a series from all others. */
export function idOf({measurement, tags, field}) {
  return JSON.stringify([measurement, field, Object.entries(tags).sort()]);
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
