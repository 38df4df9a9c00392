// The numbers at the value axis of a plot.

const UNITS = [[1e12, ' T'], [1e9, ' G'], [1e6, ' M'], [1e3, ' k'], [1, '']];
const MOST_DIGITS = 12;

/** As many digits as distinguish a tick from the next one, a step further. */
export function marked(tick, step) {
  if (step < 1e-6) {
    return String(Number(tick.toPrecision(6)));
  }
  const [unit, letter] = tick === 0 ? [1, ''] : UNITS.find(([size]) => Math.abs(tick) >= size) ?? [1, ''];
  return decimal(tick / unit, step / unit, letter !== '') + letter;
}

function decimal(value, step, isShort) {
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const scaled = step * 10 ** digits;
  // Steps of a quarter need one more.
  const needed = Math.min(MOST_DIGITS, Math.abs(scaled - Math.round(scaled)) > 1e-6 ? digits + 1 : digits);
  const text = value.toFixed(needed);
  return isShort && needed > 0 ? text.replace(/\.?0+$/, '') : text;
}
