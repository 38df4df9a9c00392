// Points in time as text, in this browser's time zone.

/** Hours and minutes, with the day if it is not today. */
export function moment(millis) {
  const at = new Date(millis);
  return day(at) + at.toLocaleTimeString([], {hour: '2-digit', minute: '2-digit', hour12: false});
}

/** Hours, minutes and seconds, with the day if it is not today. */
export function second(millis) {
  const at = new Date(millis);
  return day(at) + at.toLocaleTimeString([], {hour12: false});
}

function day(at) {
  return at.toDateString() === new Date().toDateString() ? '' : at.toLocaleDateString() + ' ';
}
