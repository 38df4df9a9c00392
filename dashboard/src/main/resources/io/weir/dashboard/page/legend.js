// The legend of a plot: sorts, filters, hides and isolates lines, and copies their values.

import {el, fill, keepFocus, scroller, write} from './dom.js';
import {filterOf} from './filter.js';
import {hostLink, hostOf} from './hosts.js';
import {meansNote, OVER_SPAN} from './overspan.js';
import {swatch} from './panels.js';
import {SeenRows} from './seen.js';
import {title} from './selectors.js';

const ALPHABET = new Intl.Collator([], {numeric: true});
const COPIED_MILLIS = 2_000;
/** Interval of updates of the columns over the span, in milliseconds. */
const OVER_EVERY = 1_000;
const HEADS = ['Series', 'Last', ...OVER_SPAN];
const SERIES = 0;
const LAST = 1;

/** All lines except hidden ones, including those that appear later. */
class AllBut {
  constructor(hidden) {
    this.hidden = hidden;
  }

  has(line) {
    return !this.hidden.has(line);
  }
}

export class Legend {
  /**
   * @param focus called with a line below the cursor, or null
   * @param changed called when other lines or another order are chosen
   * @param actions further buttons
   */
  constructor(root, {focus, changed, actions = []}) {
    Object.assign(this, {focus, changed, names: [], lines: [], rows: [], overAt: 0});
    this.reset();
    this.sort = {by: null, way: 1};
    this.filter = el('input', {type: 'search', placeholder: 'Filter the legend', 'aria-label': 'Filter the legend', oninput: () => this.filterRows()});
    this.copyButton = el('button', {type: 'button', onclick: () => this.copy()}, 'Copy');
    this.all = el('button', {type: 'button', hidden: true, onclick: () => this.choose(null)}, 'Show all');
    this.heads = HEADS.map((text, by) => el('th', {scope: 'col', class: by === SERIES ? '' : 'number'},
      el('button', {type: 'button', class: 'plain', onclick: () => this.sortBy(by)}, text)));
    this.lastHead = this.heads[LAST].firstChild;
    this.means = el('p', {class: 'note'});
    this.body = el('tbody');
    fill(root,
      el('div', {class: 'bar'}, this.filter, this.copyButton, this.all, actions, el('span', {class: 'note'}, 'Click a series to show it alone, with Shift or Ctrl to hide it')),
      scroller('Legend', el('table', {class: 'legend'}, el('thead', {}, el('tr', {}, this.heads)), this.body)), this.means);
  }

  /** Shows all lines again; the next ones may be others. */
  reset() {
    /**
     * The chosen lines: null for all, a set if they are isolated, AllBut if others are hidden. It is
     * never changed.
     */
    this.shown = null;
  }

  /** Shows lines, or a text if there are none. */
  layOut(names, texts, empty) {
    this.names = names;
    this.texts = texts;
    /** The lines from top to bottom. */
    this.lines = [...names.keys()];
    this.rows = names.map((name, line) => {
      const button = el('button', {type: 'button', class: 'plain', onclick: event => this.press(line, event.shiftKey || event.ctrlKey || event.metaKey)}, swatch(line), texts[line]);
      const host = hostOf(name.tags);
      const cell = el('td', {class: 'number'});
      const over = OVER_SPAN.map(() => el('td', {class: 'over'}));
      const element = el('tr', {onmouseenter: () => this.focus(line), onmouseleave: () => this.focus(null), onfocusin: () => this.focus(line), onfocusout: () => this.focus(null), title: title(name)}, el('td', {class: 'long'}, button, host && hostLink(host, {class: 'to', 'aria-label': 'Page of host ' + host, title: 'Page of host ' + host}, '')), cell, over);
      return {line, cell, over, button, element};
    });
    // The same series may have a row again.
    keepFocus(this.body, () => {
      fill(this.body, this.rows.length > 0 ? this.rows.map(row => row.element) : empty ? el('tr', {}, el('td', {class: 'note', colspan: HEADS.length}, empty)) : null);
      this.mark();
      this.order();
      this.filterRows();
    });
    this.seen?.close();
    this.seen = new SeenRows(this.rows.map(row => row.element), () => {
      this.overAt = 0;
      this.write();
    });
    this.overAt = 0;
  }

  /**
   * Shows the values of each line: value(line) is {text, number, isOld}; over(line) has {text, number}
   * for each column over the span.
   *
   * @param isAtCursor whether value(line) is that at the cursor instead of the last one
   * @param meanMillis the longest window of means among the values; 0 if there are none
   */
  update({value, over, isAtCursor, meanMillis}) {
    Object.assign(this, {value, over});
    write(this.lastHead, isAtCursor ? 'At cursor' : HEADS[LAST]);
    write(this.means, meansNote(meanMillis));
    this.write();
  }

  write() {
    if (!this.value) {
      return;
    }
    const now = Date.now();
    const isDue = now > this.overAt + OVER_EVERY || now < this.overAt;
    this.overAt = isDue ? now : this.overAt;
    this.seen.forEach(i => {
      const row = this.rows[i];
      const {text, isOld} = this.value(i);
      write(row.cell, text);
      row.cell.classList.toggle('old', isOld);
      isDue && this.over(i).forEach((one, column) => write(row.over[column], one.text));
    });
  }

  /** The texts of a line's row. */
  cells(line) {
    return [this.texts[line], this.value(line).text, ...this.over(line).map(one => one.text)];
  }

  /** A click isolates a line, a further one shows all; with Ctrl it hides or shows the line. */
  press(line, isToggle) {
    const isAlone = this.shown?.size === 1 && this.shown.has(line);
    if (!isToggle) {
      this.choose(isAlone ? null : new Set([line]));
      return;
    }
    const isIsolated = this.shown instanceof Set;
    const next = new Set(isIsolated ? this.shown : this.shown?.hidden);
    next.delete(line) || next.add(line);
    this.choose(next.size === this.names.length || next.size === 0 ? null : isIsolated ? next : new AllBut(next));
  }

  choose(shown) {
    this.shown = shown;
    this.mark();
    this.changed();
  }

  mark() {
    this.all.hidden = this.shown === null;
    this.rows.forEach(({line, button, element}) => {
      const is = this.shown === null || this.shown.has(line);
      button.setAttribute('aria-pressed', String(is));
      element.classList.toggle('off', !is);
    });
  }

  sortBy(by) {
    this.sort = {by, way: this.sort.by === by ? -this.sort.way : by === SERIES ? 1 : -1};
    this.order();
    this.changed();
  }

  order() {
    const {by, way} = this.sort;
    this.heads.forEach((head, i) => i === by ? head.setAttribute('aria-sort', way < 0 ? 'descending' : 'ascending') : head.removeAttribute('aria-sort'));
    if (by === null) {
      return;
    }
    const number = line => by === LAST ? this.value?.(line).number : this.over?.(line)[by - LAST - 1].number;
    const numbers = by === SERIES ? [] : this.rows.map(({line}) => number(line));
    const sorted = [...this.rows].sort((one, other) => by === SERIES ? way * ALPHABET.compare(this.texts[one.line], this.texts[other.line])
      : compareNumbers(numbers[one.line], numbers[other.line], way));
    this.lines = sorted.map(row => row.line);
    this.body.append(...sorted.map(row => row.element));
  }

  filterRows() {
    const matches = filterOf(this.filter.value);
    this.rows.forEach(({line, element}) => {
      const {measurement, field, tags} = this.names[line];
      element.hidden = !matches({texts: [this.texts[line], measurement, field], tags});
    });
  }

  /** Copies the listed lines and their values, separated by tabs, below a line with the names of the columns. */
  async copy() {
    const lines = new Map(this.rows.map(({element, line}) => [element, line]));
    const listed = [...this.body.rows].filter(row => !row.hidden && lines.has(row)).map(row => this.cells(lines.get(row)));
    const text = [HEADS, ...listed].map(cells => cells.join('\t')).join('\n');
    try {
      await navigator.clipboard.writeText(text);
      this.copyButton.textContent = 'Copied';
    } catch {
      this.copyButton.textContent = 'The browser does not permit copying';
    }
    setTimeout(() => this.copyButton.textContent = 'Copy', COPIED_MILLIS);
  }

  close() {
    this.seen?.close();
  }
}

/** Compares by value, in a way of 1 or -1; texts and absent values come after all numbers. */
function compareNumbers(one, other, way) {
  const [isOne, isOther] = [Number.isFinite(one), Number.isFinite(other)];
  return isOne && isOther ? way * (one - other) : isOther - isOne;
}
