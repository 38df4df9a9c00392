// Draws soon after something came: in the next frame, but so seldom that the page has at least as much time for anything else.

const FRAMES_MILLIS = 50;
const TICK_MILLIS = 1_000;

/**
 * Of what draw shows: ask() when there is something new, end(). Time passes, so it is drawn every second anyway.
 *
 * @param draw returns false if it wants to go on in the next frame
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
    if (draw() === false) {
      isDue = true;
    }
    // The frame after the next begins when this one is painted, which may take longer than to draw it.
    requestAnimationFrame(() => requestAnimationFrame(() => {
      const took = performance.now() - begin;
      setTimeout(rested, took > FRAMES_MILLIS ? took : 0);
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
