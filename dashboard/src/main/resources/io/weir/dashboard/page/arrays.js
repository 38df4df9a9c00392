// Arrays of numbers over time: the texts of a line that are JSON arrays. A bin has the last array.

import {Grid} from './grid.js';

/** Limit of numbers that are kept of an array: beyond it, of neighbours their mean. */
const MOST = 100;

export class Arrays {
  constructor(grid) {
    /** For each line the bins that have an array, each with its own number as the value. */
    this.grid = new Grid(grid.step * grid.bins, grid.bins);
    this.kept = [];
    this.lengths = [];
    /** Increases when a line has its first array, or a longer one than before. */
    this.edition = 0;
  }

  /** Adds a text unless it is no array of numbers. `isHistory`: only if its bin has none yet. */
  put(line, millis, text, isHistory = false) {
    const numbers = numbersOf(text);
    const bin = this.grid.at(millis);
    if (!numbers || isHistory && this.grid.lastIn(line, bin) !== null) {
      return;
    }
    this.grid.put(line, millis, bin);
    if (this.grid.lastIn(line, bin) === bin) {
      (this.kept[line] ??= [])[bin % this.grid.bins] = means(numbers);
    }
    if (!(this.lengths[line] >= numbers.length)) {
      this.lengths[line] = numbers.length;
      this.edition++;
    }
  }

  /** The greatest length of an array of a line; undefined without arrays. */
  length(line) {
    return this.lengths[line];
  }

  /** The array in a bin; null without one. */
  at(line, bin) {
    return this.grid.lastIn(line, bin) === bin ? this.kept[line][bin % this.grid.bins] : null;
  }

  /** The latest array of a line that has one. */
  latest(line) {
    return this.at(line, this.grid.rings[line].last);
  }

  /** Whether no numbers of a line are means. */
  isWhole(line) {
    return this.lengths[line] <= MOST;
  }

  /** For each bin up to `last` the array that holds then: {each, numbers}, or null while the line was silent. */
  held(line, last) {
    return Array.from(this.grid.held(line, last), bin => Number.isNaN(bin) ? null : this.kept[line][bin % this.grid.bins]);
  }
}

function numbersOf(text) {
  if (!text.startsWith('[')) {
    return null;
  }
  try {
    const list = JSON.parse(text);
    return list.length > 0 && list.every(one => typeof one === 'number') ? list : null;
  } catch {
    // The server cuts a text that is too long.
    return null;
  }
}

/** Each number is the mean of `each` neighbours. */
function means(numbers) {
  const each = eachOf(numbers.length);
  const means = Array.from({length: Math.ceil(numbers.length / each)}, (none, i) => {
    const part = numbers.slice(i * each, (i + 1) * each);
    return part.reduce((sum, number) => sum + number, 0) / part.length;
  });
  return {each, numbers: means};
}

/** How many elements of an array of this length share a number. */
export function eachOf(length) {
  return Math.ceil(length / MOST);
}
