// Quantiles of a histogram, as Prometheus' histogram_quantile estimates them.

/**
 * A quantile from 0 to 1; NaN if it is not known.
 *
 * @param bounds the upper bounds of the buckets, which ascend
 * @param counts the observations of each bucket, without the smaller ones
 */
export function quantile(share, bounds, counts) {
  const end = bounds.length - 1;
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (bounds[end] !== Infinity || end < 1 || !(all > 0)) {
    return NaN;
  }
  const rank = share * all;
  let smaller = 0;
  let at = 0;
  while (at < end && smaller + counts[at] < rank) {
    smaller += counts[at++];
  }
  if (at === end) {
    return bounds[end - 1];
  }
  if (at === 0 && bounds[0] <= 0) {
    return bounds[0];
  }
  const from = at === 0 ? 0 : bounds[at - 1];
  return from + (bounds[at] - from) * (rank - smaller) / counts[at];
}
