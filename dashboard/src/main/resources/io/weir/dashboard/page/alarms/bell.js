// The sound of new alarms. It is off until the user turns it on, and off again after each load of
// the page.

/** During a flood, the tones must not overlap. */
const REST_MILLIS = 1_000;

let context = null;
let rangMillis = 0;

/** Whether it is on. */
export function isOn() {
  return context !== null;
}

/** Turns it on or off. Browsers allow sound only after the user has pressed something on the page. */
export function turn(on) {
  if (on && context === null) {
    context = new AudioContext();
    rangMillis = 0;
    ring();
  } else if (!on && context !== null) {
    context.close();
    context = null;
  }
}

/** Two short tones, if it is on. */
export function ring() {
  if (context === null || Date.now() - rangMillis < REST_MILLIS) {
    return;
  }
  rangMillis = Date.now();
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
