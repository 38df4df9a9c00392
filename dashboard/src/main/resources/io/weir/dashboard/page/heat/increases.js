// What a histogram counted from one report to the next.

import {isBroken, periodAfter} from '../grid.js';

/**
 * The reports of a histogram whose buckets are lines, in the bins up to `last`: {bin, known}, with the
 * last count of each bucket. There is a report where the largest bucket has a value.
 *
 * @param lines in the order of their bounds
 */
export function reportsOf(grid, lines, last) {
  const known = new Float64Array(lines.length).fill(NaN);
  const all = lines[lines.length - 1];
  const reports = [];
  for (let bin = Math.max(0, last - grid.bins + 1); bin <= last; bin++) {
    lines.forEach((line, i) => known[i] = grid.lastIn(line, bin) ?? known[i]);
    if (grid.lastIn(all, bin) !== null && known.every(count => !Number.isNaN(count))) {
      reports.push({bin, known: known.slice()});
    }
  }
  return reports;
}

/**
 * The observations between reports: {from, to, counts}, where counts has for each bucket, without the
 * smaller ones, the observations after bin `from` up to bin `to`. They are not known during a silence,
 * and not until the first report after a restart, of which a lower count is the sign.
 */
export function increases(reports) {
  const found = [];
  let period = 0;
  for (let i = 1; i < reports.length; i++) {
    const [before, report] = [reports[i - 1], reports[i]];
    const long = report.bin - before.bin;
    const growths = report.known.map((count, at) => count - before.known[at]);
    if (!isBroken(period, long) && growths.every(growth => growth >= 0)) {
      found.push({from: before.bin, to: report.bin, counts: apart(growths)});
    }
    period = periodAfter(period, long);
  }
  return found;
}

/** Counts of buckets without the smaller ones. A count below that of a smaller bucket is replaced by it. */
function apart(growths) {
  let most = 0;
  return growths.map(growth => {
    const count = Math.max(0, growth - most);
    most = Math.max(most, growth);
    return count;
  });
}
