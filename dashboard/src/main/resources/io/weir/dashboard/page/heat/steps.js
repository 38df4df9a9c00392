// The scale of colours of a heat map: a few steps, each with a range of numbers.

/** The number of colours. */
export const STEPS = 8;

/** Steps of which each one ends at twice the number of the one before, above a step for 0 alone. */
export function doubling(most) {
  const end = most > 0 ? rounded(most) : 1;
  return [0, ...Array.from({length: STEPS - 1}, (none, i) => end / 2 ** (STEPS - 2 - i))];
}

/** Steps of equal length. */
export function equal(low, high) {
  const long = (high > low ? high - low : 1) / STEPS;
  return Array.from({length: STEPS}, (none, i) => low + (i + 1) * long);
}

/** The step of a number: the first one that does not end below it. */
export function stepOf(ends, number) {
  let step = 0;
  while (step < ends.length - 1 && number > ends[step]) {
    step++;
  }
  return step;
}

/** 1, 2 or 5 times a power of ten, not below a number: the colours change seldom. */
function rounded(number) {
  const power = 10 ** Math.floor(Math.log10(number));
  return power * [1, 2, 5, 10].find(digit => number <= digit * power * (1 + 1e-9));
}
