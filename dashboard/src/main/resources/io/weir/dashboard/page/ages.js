// How old the last value of a series may be before it is shown as old: that depends on how often the series has one.

import {SILENT_AFTER} from './grid.js';

/** The median of so many of the last intervals is the period of a series; of fewer than LEAST it is what the store says. */
const MOST = 8;
const LEAST = 3;
/** A value is on its way for some seconds, and clocks differ. */
const ON_ITS_WAY_MILLIS = 10_000;
/** Of a series of which only one value is known. */
const UNKNOWN_MILLIS = 60_000;

export class Ages {
  constructor() {
    this.last = [];
    this.intervals = [];
    this.told = [];
  }

  /** A line has a value. */
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

  /** What the store says of the period of a line; 0 if it does not know. */
  tell(line, periodMillis) {
    if (periodMillis > 0) {
      this.told[line] = periodMillis;
    }
  }

  /** Whether a value of a line is old after so long. */
  isOld(line, long) {
    return long > ON_ITS_WAY_MILLIS && long > this.oldAfter(line);
  }

  oldAfter(line) {
    const intervals = this.intervals[line] ?? [];
    const known = intervals.length >= LEAST ? intervals : this.told[line] ? [this.told[line]] : intervals;
    const sorted = [...known].sort((one, other) => one - other);
    return sorted.length === 0 ? UNKNOWN_MILLIS : SILENT_AFTER * sorted[Math.floor(sorted.length / 2)];
  }
}
