// The scale of a plot. It follows the values, but seldom, because lines are drawn again for each
// other scale. Several plots may share one.

/**
 * Interval between checks of the scale, in milliseconds. A scale is replaced if less than this part
 * of it is used.
 */
const FIT_EVERY = 1_000;
const SMALLEST = 0.6;

export class Scale {
  /** @param limits min and max that the scale contains; undefined for those of the values */
  constructor({min, max} = {}) {
    Object.assign(this, {min, max, range: [0, 1]});
  }

  /** The least and greatest value of the scale: another array if the current one does not fit. */
  fit(grid, count, last, shown) {
    const [from, to] = this.range;
    const now = performance.now();
    this.fitted = this.shown === shown ? this.fitted : null;
    this.shown = shown;
    if (this.fitted === grid && now < this.fitAt && grid.fresh.low >= from && grid.fresh.high <= to) {
      return this.range;
    }
    const [low, high] = grid.extent(count, last, shown);
    const found = range(low, high, this.min, this.max);
    const isKept = this.fitted === grid && low !== null && low >= from && high <= to && found[1] - found[0] > SMALLEST * (to - from);
    this.fitAt = now + FIT_EVERY;
    this.fitted = grid;
    if (!isKept && (found[0] !== from || found[1] !== to)) {
      this.range = found;
    }
    return this.range;
  }
}

/**
 * A scale with the given limits. Otherwise it begins at 0 if that wastes little, with space above.
 */
function range(low, high, min, max) {
  const [from, to] = natural(low, high);
  const begin = min === undefined ? from : Math.min(min, low ?? min);
  const end = max === undefined ? to : Math.max(max, high ?? max);
  return begin < end ? [begin, end] : [begin, begin + 1];
}

function natural(low, high) {
  if (low === null || high === null) {
    return [0, 1];
  }
  if (low === high) {
    return low === 0 ? [0, 1] : low > 0 ? [0, high * 1.2] : [low * 1.2, 0];
  }
  const room = (high - low) * 0.08;
  return [low >= 0 && low < high * 0.6 ? 0 : low - room, high + room];
}
