// What a histogram counted from one report to the next.

import {isBroken, periodAfter} from '../grid.js';

/**
 * The reports of a histogram whose buckets are lines, in the bins up to `last`: {bin, known}, with the
 * last count of each bucket. There is a report where the largest bucket has a value.
 *
 * @param lines in the order of their bounds
 */
export function reportsOf(grid, lines, last) {
  // Of several histograms there may be 100 000 counts: neither calls nor typed arrays for each report.
  const rings = lines.map(line => grid.rings[line]);
  const known = new Array(lines.length).fill(NaN);
  const reports = [];
  for (let bin = Math.max(0, last - grid.bins + 1); bin <= last; bin++) {
    const slot = bin % grid.bins;
    let isKnown = true;
    let isReport = false;
    for (let i = 0; i < rings.length; i++) {
      const ring = rings[i];
      isReport = ring !== undefined && ring.bin[slot] === bin;
      if (isReport) {
        known[i] = ring.value[slot];
      }
      isKnown &&= !Number.isNaN(known[i]);
    }
    if (isReport && isKnown) {
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
    const counts = isBroken(period, long) ? null : apart(before.known, report.known);
    if (counts) {
      found.push({from: before.bin, to: report.bin, counts});
    }
    period = periodAfter(period, long);
  }
  return found;
}

/**
 * The growths of buckets without the smaller ones; null if one is negative. A growth below that of a smaller bucket is
 * replaced by it.
 */
function apart(before, after) {
  const counts = before.slice();
  let most = 0;
  for (let i = 0; i < after.length; i++) {
    const growth = after[i] - before[i];
    if (!(growth >= 0)) {
      return null;
    }
    counts[i] = Math.max(0, growth - most);
    most = Math.max(most, growth);
  }
  return counts;
}
