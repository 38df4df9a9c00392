// The range that the plots of a view show instead of its latest span: chosen in a plot, kept in the
// address, and undone like a step of the browser.

import {el, isWall} from './dom.js';
import {fixedRange, isUndo, widened, writeRange} from './range.js';
import {full} from './times.js';

export class Zoom {
  /**
   * @param parameters of the address
   * @param replace writes them, as a step of the browser if its second argument is true
   * @param changed called after another choice
   */
  constructor(parameters, replace, changed) {
    Object.assign(this, {parameters, replace, changed});
    this.range = el('span', {class: 'note', role: 'status'});
    this.button = el('button', {type: 'button', onclick: () => {
      this.leave();
      this.write(true);
      this.changed();
    }}, 'Go live');
    this.elements = [this.range, this.button];
    this.keys = event => isUndo(event) && this.undo();
    addEventListener('keydown', this.keys);
    this.show();
    if (isWall()) {
      this.leave();
      this.write(false);
    }
  }

  /** The limits of the range in milliseconds; null for the latest span. */
  get fixed() {
    const range = fixedRange(this.parameters);
    return range && widened(...range);
  }

  /** Its end in milliseconds; null for the latest span. */
  get to() {
    return this.fixed?.[1] ?? null;
  }

  /** The ranges before each zoom, the earliest first; null is the latest span. The browser keeps them with its step. */
  get ranges() {
    return history.state?.ranges ?? [];
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

  /** Forgets the range; the caller writes the address. */
  leave() {
    this.set(null);
  }

  /**
   * Writes the address.
   *
   * @param isStep whether the browser's Back returns to the address before
   * @param ranges those to return to
   * @param isZoom whether Back undoes a zoom, and nothing else
   */
  write(isStep, ranges = this.fixed ? this.ranges : [], isZoom = false) {
    this.replace(this.parameters, isStep);
    history.replaceState({...history.state, ranges, isZoom}, '');
  }

  set(range) {
    writeRange(range, this.parameters);
    this.show();
  }

  show() {
    const {fixed} = this;
    this.range.textContent = fixed ? fixed.map(full).join(' to ') : '';
    this.button.hidden = fixed === null;
  }

  close() {
    removeEventListener('keydown', this.keys);
  }
}
