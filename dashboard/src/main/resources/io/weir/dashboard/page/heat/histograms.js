// Which lines are the buckets of a histogram. A bucket includes the smaller ones; its upper bound is
// its tag `le`, or the name of its field.

import {reportsOf} from './increases.js';

const BOUND = 'le';
const ALL = '+Inf';
const COUNT = 'count';
const NUMBER = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;
const INFINITE = /^\+?inf(inity)?$/i;
/** Limit of bounds; with more, neighbours are merged. */
export const MOST_BOUNDS = 100;

/**
 * The histograms among lines, those with the same bounds together: {key, name, bounds, histograms}. The
 * bounds ascend, and a histogram is a function that returns its reports up to a bin.
 *
 * @param shown the set of lines to inspect; null for all
 */
export function histogramGroups({names, grid}, shown) {
  const found = new Map();
  names.forEach((name, line) => {
    const bucket = !shown || shown.has(line) ? bucketOf(name) : null;
    if (bucket) {
      found.set(bucket.histogram, (found.get(bucket.histogram) ?? {title: bucket.title, lines: new Map()}));
      // A field +Inf counts the same as count.
      found.get(bucket.histogram).lines.set(bucket.bound, bucket.isCount ? found.get(bucket.histogram).lines.get(bucket.bound) ?? line : line);
    }
  });
  const groups = new Map();
  for (const {title, lines} of found.values()) {
    if (lines.size > 1) {
      const bounds = thinned([...lines.keys()].sort((one, other) => one - other));
      const key = JSON.stringify([title, bounds.map(String)]);
      groups.set(key, groups.get(key) ?? {key, name: title, bounds, histograms: []});
      const buckets = bounds.map(bound => lines.get(bound));
      groups.get(key).histograms.push(last => reportsOf(grid, buckets, last));
    }
  }
  return [...groups.values()];
}

/** The histogram and the bound of a line; null if it is no bucket. */
function bucketOf({measurement, field, tags}) {
  const {[BOUND]: le, ...others} = tags;
  const metric = measurement + (field === 'value' ? '' : ' ' + field);
  if (le !== undefined) {
    const bound = boundOf(le);
    return bound === null ? null : {histogram: JSON.stringify([measurement, field, Object.entries(others).sort()]), title: metric.replace(/_bucket$/, ''), bound};
  }
  const isCount = field === COUNT;
  const bound = boundOf(isCount ? ALL : field);
  return bound === null ? null : {histogram: JSON.stringify([measurement, Object.entries(tags).sort()]), title: measurement, bound, isCount};
}

/** The number of a bound; null for another text. */
export function boundOf(text) {
  return INFINITE.test(text) ? Infinity : NUMBER.test(text) ? Number(text) : null;
}

/** At most so many bounds, with the last one: a bucket without its bound is part of the next one. */
function thinned(bounds) {
  const every = Math.ceil(bounds.length / MOST_BOUNDS);
  return bounds.filter((bound, i) => (bounds.length - 1 - i) % every === 0);
}
