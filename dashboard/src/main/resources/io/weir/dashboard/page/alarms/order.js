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

/**
 * Unacknowledged alarms that were raised within this time of the first of them are a group: they
 * may have one cause.
 */
const GROUP_MILLIS = 1_000;
/** From this number of alarms on, the first of a group is marked, and above all others of it. */
const LARGE = 5;

/** When an alarm itself changed: a comment changes nothing, so the state since before it counts. */
export function changeMillis({comment, since, eventTime}) {
  return Date.parse(comment ? since : eventTime);
}

/**
 * Alarms by urgency, as {alarm, group}: unacknowledged ones first, then by severity, then the
 * latest; hidden and normal ones last. A group is in the order in which its alarms were raised; the
 * first of a large group is above the others whatever their severity. `group` is their number, for
 * the first of a large group; otherwise 0.
 */
export function byUrgency(alarms) {
  const all = alarms.map(alarm => ({alarm, place: place(alarm), rank: SEVERITIES.indexOf(alarm.severity), millis: alarm.millis, at: 0, group: 0}));
  groups(all.filter(({alarm}) => alarm.to === 'UNACKNOWLEDGED'));
  return all.sort((one, other) => one.place - other.place || one.rank - other.rank || other.millis - one.millis || one.at - other.at
    || (one.alarm.id < other.alarm.id ? -1 : 1));
}

/** Gives each entry the time of its group and its place in it. */
function groups(entries) {
  entries.forEach(entry => entry.raised = Date.parse(entry.alarm.since));
  entries.sort((one, other) => one.raised - other.raised);
  for (let from = 0, to; from < entries.length; from = to) {
    for (to = from + 1; to < entries.length && entries[to].raised - entries[from].raised < GROUP_MILLIS;) {
      to++;
    }
    arrange(entries.slice(from, to));
  }
}

/**
 * Many senders know whole seconds only. At the same time, the rule with the fewest alarms is the
 * first: a cause has fewer alarms than its consequences.
 */
function arrange(group) {
  const counts = new Map();
  group.forEach(({alarm}) => counts.set(alarm.rule, (counts.get(alarm.rule) ?? 0) + 1));
  const decided = new Map(group.map(({alarm}) => [alarm, Date.parse(alarm.decisionTime)]));
  group.sort((one, other) => one.raised - other.raised || counts.get(one.alarm.rule) - counts.get(other.alarm.rule)
    || decided.get(one.alarm) - decided.get(other.alarm) || (one.alarm.id < other.alarm.id ? -1 : 1));
  group.forEach((entry, i) => Object.assign(entry, {millis: group[0].raised, at: i}));
  if (group.length >= LARGE) {
    group[0].rank = Math.min(...group.map(entry => entry.rank));
    group[0].group = group.length;
  }
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

/** An alarm as a filter needs it. */
export function filtered({id, rule, message, to, severity, tags}) {
  return {texts: [id, message, to, severity], tags: {...tags, rule, state: to, severity}};
}
