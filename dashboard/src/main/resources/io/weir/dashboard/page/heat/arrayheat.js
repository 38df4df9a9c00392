// A heat map of arrays of numbers: a row for each element. It is used in place of a grid.

import {eachOf} from '../arrays.js';
import {Cells} from './cells.js';
import {three} from './numbers.js';
import {equal} from './steps.js';

export class ArrayHeat {
  /** @param arrays those of a line */
  constructor(arrays, line) {
    const {step, bins} = arrays.grid;
    const each = eachOf(arrays.length(line));
    const length = arrays.length(line);
    Object.assign(this, {arrays, line, step, bins, late: 0, each, unit: '', curves: []});
    /** The numbers of the first elements of the rows, and the number after the last one. */
    this.edges = Array.from({length: Math.ceil(length / each) + 1}, (none, row) => String(Math.min(length, row * each)));
    this.rows = this.edges.slice(1).map((next, row) => next - row * each === 1 ? 'Element ' + row * each : `Elements ${row * each} to ${next - 1}, mean`);
    this.update([], 0);
  }

  /** Computes the cells of the bins up to `last`; the line is known already. */
  update(lines, last) {
    this.cells = new Cells(this.rows.length, this.bins, last);
    this.arrays.held(this.line, last).forEach((array, i) => array?.numbers.forEach((number, at) => {
      this.cells.set(Math.floor(at * array.each / this.each), this.cells.first + i, number);
    }));
    this.ends = equal(...this.cells.extent());
  }

  at(millis) {
    return this.arrays.grid.at(millis);
  }

  /** No line is near the cursor. */
  lineAt() {
    return null;
  }

  /** Least, mean and greatest number in a bin. */
  summary(bin) {
    const numbers = this.cells.column(bin)?.filter(number => !Number.isNaN(number));
    const mean = numbers?.reduce((sum, number) => sum + number / numbers.length, 0);
    return numbers ? `least ${three(Math.min(...numbers))} · mean ${three(mean)} · greatest ${three(Math.max(...numbers))}` : 'no data';
  }

  /** The cell at a height in a bin. */
  tip(bin, height) {
    const row = Math.max(0, Math.min(this.rows.length - 1, Math.floor(height)));
    const number = this.cells.at(row, bin);
    return Number.isNaN(number) ? 'no data' : `${this.rows[row]}: ${three(number)}`;
  }

  /** Rows as columns of a table. */
  columns(name) {
    return this.rows.map((text, row) => ({name: `${name} ${text}`, at: bin => {
      const number = this.cells.at(row, bin);
      return Number.isNaN(number) ? null : number;
    }}));
  }
}
