// From where on a value is shown as trouble.

/** How bad a value is: major, minor, or nothing. */
export function trouble(value, {minor, major}) {
  return isBeyond(value, major) ? 'major' : isBeyond(value, minor) ? 'minor' : '';
}

function isBeyond(value, threshold) {
  return threshold !== undefined && typeof value === 'number' && ('above' in threshold ? value > threshold.above : value < threshold.below);
}
