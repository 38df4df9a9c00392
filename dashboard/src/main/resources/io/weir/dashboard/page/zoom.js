// The range that the plots of a view show instead of its latest span: chosen in a plot, kept in the
// address, and undone like a step of the browser.

import {el, isWall} from './dom.js';
import {fixedRange, widened} from './range.js';
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
      this.replace(this.parameters);
      this.changed();
    }}, 'Go live');
    this.elements = [this.range, this.button];
    this.keys = event => {
      if (event.key === 'Escape' && event.target.tagName !== 'INPUT' && !isWall() && !document.querySelector('dialog[open]')) {
        this.undo();
      }
    };
    addEventListener('keydown', this.keys);
    this.show();
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

  zoom(from, to) {
    widened(from, to).forEach((millis, i) => this.parameters.set(['from', 'to'][i], Math.round(millis)));
    this.replace(this.parameters, true);
    // Other steps of the browser, such as the choice of a variable, are not undone by Escape.
    history.replaceState({...history.state, isZoom: true}, '');
    this.show();
    this.changed();
  }

  /** Returns to the range before the last zoom, like the browser's Back. */
  undo() {
    if (history.state?.isZoom) {
      history.back();
    }
  }

  /** Forgets the range; the caller writes the address. */
  leave() {
    ['from', 'to'].forEach(name => this.parameters.delete(name));
    history.replaceState({...history.state, isZoom: false}, '');
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
