// A heat map of histograms: for each range of values, how many observations were in it over time. It
// is used in place of a grid. Observations of several histograms are added.

import {isSilence} from '../grid.js';
import {unitOf} from '../units.js';
import {Cells} from './cells.js';
import {increases} from './increases.js';
import {three} from './numbers.js';
import {quantile} from './quantile.js';
import {doubling} from './steps.js';

const QUANTILES = [['p50', 0.5], ['p95', 0.95], ['p99', 0.99]];

export class HistogramHeat {
  /**
   * @param grid has the counts of the buckets
   * @param group as of histogramGroups()
   */
  constructor(grid, {name, bounds, histograms}) {
    Object.assign(this, {grid, step: grid.step, bins: grid.bins, late: 0, name, bounds, histograms});
    /** Whether the first step is 0 alone. */
    this.hasZero = true;
    /** The unit of the numbers in the cells. */
    this.unit = 'observations per second';
    this.unitOfBounds = unitOf({measurement: name.split(' ').pop(), field: 'value'});
    this.rows = bounds.map((bound, row) => this.range(row));
    /** The texts between the rows, from below the first one on. */
    this.edges = [bounds[0] > 0 ? '0' : '−∞', ...bounds.map(bound => bound === Infinity ? '∞' : this.value(bound))];
    this.update([], 0);
  }

  /** Computes the cells of the bins up to `last`; the lines are known already. */
  update(lines, last) {
    this.cells = new Cells(this.bounds.length, this.bins, last);
    const found = this.histograms.map(reports => increases(reports(last)));
    this.reports = found.flat();
    for (const {from, to, counts} of this.reports) {
      const seconds = (to - from) * this.step / 1000;
      counts.forEach((count, row) => this.cells.add(row, from, to, count / seconds));
    }
    const current = found.filter(reports => reports.length > 0).map(reports => reports[reports.length - 1]).filter(({from, to}) => !isSilence(last - to, to - from));
    /** The last bin for which all histograms that are not silent have reported. */
    this.latest = Math.min(last, ...current.map(({to}) => to));
    this.ends = doubling(this.cells.extent()[1]);
    const columns = Array.from({length: this.bins}, (none, i) => this.cells.column(this.cells.first + i));
    /** Lines through the rows: for each bin a row with a fraction, or NaN. */
    this.curves = QUANTILES.map(([name, share]) => ({name, rows: columns.map(rates => rates ? this.row(quantile(share, this.bounds, rates)) : NaN)}));
  }

  at(millis) {
    return this.grid.at(millis);
  }

  /** No line is near the cursor. */
  lineAt() {
    return null;
  }

  /** The row of a value, with the part of it that is below the value. */
  row(value) {
    const row = this.bounds.findIndex(bound => value <= bound);
    const from = row > 0 ? this.bounds[row - 1] : Math.min(0, this.bounds[0]);
    const to = this.bounds[row];
    return row < 0 ? NaN : to === Infinity || to === from ? row : row + (value - from) / (to - from);
  }

  /** Number of observations and quantiles in a bin; in the last bin, those of the latest report. */
  summary(bin) {
    const at = bin === this.cells.last ? this.latest : bin;
    const rates = this.cells.column(at);
    const quantiles = rates ? QUANTILES.map(([name, share]) => [name, quantile(share, this.bounds, rates)]).filter(([, value]) => !Number.isNaN(value)) : [];
    return rates ? [this.observations(sum(this.counts(at))), ...quantiles.map(([name, value]) => name + ' ' + this.value(value))].join(' · ') : 'no data';
  }

  /** The cell at a height in a bin. */
  tip(bin, height) {
    const row = Math.max(0, Math.min(this.rows.length - 1, Math.floor(height)));
    const counts = this.counts(bin);
    const all = sum(counts);
    const share = all > 0 ? ` (${Math.round(counts[row] / all * 100)} %)` : '';
    return this.cells.column(bin) ? `${this.rows[row]}\n${three(counts[row])} of ${this.observations(all)}${share}` : 'no data';
  }

  /** Rows and quantiles as columns of a table. */
  columns(name) {
    const number = value => Number.isNaN(value) ? null : value;
    const rates = this.rows.map((text, row) => ({name: `${name} ${text} per second`, at: bin => number(this.cells.at(row, bin))}));
    const quantiles = QUANTILES.map(([of, share]) => ({name: `${name} ${of}`, at: bin => number(quantile(share, this.bounds, this.cells.column(bin) ?? []))}));
    return [...rates, ...quantiles];
  }

  /** What each bucket counted in the reports around a bin. */
  counts(bin) {
    const counts = new Float64Array(this.bounds.length);
    this.reports.filter(({from, to}) => from < bin && bin <= to).forEach(report => report.counts.forEach((count, row) => counts[row] += count));
    return counts;
  }

  observations(count) {
    return three(count) + (count === 1 ? ' observation' : ' observations');
  }

  range(row) {
    const [from, to] = [this.bounds[row - 1], this.bounds[row]];
    return row === 0 ? 'up to ' + this.value(to) : to === Infinity ? 'above ' + this.value(from) : this.value(from) + ' to ' + this.value(to);
  }

  value(value) {
    return three(value, this.unitOfBounds);
  }
}

function sum(counts) {
  return counts.reduce((all, count) => all + count, 0);
}
