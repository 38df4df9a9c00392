// The rows of a list that changes while the user works with it. An unchanged row keeps its element,
// so that clicks and text selections on it are not lost.

import {ago, el, write} from '../dom.js';
import {now} from '../api.js';
import {badge} from './badge.js';

export class Rows {
  /** @param press is called with the path of a clicked row, and the event */
  constructor(root, press) {
    this.root = root;
    this.press = press;
    this.elements = new Map();
    this.made = 0;
  }

  /**
   * Shows rows: path, severity, state, name, message; since (text) if its age is shown; and, in a tree,
   * depth and isClosed (null if there is nothing to fold).
   */
  show(rows) {
    const before = this.elements;
    this.elements = new Map(rows.map(row => JSON.stringify(row)).map((key, i) => [key, before.get(key) ?? this.make(rows[i])]));
    before.forEach((element, key) => this.elements.has(key) || element.remove());
    let at = this.root.firstChild;
    this.elements.forEach(element => {
      if (element === at) {
        at = at.nextSibling;
      } else {
        this.root.insertBefore(element, at);
      }
    });
    this.pass();
  }

  make({path, severity, state, name, message, since, depth, isClosed}) {
    const isOfTree = depth !== undefined;
    const attributes = isOfTree
      ? {role: 'treeitem', 'aria-level': depth + 1, 'aria-expanded': isClosed === null ? null : String(!isClosed)}
      : {role: 'option'};
    const mark = isClosed === null || !isOfTree ? '' : isClosed ? '▸ ' : '▾ ';
    const element = el('div', {class: 'row', id: 'row' + this.made++, ...attributes, onclick: event => this.press(path, event), onmousedown: keepText},
      badge(severity),
      el('span', {class: 'state'}, state),
      el('span', {class: 'id' + (isOfTree ? ' depth' + Math.min(depth, 8) : '')}, mark + name),
      el('span', {class: 'message'}, message),
      since && el('span', {class: 'since', title: since}));
    element.dataset.path = path;
    return element;
  }

  /** Updates the age of each row. */
  pass() {
    this.root.querySelectorAll('.since').forEach(each => write(each, ago(Date.parse(each.title), now())));
  }

  /**
   * Marks the selected rows and the cursor. The list keeps the focus, so that rows may appear and
   * disappear.
   */
  choose(selection) {
    this.root.removeAttribute('aria-activedescendant');
    this.elements.forEach(element => {
      const {path} = element.dataset;
      element.setAttribute('aria-selected', String(selection.has(path)));
      element.classList.toggle('marked', selection.marked.has(path));
      element.classList.toggle('cursor', path === selection.cursor);
      if (path === selection.cursor) {
        this.root.setAttribute('aria-activedescendant', element.id);
      }
    });
  }
}

/** A click with Shift selects rows, not text. */
function keepText(event) {
  if (event.shiftKey) {
    event.preventDefault();
  }
}
