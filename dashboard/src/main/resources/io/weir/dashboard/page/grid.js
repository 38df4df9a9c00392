// The values of many lines over a span of time, in as many bins as a plot is wide: of a bin the last value counts.

export class Grid {
  /** Spans are in milliseconds. */
  constructor(span, bins = 600) {
    this.bins = bins;
    this.step = Math.max(100, Math.ceil(span / bins));
    this.lines = [];
    this.latest = 0;
  }

  put(line, millis, value) {
    let at = this.lines[line];
    if (!at) {
      at = this.lines[line] = {bin: new Float64Array(this.bins).fill(-1), value: new Float64Array(this.bins)};
    }
    const bin = Math.floor(millis / this.step);
    const slot = bin % this.bins;
    if (bin >= at.bin[slot]) {
      at.bin[slot] = bin;
      at.value[slot] = value;
    }
    this.latest = Math.max(this.latest, millis);
  }

  /** What a plot wants: seconds, then the values of each of so many lines, null where there are none. */
  until(millis, count) {
    const last = Math.floor(millis / this.step);
    const first = last - this.bins + 1;
    const times = new Array(this.bins);
    for (let i = 0; i < this.bins; i++) {
      times[i] = (first + i) * this.step / 1000;
    }
    const data = [times];
    for (let line = 0; line < count; line++) {
      const at = this.lines[line];
      const values = new Array(this.bins).fill(null);
      if (at) {
        for (let i = 0; i < this.bins; i++) {
          const slot = (first + i) % this.bins;
          if (at.bin[slot] === first + i) {
            values[i] = at.value[slot];
          }
        }
      }
      data.push(values);
    }
    return data;
  }
}
