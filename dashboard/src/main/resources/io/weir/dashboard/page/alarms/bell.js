// The sound of an alarm that calls operators. It is off until the user switches it on, and off
// again after each load of the page.

let context = null;

/** Whether it is on. */
export function isOn() {
  return context !== null;
}

/** Switches it. Browsers allow sound only after the user has pressed something on the page. */
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

/** Whether a changed alarm calls: it is newly unacknowledged and does not chatter. */
export function calls(before, alarm) {
  return alarm.to === 'UNACKNOWLEDGED' && !alarm.chattering && before?.to !== 'UNACKNOWLEDGED' && before?.transition !== alarm.transition;
}
