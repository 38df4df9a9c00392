// The user's choices for new alarms. The browser remembers them, for all tabs.

const KEY = 'weir-new-alarms';
/** Texts of the choices, by the least severity. */
export const LEAST = {OK: 'Any', MINOR: 'MINOR or worse', MAJOR: 'MAJOR'};
/** The times of a mute, in milliseconds. */
export const MUTES = {'5 min': 300_000, '15 min': 900_000, '1 h': 3_600_000};
const LONGEST_MUTE = Math.max(...Object.values(MUTES));

/** The choices of this tab, where the browser forbids storage. */
let own = {};

/** The choices: least (severity), notify, and mutedUntil (in milliseconds; 0 if not muted). */
export function choices() {
  const {least, notify, mutedUntil} = stored();
  const left = mutedUntil - Date.now();
  return {
    least: Object.hasOwn(LEAST, least ?? '') ? least : 'OK',
    notify: notify === true,
    // A clock that was set back must not make a mute longer.
    mutedUntil: left > 0 && left <= LONGEST_MUTE ? mutedUntil : 0,
  };
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? own;
  } catch {
    return own;
  }
}

/** Changes some choices. */
export function choose(changes) {
  own = {...choices(), ...changes};
  try {
    localStorage.setItem(KEY, JSON.stringify(own));
  } catch {
    // Only this page knows them.
  }
}
