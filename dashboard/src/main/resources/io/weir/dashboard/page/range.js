// The time range that a view shows: the latest span, or a fixed range that was entered or chosen in
// a plot.

import {el, isForField, isWall} from './dom.js';
import {SPANS, buttons, press, timeField} from './spans.js';
import {LATEST} from './times.js';

const USUAL = '5m';
/** A browser reports each part of a time as soon as it is entered. */
const ENTERED_AFTER = 500;
/** The shortest range to zoom to, in milliseconds. */
const SHORTEST = 1_000;

/** The range in the address, in milliseconds, or null. A wall shows the latest values, because it has no place for the range. */
export function fixedRange(parameters) {
  const [from, to] = isWall() ? [] : ['from', 'to'].map(name => Number(parameters.get(name) ?? NaN));
  return from >= 0 && from < to && to <= LATEST ? [from, to] : null;
}

/** Writes a range into an address; null removes it. */
export function writeRange(range, parameters) {
  ['from', 'to'].forEach((name, i) => range ? parameters.set(name, Math.round(range[i])) : parameters.delete(name));
}

/** Whether a key returns to the range before. */
export function isUndo(event) {
  return event.key === 'Escape' && !isForField(event) && !isWall() && !document.querySelector('dialog[open]');
}

/** A range that is long enough to be shown. */
export function widened(from, to) {
  return [from, Math.max(to, from + SHORTEST)];
}

export class TimeRange {
  /**
   * @param changed called for another range, with whether it is a step to which the browser's Back returns
   * @param notify receives a message for the user; returns a function that removes it
   */
  constructor(parameters, {changed, notify}) {
    Object.assign(this, {changed, notify});
    this.span = Object.hasOwn(SPANS, parameters.get('span')) ? parameters.get('span') : USUAL;
    /** The limits of a fixed range, in milliseconds; null for the latest span. */
    this.fixed = fixedRange(parameters);
    this.removeWrong = () => {};
    this.spans = buttons('Span', Object.keys(SPANS), this.fixed ? null : this.span, name => this.setSpan(name));
    this.fields = ['From', 'To'].map((label, i) => timeField(label, millis => this.enter(i, millis)));
    this.limits = [...this.fields.map(field => field.element), el('button', {type: 'button', onclick: () => this.live()}, 'Go live')];
    this.show();
  }

  /** Its end in milliseconds; null for the latest span. */
  get to() {
    return this.fixed ? this.fixed[1] : null;
  }

  get millis() {
    return this.fixed ? Math.max(SHORTEST, this.fixed[1] - this.fixed[0]) : SPANS[this.span];
  }

  /** Adds the range to an address. */
  write(parameters) {
    writeRange(this.fixed, parameters);
    if (!this.fixed && this.span !== USUAL) {
      parameters.set('span', this.span);
    }
  }

  /** Shows the range in its fields. */
  show() {
    this.entered = this.fixed ? [...this.fixed] : [null, null];
    this.entered.forEach((millis, i) => this.fields[i].set(millis));
  }

  zoom(from, to) {
    this.fixed = widened(from, to);
    press(this.spans, null);
    this.changed(true);
  }

  /** Notes an entered limit of the range. */
  enter(i, millis) {
    this.entered[i] = millis;
    clearTimeout(this.entering);
    this.entering = setTimeout(() => this.showEntered(), ENTERED_AFTER);
  }

  /** Shows the range of the two fields; live values if both are empty. */
  showEntered() {
    const [from, to] = this.entered;
    this.removeWrong();
    if (from === null && to === null) {
      this.live();
    } else if (from !== null && to !== null && from < to) {
      this.zoom(from, to);
    } else if (from !== null && to !== null) {
      this.removeWrong = this.notify('From must be before To', true);
    }
  }

  /** Returns to the range before the last zoom, like the browser's Back. */
  undo() {
    if (history.state?.isStep) {
      history.back();
    }
  }

  setSpan(name) {
    this.span = name;
    this.live();
  }

  live() {
    // Without a step, Back would return from the latest span to the latest span.
    const isStep = this.fixed !== null;
    this.fixed = null;
    press(this.spans, this.span);
    this.changed(isStep);
    // This is another range, so there is no zoom to undo.
    history.replaceState(null, '');
  }

  close() {
    clearTimeout(this.entering);
  }
}
