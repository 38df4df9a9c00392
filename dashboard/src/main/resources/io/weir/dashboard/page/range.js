// The time range of plots: the latest span, or a fixed range that was entered or chosen in a plot. The address has it, and
// a zoom is undone like a step of the browser.

import {el, isForField, isWall} from './dom.js';
import {SPANS, buttons, press, timeField} from './spans.js';
import {LATEST, full, toField} from './times.js';

/** A browser reports each part of a time as soon as it is entered. */
const ENTERED_AFTER = 500;
/** The shortest range to zoom to, in milliseconds. */
const SHORTEST = 1_000;

/** The range in the address, in milliseconds, or null. A wall shows the latest values, because it has no place for the range. */
function fixedRange(parameters) {
  const [from, to] = isWall() ? [] : ['from', 'to'].map(name => Number(parameters.get(name) ?? NaN));
  return isInAddresses(from) && isInAddresses(to) && from < to ? widened(from, to) : null;
}

/** Whether an address may have a time; not if it is no number, as of a year with five digits. */
function isInAddresses(millis) {
  return millis >= 0 && millis <= LATEST;
}

/** A range that is long enough to be shown. */
function widened(from, to) {
  return [from, Math.max(to, from + SHORTEST)];
}

export class TimeRange {
  /**
   * @param parameters of the address
   * @param usual the latest span of an address without one, in milliseconds
   * @param write writes the address, as a step of the browser if its argument is true; returns false if the user has gone
   *     elsewhere
   * @param changed called after another choice
   * @param notify receives a message for the user; returns a function that removes it
   */
  constructor(parameters, {usual, write, changed, notify}) {
    Object.assign(this, {usual, writeAddress: write, changed, notify});
    /** The name of the latest span, or null for the usual one. */
    this.span = Object.hasOwn(SPANS, parameters.get('span') ?? '') ? parameters.get('span') : null;
    this.removeWrong = () => {};
    this.spans = buttons('Span', Object.keys(SPANS), null, name => this.setSpan(name));
    this.fields = ['From', 'To'].map((label, i) => timeField(label, millis => this.enter(i, millis)));
    this.button = el('button', {type: 'button', onclick: () => this.goLive()}, 'Go live');
    /** Prints show the range, and screen readers read one that was chosen in a plot. */
    this.status = el('span', {class: 'note', role: 'status'});
    this.limits = [...this.fields.map(field => field.element), this.button];
    this.keys = event => event.key === 'Escape' && !isForField(event) && !isWall() && !document.querySelector('dialog[open]') && this.undo();
    addEventListener('keydown', this.keys);
    this.set(fixedRange(parameters));
  }

  /** The end of a fixed range in milliseconds; null for the latest span. */
  get to() {
    return this.fixed?.[1] ?? null;
  }

  get millis() {
    return this.fixed ? this.fixed[1] - this.fixed[0] : SPANS[this.span] ?? this.usual;
  }

  /** The ranges before each zoom, the earliest first; null is the latest span. The browser keeps them with its step. */
  get ranges() {
    return history.state?.ranges ?? [];
  }

  /** Puts the range into an address. */
  put(parameters) {
    this.span === null || SPANS[this.span] === this.usual ? parameters.delete('span') : parameters.set('span', this.span);
    ['from', 'to'].forEach((name, i) => this.fixed ? parameters.set(name, Math.round(this.fixed[i])) : parameters.delete(name));
  }

  /**
   * Writes the address after a choice of the user, of any kind.
   *
   * @param isStep whether the browser's Back returns to the address before
   * @param ranges those to return to
   * @param isZoom whether Back undoes a zoom, and nothing else
   */
  write(isStep, ranges = this.fixed ? this.ranges : [], isZoom = false) {
    // Another address has a state of its own.
    if (this.writeAddress(isStep)) {
      history.replaceState({...history.state, ranges, isZoom}, '');
    }
  }

  /** Shows a fixed range, or null for the latest span, in all controls. */
  set(fixed) {
    // A range that was entered before must not be shown after this choice.
    clearTimeout(this.entering);
    /** The limits of a fixed range, in milliseconds; null for the latest span. */
    this.fixed = fixed;
    this.entered = fixed ?? [null, null];
    this.fields.forEach((field, i) => field.set(this.entered[i]));
    this.status.textContent = fixed ? fixed.map(full).join(' to ') : '';
    this.button.hidden = fixed === null;
    this.press();
  }

  /** Marks the shown span, if it has a name. */
  press() {
    press(this.spans, this.fixed ? null : this.span ?? Object.keys(SPANS).find(name => SPANS[name] === this.usual));
  }

  /** Changes the usual span, in milliseconds. */
  setUsual(usual) {
    this.usual = usual;
    this.press();
  }

  zoom(from, to) {
    const ranges = [...this.ranges, this.fixed];
    this.set(widened(from, to));
    this.write(true, ranges, true);
    this.changed();
  }

  /** Returns to the range before the last zoom. */
  undo() {
    const ranges = [...this.ranges];
    if (history.state?.isZoom) {
      history.back();
    } else if (ranges.length > 0) {
      // The browser's Back would undo a later choice, such as that of a variable.
      this.set(ranges.pop());
      this.write(true, ranges);
      this.changed();
    }
  }

  /** A double click in a plot within an element undoes a zoom. */
  undoIn(element) {
    element.addEventListener('dblclick', event => event.target.closest('.plot') && this.undo());
  }

  /** The usual span is no name, so that it follows the editor. */
  setSpan(name) {
    this.span = SPANS[name] === this.usual ? null : name;
    this.live();
  }

  live() {
    // Without a step, Back would return from the latest span to the latest span.
    const isStep = this.fixed !== null;
    this.set(null);
    this.write(isStep);
    this.changed();
  }

  /** The button leaves, so the focus moves to the shown span. */
  goLive() {
    this.live();
    (this.spans.querySelector('[aria-pressed=true]') ?? this.spans.firstElementChild).focus();
  }

  /** Notes an entered limit of the range. */
  enter(i, millis) {
    this.entered = this.entered.map((one, at) => at === i ? millis : one);
    clearTimeout(this.entering);
    this.entering = setTimeout(() => this.showEntered(), ENTERED_AFTER);
  }

  /** Shows the range of the two fields; live values if both are empty. */
  showEntered() {
    const [from, to] = this.entered;
    this.removeWrong();
    if (from === null && to === null) {
      this.live();
    } else if (![from ?? 0, to ?? 0].every(isInAddresses)) {
      this.removeWrong = this.notify('From and To must be in the years 1970 to 9999', true);
    } else if (this.fixed && this.fixed.every((millis, i) => toField(millis) === toField(this.entered[i] ?? 0))) {
      this.set(this.fixed);
    } else if (from !== null && to !== null && from < to) {
      this.zoom(from, to);
    } else if (from !== null && to !== null) {
      this.removeWrong = this.notify('From must be before To', true);
    }
  }

  close() {
    clearTimeout(this.entering);
    removeEventListener('keydown', this.keys);
  }
}
