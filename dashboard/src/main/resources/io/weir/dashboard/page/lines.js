// The series that selectors match: their names, their values over a time span, and their current
// values.

import {Ages} from './ages.js';
import {now} from './api.js';
import {Arrays} from './arrays.js';
import {ago} from './dom.js';
import {Grid} from './grid.js';
import {States} from './states.js';
import {full} from './times.js';

/**
 * Number of latest values from which the difference between the senders' clocks and this browser's
 * is computed.
 */
const CLOCKS = 64;
/** Limit of letters of an array that is shown as a text. */
const LONGEST_ARRAY = 200;
/** How far an earlier time that follows live values may be behind them, in milliseconds. */
const BEHIND = 30_000;

export class Lines {
  /**
   * @param span in milliseconds; it ends at `to`, if given. With `rate`, values are counters, and
   *     their growth per second is kept. With `earlier` (earlier.js), the lines of that time are
   *     added to those of the span.
   */
  constructor(span, {bins = 600, rate = false, to = null, earlier = null} = {}) {
    this.span = span;
    this.to = to;
    this.earlier = earlier;
    this.grid = new Grid(span, bins);
    this.states = new States();
    this.arrays = new Arrays(this.grid);
    this.ages = new Ages();
    this.rate = rate;
    this.names = [];
    this.now = [];
    this.ids = new Map();
    this.before = [];
    this.ahead = [];
    this.clockSamples = 0;
    /** The lines that the stream follows; null while unknown or without a stream. */
    this.live = null;
    /** Explains an empty set of lines. */
    this.empty = 'Loading …';
    /** The longest window of the store's means. */
    this.meanMillis = 0;
    /** Increases with every change of names, or of `empty` while there are no lines. */
    this.edition = 0;
  }

  /** The number of a line from the stream or the store. `before` says how much earlier its values are. */
  line(series) {
    const id = idOf(series);
    if (!this.ids.has(id)) {
      this.ids.set(id, this.names.length);
      // A tag may have the name of a property of every object.
      this.names.push({measurement: series.measurement, tags: Object.assign(Object.create(null), series.tags), field: series.field, before: series.before ?? ''});
      this.edition++;
    }
    return this.ids.get(id);
  }

  /** Stream and store were queried; the store may not have answered. */
  answered(isWhole) {
    this.empty = isWhole ? 'No data in this range' : 'No live data, and no history available';
    this.edition += this.names.length === 0 ? 1 : 0;
  }

  /**
   * Adds a value, which may be a text. Only new values, as opposed to those from before the page
   * was opened, adjust the clock.
   */
  put(line, millis, value, hasJustCome) {
    if (hasJustCome) {
      this.ahead[this.clockSamples++ % CLOCKS] = millis - now();
    }
    this.ages.put(line, millis);
    const shown = this.rate ? growth(this.before, line, millis, value) : value;
    if (shown === null) {
      return;
    }
    this.now[line] = {millis, value: shortened(shown)};
    if (typeof shown === 'number') {
      this.grid.put(line, millis, shown);
    } else {
      this.states.put(line, millis, shortened(shown));
      this.arrays.put(line, millis, shown);
    }
  }

  /** Adds the store's changes of a text. */
  addTexts(series) {
    const line = this.line(series);
    series.points.forEach(([millis, text]) => {
      this.states.put(line, millis, shortened(text));
      this.arrays.put(line, millis, text, true);
      this.know(line, millis, shortened(text));
    });
  }

  /**
   * Adds the store's means of a series. They are not last values, except for counters: there the
   * growth between means is one.
   */
  addHistory(series) {
    const line = this.line(series);
    const before = [];
    for (const [millis, mean] of series.points) {
      const shown = this.rate ? growth(before, line, millis, mean) : mean;
      if (shown !== null) {
        this.grid.addHistory(line, millis, shown);
        if (this.rate) {
          this.know(line, millis, shown);
        }
      }
    }
  }

  /** Adds the store's means of an earlier time, at the times to compare with. */
  addEarlier(series) {
    const line = this.line(series);
    series.points.forEach(([millis, mean]) => this.grid.replace(line, millis + this.earlier.millis, mean));
  }

  /** The last value of an earlier time up to a bin, a little behind live values; null if the series was silent then. */
  lastEarlier(line, last) {
    const at = this.grid.rings[line]?.last ?? last;
    const isBehind = this.to === null && at < last && (last - at) * this.grid.step < BEHIND;
    return this.grid.value(line, isBehind ? at : last);
  }

  /** Adds the store's last value of a series. */
  addLast(series) {
    const line = this.line(series);
    this.ages.setStorePeriod(line, series.periodMillis);
    if (!this.rate) {
      this.know(line, series.millis, series.value);
    } else if (this.now[line]?.millis < series.millis) {
      // The last growth lasts until the last value; the time of a mean is its start.
      this.now[line].millis = series.millis;
    }
  }

  know(line, millis, value) {
    if (!(this.now[line]?.millis >= millis)) {
      this.now[line] = {millis, value};
    }
  }

  /**
   * The age of a line's value if it is old for its series or not followed; otherwise an empty text.
   */
  age(line, end) {
    if (!this.now[line]) {
      return '';
    }
    const {millis} = this.now[line];
    const isFollowed = this.live === null || this.live.has(line);
    const time = this.present(end);
    if (isFollowed && !this.ages.isOld(line, time - millis)) {
      return '';
    }
    return this.to === null ? ago(millis, time) + (isFollowed ? '' : ', not live') : 'at ' + full(millis);
  }

  /** The time at which values are shown: the time axis of live values ends one bin after now. */
  present(end) {
    return this.to === null && this.clockSamples > 0 ? end - this.grid.step : end;
  }

  /** The end of the time axis: now, by the clocks of most senders. */
  end() {
    const sorted = [...this.ahead].sort((one, other) => one - other);
    return now() + (sorted.length === 0 ? 0 : sorted[Math.floor(sorted.length * 0.9)] + this.grid.step);
  }
}

/** An array may be long; the other texts of the stream are not. */
function shortened(value) {
  return typeof value === 'string' && value.startsWith('[') && value.length > LONGEST_ARRAY ? value.slice(0, LONGEST_ARRAY) + '…' : value;
}

/** Identifies a series and field. */
export function idOf({measurement, tags, field, before = ''}) {
  return JSON.stringify([measurement, field, Object.entries(tags).sort(), before]);
}

/** The growth of a counter per second; null if unknown, for example after a restart. */
function growth(before, line, millis, value) {
  const was = before[line];
  if (typeof value !== 'number' || was && millis <= was.millis) {
    return null;
  }
  before[line] = {millis, value};
  return was && value >= was.value ? (value - was.value) * 1000 / (millis - was.millis) : null;
}
