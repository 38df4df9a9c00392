// The order of urgency, as in `weir alarms list`; uses no elements and no requests.

/** The worst first; an unknown value is worse than a good one. */
export const SEVERITIES = ['MAJOR', 'MINOR', 'INVALID', 'OK'];

const HIDDEN = new Set(['SHELVED', 'SUPPRESSED', 'OUT_OF_SERVICE']);

/** Whether the alarm is hidden. */
export function isHidden(alarm) {
  return HIDDEN.has(alarm.to);
}

/** Whether the alarm waits for an operator. */
export function isUnacknowledged(alarm) {
  return alarm.to === 'UNACKNOWLEDGED' || alarm.to === 'RETURNED';
}

/** The worse of two severities. */
export function worse(one, other) {
  return SEVERITIES.indexOf(one) <= SEVERITIES.indexOf(other) ? one : other;
}

/** Unacknowledged alarms first, then by severity, then the latest; hidden and normal ones last. */
export function byPriority(one, other) {
  return place(one) - place(other)
    || SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity)
    || other.millis - one.millis
    || (one.id < other.id ? -1 : 1);
}

function place(alarm) {
  return isUnacknowledged(alarm) ? 0 : alarm.to === 'ACKNOWLEDGED' ? 1 : alarm.to === 'NORMAL' ? 3 : 2;
}

/** Whether a filter shows an alarm: "raised" excludes normal and hidden ones. */
export function shows(which, alarm) {
  switch (which) {
    case 'all': return true;
    case 'hidden': return isHidden(alarm);
    default: return alarm.to !== 'NORMAL' && !isHidden(alarm);
  }
}

/** Whether an alarm contains all words in its id, its message, its state or its tags. */
export function matches(words, alarm) {
  if (words.length === 0) {
    return true;
  }
  const text = [alarm.id, alarm.message, alarm.to, alarm.severity, ...Object.values(alarm.tags)].join('\n').toLowerCase();
  return words.every(word => text.includes(word));
}
