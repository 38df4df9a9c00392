// The cells of a heat map: a number, or none, for each row and each bin up to a last one.

export class Cells {
  constructor(rows, bins, last) {
    Object.assign(this, {rows, bins, last, first: last - bins + 1, values: new Float64Array(rows * bins).fill(NaN)});
  }

  /** The number in a cell; NaN for none. */
  at(row, bin) {
    return bin < this.first || bin > this.last ? NaN : this.values[this.index(row, bin)];
  }

  set(row, bin, value) {
    this.values[this.index(row, bin)] = value;
  }

  /** Adds to the cells of a row after bin `from` up to bin `to`. */
  add(row, from, to, value) {
    for (let bin = Math.max(from + 1, this.first); bin <= Math.min(to, this.last); bin++) {
      const i = this.index(row, bin);
      this.values[i] = Number.isNaN(this.values[i]) ? value : this.values[i] + value;
    }
  }

  /** The numbers of all rows in a bin, from the lowest row on; null without any. */
  column(bin) {
    if (bin < this.first || bin > this.last) {
      return null;
    }
    const numbers = new Array(this.rows).fill(NaN);
    let isAny = false;
    for (let row = 0, at = bin - this.first; row < this.rows; row++, at += this.bins) {
      numbers[row] = this.values[at];
      isAny ||= !Number.isNaN(numbers[row]);
    }
    return isAny ? numbers : null;
  }

  /** The least and the greatest number; both null without any. */
  extent() {
    let low = Infinity;
    let high = -Infinity;
    for (const value of this.values) {
      low = value < low ? value : low;
      high = value > high ? value : high;
    }
    return low <= high ? [low, high] : [null, null];
  }

  index(row, bin) {
    return row * this.bins + bin - this.first;
  }
}
