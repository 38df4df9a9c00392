// The values of many lines over a time span, in about as many bins as a plot has pixels: for each
// bin the last, the least and the greatest value.

/** A line without a value for this many of its periods is silent. */
export const SILENT_AFTER = 5;

/** A line with only one known value has no known period; it is silent after this time, in milliseconds. */
export const UNKNOWN_MILLIS = 60_000;

/** Whether a time is a silence for a line with this period; both in the same unit. */
export function isSilence(long, period) {
  return long > SILENT_AFTER * period;
}

/** The period of a line after a further interval; it follows slowly, so that one silence does not make the next one normal. */
export function periodAfter(period, long) {
  return period ? period + (Math.min(long, 4 * period) - period) / 5 : long;
}

/** Whether a line is broken by an interval without values, in bins; its period is 0 if unknown. */
export function isBroken(period, long) {
  return period > 0 && isSilence(long, Math.max(1, period));
}

export class Grid {
  /** Spans are in milliseconds. */
  constructor(span, bins = 600) {
    this.step = Math.max(100, Math.ceil(span / bins));
    /** Fewer than asked for where the shortest step is longer: the bins must not exceed the span. */
    this.bins = Math.max(2, Math.min(bins, Math.ceil(span / this.step)));
    this.rings = [];
    /** The number of values that arrived for a bin after a later bin of the same line had one. */
    this.late = 0;
    this.clearFresh();
  }

  put(line, millis, value) {
    const ring = this.rings[line] ??= ringOf(this.bins);
    const bin = Math.floor(millis / this.step);
    const slot = bin % this.bins;
    if (bin < ring.bin[slot]) {
      return;
    }
    if (bin > ring.bin[slot]) {
      ring.bin[slot] = bin;
      ring.low[slot] = ring.high[slot] = value;
    } else {
      ring.low[slot] = Math.min(ring.low[slot], value);
      ring.high[slot] = Math.max(ring.high[slot], value);
    }
    ring.value[slot] = value;
    if (bin < ring.last) {
      this.late++;
    } else {
      ring.last = bin;
    }
    this.fresh.low = Math.min(this.fresh.low, value);
    this.fresh.high = Math.max(this.fresh.high, value);
  }

  /** Puts a value from the history, if its bin has no value yet. */
  addHistory(line, millis, value) {
    const bin = Math.floor(millis / this.step);
    if (this.rings[line]?.bin[bin % this.bins] !== bin) {
      this.put(line, millis, value);
    }
  }

  /** Puts a mean in place of what its bin has. */
  replace(line, millis, mean) {
    const ring = this.rings[line];
    const slot = this.at(millis) % this.bins;
    if (ring?.bin[slot] === this.at(millis)) {
      ring.bin[slot] = -1;
    }
    this.put(line, millis, mean);
  }

  /** The bin that contains a time. */
  at(millis) {
    return Math.floor(millis / this.step);
  }

  /** The last value of a line in a bin; null without one. */
  lastIn(line, bin) {
    const ring = this.rings[line];
    const slot = bin % this.bins;
    return ring?.bin[slot] === bin ? ring.value[slot] : null;
  }

  /** The last value of a line in a bin or before it; null if the line was silent. */
  value(line, bin) {
    const ring = this.rings[line];
    const before = this.previous(ring, bin);
    return before === null || isSilence(bin - before, this.period(ring, before)) ? null : ring.value[before % this.bins];
  }

  /** This value in each of the bins up to `last`; NaN where the line was silent. */
  held(line, last) {
    const ring = this.rings[line];
    const first = last - this.bins + 1;
    const values = new Float64Array(this.bins).fill(NaN);
    let before = this.previous(ring, first);
    let period = before === null ? 0 : this.period(ring, before);
    for (let bin = first; ring && bin <= last; bin++) {
      if (ring.bin[bin % this.bins] === bin) {
        before = bin;
        period = this.period(ring, bin);
      }
      if (before !== null && !isSilence(bin - before, period)) {
        values[bin - first] = ring.value[before % this.bins];
      }
    }
    return values;
  }

  /**
   * The bins from the value before to this one. The first value of a line has the period of the
   * next ones: the first interval may be an outage, so that the second one counts if there is one.
   */
  period(ring, bin) {
    const before = this.previous(ring, bin - 1);
    if (before !== null) {
      return bin - before;
    }
    const next = this.next(ring, bin + 1);
    const second = next === null ? null : this.next(ring, next + 1);
    return second !== null ? second - next : next !== null ? next - bin : UNKNOWN_MILLIS / SILENT_AFTER / this.step;
  }

  /** The last bin of a line with a value up to `bin`; null if none is kept. */
  previous(ring, bin) {
    for (let at = bin; ring && at > bin - this.bins; at--) {
      if (ring.bin[at % this.bins] === at) {
        return at;
      }
    }
    return null;
  }

  /** The first bin of a line with a value from `bin` on; null if there is none. */
  next(ring, bin) {
    for (let at = bin; at <= ring.last; at++) {
      if (ring.bin[at % this.bins] === at) {
        return at;
      }
    }
    return null;
  }

  /**
   * The least and the greatest value of the first `count` lines up to a bin, of those in the set
   * `shown` if it is given; both null without values.
   */
  extent(count, last, shown = null) {
    const first = last - this.bins + 1;
    let low = Infinity;
    let high = -Infinity;
    for (let line = 0; line < count; line++) {
      const ring = shown && !shown.has(line) ? undefined : this.rings[line];
      for (let slot = 0; ring && slot < this.bins; slot++) {
        if (ring.bin[slot] >= first && ring.bin[slot] <= last) {
          low = Math.min(low, ring.low[slot]);
          high = Math.max(high, ring.high[slot]);
        }
      }
    }
    this.clearFresh();
    return low <= high ? [low, high] : [null, null];
  }

  /** From here on, `fresh` contains the least and the greatest new value. */
  clearFresh() {
    this.fresh = {low: Infinity, high: -Infinity};
  }

  /** The least, mean and greatest value of a line up to a bin; all null without values. */
  over(line, last) {
    const ring = this.rings[line];
    const first = last - this.bins + 1;
    let low = Infinity;
    let high = -Infinity;
    let sum = 0;
    let count = 0;
    for (let slot = 0; ring && slot < this.bins; slot++) {
      if (ring.bin[slot] >= first && ring.bin[slot] <= last) {
        low = Math.min(low, ring.low[slot]);
        high = Math.max(high, ring.high[slot]);
        sum += ring.value[slot];
        count++;
      }
    }
    return count === 0 ? [null, null, null] : [low, sum / count, high];
  }
}

function ringOf(bins) {
  return {last: -1, bin: new Float64Array(bins).fill(-1), value: new Float64Array(bins), low: new Float64Array(bins), high: new Float64Array(bins)};
}
