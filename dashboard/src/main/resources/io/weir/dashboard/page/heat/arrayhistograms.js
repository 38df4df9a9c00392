// Histograms of which each report has the arrays `bounds` and `counts`, or `counts_delta`. A count is
// that of one bucket, without the smaller ones; the last bucket has no bound.

const BOUNDS = 'bounds';
const COUNTS = 'counts';
const DELTA = 'counts_delta';

/** The groups of these histograms, as of histogramGroups(), and `lines`: those of all their arrays. */
export function arrayHistograms({names, arrays}, shown) {
  const found = new Map();
  names.forEach(({measurement, tags, field}, line) => {
    if ([BOUNDS, COUNTS, DELTA].includes(field) && arrays.length(line) && (!shown || shown.has(line))) {
      const key = JSON.stringify([measurement, Object.entries(tags).sort()]);
      found.set(key, {...found.get(key), measurement, [field]: line});
    }
  });
  const groups = new Map();
  const lines = new Set();
  for (const {measurement, ...arraysOf} of found.values()) {
    const isDelta = arraysOf[COUNTS] === undefined;
    const [ofBounds, ofCounts] = [arraysOf[BOUNDS], arraysOf[isDelta ? DELTA : COUNTS]];
    if (ofBounds !== undefined && ofCounts !== undefined && arrays.isWhole(ofCounts)) {
      const finite = arrays.latest(ofBounds).numbers;
      const key = JSON.stringify([measurement, COUNTS, finite]);
      groups.set(key, groups.get(key) ?? {key, name: measurement, bounds: [...finite, Infinity], histograms: []});
      groups.get(key).histograms.push(last => reportsOf(arrays, {ofBounds, ofCounts, finite, isDelta}, last));
      [ofBounds, ofCounts].forEach(line => lines.add(line));
    }
  }
  return {groups: [...groups.values()], lines};
}

/** The reports with these bounds, with the counts up to each bound, of which differences since the report before are the sum. */
function reportsOf(arrays, {ofBounds, ofCounts, finite, isDelta}, last) {
  const reports = [];
  for (let bin = Math.max(0, last - arrays.grid.bins + 1); bin <= last; bin++) {
    const counts = arrays.at(ofCounts, bin)?.numbers;
    const bounds = arrays.at(ofBounds, bin)?.numbers;
    if (counts?.length === finite.length + 1 && bounds?.length === finite.length && bounds.every((bound, i) => bound === finite[i])) {
      let smaller = 0;
      const known = counts.map(count => smaller += count);
      const before = isDelta ? reports[reports.length - 1]?.known : undefined;
      reports.push({bin, known: known.map((count, i) => count + (before?.[i] ?? 0))});
    }
  }
  return reports;
}
