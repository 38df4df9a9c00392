// A list of selectors, which users change, add and remove.

import {Chooser} from './chooser.js';
import {el, write} from './dom.js';

export class Choosers {
  /**
   * @param selectors their texts, which are changed in place
   * @param addText returns the text of the button that adds one, for the number of selectors
   * @param changed called after each change; an added selector is empty at first
   */
  constructor(selectors, addText, changed) {
    Object.assign(this, {selectors, addText, changed});
    this.list = selectors.map(text => this.chooser(text));
    this.button = el('button', {type: 'button', onclick: () => this.add()});
    this.element = el('div', {}, this.list.map(({element}) => element), this.button);
    this.show();
  }

  chooser(text) {
    const made = new Chooser(text, changed => {
      this.selectors[this.list.indexOf(made)] = changed;
      this.changed();
    }, () => this.remove(this.list.indexOf(made)));
    return made;
  }

  show() {
    write(this.button, this.addText(this.list.length));
    this.list.forEach(({removal}) => {
      removal.hidden = this.list.length < 2;
    });
  }

  add() {
    const added = this.chooser('');
    this.selectors.push('');
    this.list.push(added);
    this.button.before(added.element);
    this.show();
    added.measurement.input.focus();
  }

  /** The focus moves to the next button Remove, or else the one before: it would be lost with its button. */
  remove(at) {
    this.selectors.splice(at, 1);
    const [removed] = this.list.splice(at, 1);
    removed.element.remove();
    this.show();
    (this.list.length > 1 ? this.list[Math.min(at, this.list.length - 1)].removal : this.button).focus();
    this.changed();
  }
}
