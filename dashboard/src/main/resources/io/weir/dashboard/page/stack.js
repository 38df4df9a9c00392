// The values of lines stacked on each other: the areas of a plot. It is used in place of a grid.

export class Stack {
  /** @param grid has the values of the lines */
  constructor(grid) {
    Object.assign(this, {grid, step: grid.step, bins: grid.bins, late: 0});
    this.update([], 0);
  }

  /**
   * Stacks lines in the bins up to `last`, the first line on top. A line has in each bin the value
   * that holds then, and no area while it is silent. Negative values are stacked below 0.
   */
  update(lines, last) {
    const up = new Float64Array(this.bins);
    const down = new Float64Array(this.bins);
    this.last = last;
    this.counts = new Uint32Array(this.bins);
    this.areas = new Map();
    for (const line of [...lines].reverse()) {
      const from = new Float64Array(this.bins);
      const to = this.grid.held(line, last);
      to.forEach((value, i) => {
        if (!Number.isNaN(value)) {
          const side = value < 0 ? down : up;
          from[i] = side[i];
          side[i] += value;
          to[i] = side[i];
          this.counts[i]++;
        }
      });
      this.areas.set(line, {from, to});
    }
    this.totals = up.map((value, i) => value + down[i]);
    this.fresh = {low: Math.min(...down), high: Math.max(...up)};
  }

  at(millis) {
    return this.grid.at(millis);
  }

  /** The least and the greatest value of the areas; both null without values. */
  extent() {
    return this.counts.some(count => count > 0) ? [this.fresh.low, this.fresh.high] : [null, null];
  }

  /** The sum of all lines in a bin, also of negative values; null if all were silent. */
  total(bin) {
    const i = this.index(bin);
    return this.counts[i] > 0 ? this.totals[i] : null;
  }

  /** The totals as columns of a table. */
  columns(name) {
    return [{name: 'total ' + name, at: bin => this.total(bin)}];
  }

  /** The line whose area contains a value in a bin; null if there is none. */
  lineAt(bin, value) {
    const i = this.index(bin);
    const found = [...this.areas].find(([, {from, to}]) => value >= Math.min(from[i], to[i]) && value <= Math.max(from[i], to[i]));
    return found ? found[0] : null;
  }

  /**
   * Traces the areas of a line: one for each time without silence, with a step for each change.
   *
   * @param x position of a bin, y position of a value
   * @param pen has moveTo, lineTo and closePath, as the context of a canvas
   */
  trace(line, x, y, pen) {
    const {from, to} = this.areas.get(line);
    const first = this.last - this.bins + 1;
    for (let i = 0; i < this.bins; i++) {
      if (!Number.isNaN(to[i])) {
        const begin = i;
        while (i + 1 < this.bins && !Number.isNaN(to[i + 1])) {
          i++;
        }
        pen.moveTo(x(first + begin), y(from[begin]));
        for (let at = begin; at <= i; at++) {
          pen.lineTo(x(first + at), y(to[at]));
          pen.lineTo(x(Math.min(first + at + 1, this.last)), y(to[at]));
        }
        for (let at = i; at >= begin; at--) {
          pen.lineTo(x(Math.min(first + at + 1, this.last)), y(from[at]));
          pen.lineTo(x(first + at), y(from[at]));
        }
        pen.closePath();
      }
    }
  }

  index(bin) {
    return bin - this.last + this.bins - 1;
  }
}
