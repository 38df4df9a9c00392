// What is more urgent than what, as `weir alarms list` has it; no elements, no requests.

/** The worst first; what nothing is known of is worse than what is well. */
export const SEVERITIES = ['MAJOR', 'MINOR', 'INVALID', 'OK'];

const HIDDEN = new Set(['SHELVED', 'SUPPRESSED', 'OUT_OF_SERVICE']);

/** What operators do not want to hear of, or are not to. */
export function isHidden(alarm) {
  return HIDDEN.has(alarm.to);
}

/** Whether it waits for somebody. */
export function isUnacknowledged(alarm) {
  return alarm.to === 'UNACKNOWLEDGED' || alarm.to === 'RETURNED';
}

/** The worse of two severities. */
export function worse(one, other) {
  return SEVERITIES.indexOf(one) <= SEVERITIES.indexOf(other) ? one : other;
}

/** What waits for somebody first, then by severity, then the latest; hidden ones and those that are well last. */
export function byPriority(one, other) {
  return place(one) - place(other)
    || SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity)
    || other.millis - one.millis
    || (one.id < other.id ? -1 : 1);
}

function place(alarm) {
  return isUnacknowledged(alarm) ? 0 : alarm.to === 'ACKNOWLEDGED' ? 1 : alarm.to === 'NORMAL' ? 3 : 2;
}

/** What is shown of all: "raised" leaves out what is normal or hidden. */
export function shows(which, alarm) {
  switch (which) {
    case 'all': return true;
    case 'hidden': return isHidden(alarm);
    default: return alarm.to !== 'NORMAL' && !isHidden(alarm);
  }
}

/** Whether an alarm has all words in its id, its message, its state or its tags. */
export function matches(words, alarm) {
  if (words.length === 0) {
    return true;
  }
  const text = [alarm.id, alarm.message, alarm.to, alarm.severity, ...Object.values(alarm.tags)].join('\n').toLowerCase();
  return words.every(word => text.includes(word));
}
