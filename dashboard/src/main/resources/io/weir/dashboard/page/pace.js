// Draws soon after new data: in the next frame, but rarely enough that other tasks of the page have
// at least as much time. Once a second for users who want reduced motion.

const FRAMES_MILLIS = 50;
const TICK_MILLIS = 1_000;

const isReduced = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * Calls draw after ask(), until end(). Also draws every second, because time passes.
 *
 * @param draw returns false to continue in the next frame
 */
export function pace(draw) {
  let isDue = false;
  let isBusy = false;
  let isOver = false;

  function ask() {
    if (!isDue && !isOver) {
      isDue = true;
      if (!isBusy) {
        requestAnimationFrame(turn);
      }
    }
  }

  function turn() {
    if (isOver) {
      return;
    }
    isDue = false;
    isBusy = true;
    const begin = performance.now();
    const isAll = draw() !== false;
    isDue = !isAll;
    // The second next frame begins after this one is painted, which may take longer than drawing
    // it.
    requestAnimationFrame(() => requestAnimationFrame(() => {
      const took = performance.now() - begin;
      setTimeout(rested, isAll && isReduced.matches ? TICK_MILLIS : took > FRAMES_MILLIS ? took : 0);
    }));
  }

  function rested() {
    isBusy = false;
    if (isDue) {
      requestAnimationFrame(turn);
    }
  }

  const timer = setInterval(ask, TICK_MILLIS);
  ask();
  return {
    ask,
    end() {
      isOver = true;
      clearInterval(timer);
    },
  };
}
