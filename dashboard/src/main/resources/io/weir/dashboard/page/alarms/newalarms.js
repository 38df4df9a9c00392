// Finds new alarms in a stream of alarms; uses no elements and no requests.

import {SEVERITIES} from './order.js';

/** Whether a severity is at least as bad as another one. */
export function reaches(severity, least) {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);
}

/**
 * A new alarm waits for acknowledgement and did not do so before, was raised again, or got worse.
 * What a stream repeats after a lost connection is not new.
 */
export class NewAlarms {
  constructor() {
    this.known = new Map();
    /** The alarms before the stream began again, until it has sent all. */
    this.before = new Map();
    this.isReady = false;
  }

  /** Takes an event of the stream; returns its new alarms of at least a severity. */
  take({all, complete, alarms, gone}, least) {
    if (all) {
      this.before = new Map([...this.before, ...this.known]);
      this.known = new Map();
    }
    const found = alarms.filter(alarm => {
      const before = this.known.get(alarm.id) ?? this.before.get(alarm.id);
      this.known.set(alarm.id, alarm);
      return this.isReady && isNew(before, alarm, least);
    });
    for (const id of gone) {
      this.known.delete(id);
      this.before.delete(id);
    }
    if (complete) {
      this.before = new Map();
      this.isReady = true;
    }
    return found;
  }
}

function isNew(before, alarm, least) {
  // A comment hides the raise before it.
  return waits(alarm, least) && (!alarm.command || alarm.comment) && !alarm.chattering
    && (!waits(before, least) || before.since !== alarm.since || !reaches(before.severity, alarm.severity));
}

function waits(alarm, least) {
  return alarm?.to === 'UNACKNOWLEDGED' && reaches(alarm.severity, least);
}
