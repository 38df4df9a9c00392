// The sound of an alarm that calls operators: silent until somebody switches it on, and again after every load of the page.

let context = null;

/** Whether it sounds. */
export function isOn() {
  return context !== null;
}

/** Switches it; browsers let a page sound only after somebody has pressed something on it. */
export function turn(on) {
  if (on && context === null) {
    context = new AudioContext();
    ring();
  } else if (!on && context !== null) {
    context.close();
    context = null;
  }
}

/** Two short tones, if it is on. */
export function ring() {
  if (context === null) {
    return;
  }
  [880, 660].forEach((pitch, i) => {
    const tone = context.createOscillator();
    const loudness = context.createGain();
    tone.frequency.value = pitch;
    loudness.gain.value = 0.15;
    tone.connect(loudness).connect(context.destination);
    tone.start(context.currentTime + i * 0.18);
    tone.stop(context.currentTime + i * 0.18 + 0.15);
  });
}

/** Whether an alarm that changed calls: it is told anew, and does not chatter. */
export function calls(before, alarm) {
  return alarm.to === 'UNACKNOWLEDGED' && !alarm.chattering && before?.to !== 'UNACKNOWLEDGED' && before?.transition !== alarm.transition;
}
