// Determines when the last value of a series is shown as old, from the usual interval of its
// values.

import {SILENT_AFTER, UNKNOWN_MILLIS} from './grid.js';

/**
 * The period of a series is the median of up to MOST last intervals. With fewer than LEAST
 * intervals, the store's period is used.
 */
const MOST = 8;
const LEAST = 3;
/** Allows for the transport of a value and for different clocks. */
const ON_ITS_WAY_MILLIS = 10_000;

export class Ages {
  constructor() {
    this.last = [];
    this.intervals = [];
    this.storePeriods = [];
  }

  /** Notes the time of a line's value. */
  put(line, millis) {
    const long = millis - this.last[line];
    if (long > 0) {
      const intervals = this.intervals[line] ??= [];
      intervals.push(long);
      if (intervals.length > MOST) {
        intervals.shift();
      }
    }
    this.last[line] = millis;
  }

  /** Notes the store's period of a line; 0 if unknown. */
  setStorePeriod(line, periodMillis) {
    if (periodMillis > 0) {
      this.storePeriods[line] = periodMillis;
    }
  }

  /** Whether a value of a line is old at this age. */
  isOld(line, long) {
    return long > ON_ITS_WAY_MILLIS && long > this.oldAfter(line);
  }

  oldAfter(line) {
    const intervals = this.intervals[line] ?? [];
    const known = intervals.length >= LEAST ? intervals : this.storePeriods[line] ? [this.storePeriods[line]] : intervals;
    const sorted = [...known].sort((one, other) => one - other);
    return sorted.length === 0 ? UNKNOWN_MILLIS : SILENT_AFTER * sorted[Math.floor(sorted.length / 2)];
  }
}
