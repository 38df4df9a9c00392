// Finds what a screen reader announces of the number of unacknowledged alarms; uses no elements.

/** A flood must not talk without a pause. */
const REST_MILLIS = 5_000;

/**
 * Announces a rise of the number; a fall and the first number are not news. Rises within a few seconds
 * after an announcement are announced together.
 */
export class Announcements {
  constructor() {
    this.told = null;
    this.restUntil = 0;
  }

  /**
   * Takes the current number, the worst severity and the time; returns the text to announce, or
   * null.
   */
  take(count, worst, millis) {
    const more = count - (this.told ?? count);
    if (more > 0 && millis < this.restUntil) {
      return null;
    }
    this.told = count;
    if (more <= 0) {
      return null;
    }
    this.restUntil = millis + REST_MILLIS;
    return `${more === 1 ? 'New alarm' : more + ' new alarms'}: ${count} unacknowledged, the worst is ${worst}`;
  }
}
