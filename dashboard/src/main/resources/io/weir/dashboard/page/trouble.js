// Thresholds beyond which a value is shown as trouble.

/** The level of a value: major, minor, or an empty text. */
export function trouble(value, {minor, major}) {
  return isBeyond(value, major) ? 'major' : isBeyond(value, minor) ? 'minor' : '';
}

function isBeyond(value, threshold) {
  return threshold !== undefined && typeof value === 'number' && ('above' in threshold ? value > threshold.above : value < threshold.below);
}
