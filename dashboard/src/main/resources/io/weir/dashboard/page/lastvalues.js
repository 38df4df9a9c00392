// The last value of each series that selectors match, with its age.

import {ago, amount, el, fill, notices, scroller, write} from './dom.js';
import {filterOf} from './filter.js';
import {follow} from './follow.js';
import {Lines} from './lines.js';
import {pace} from './pace.js';
import {SeenRows} from './seen.js';
import {spell, title} from './selectors.js';
import {full} from './times.js';
import {unitOf} from './units.js';

const EVERY = 500;
/** Means are not shown. */
const BINS = 10;
const ALPHABET = new Intl.Collator([], {numeric: true});

export class LastValues {
  /**
   * @param hidden tags that all series have in common
   * @param control an element before the filter
   * @param isShown whether to show the series with this name
   */
  constructor(root, hidden, control, isShown) {
    this.isShown = isShown;
    this.hidden = hidden;
    this.filter = el('input', {type: 'search', placeholder: 'Filter the values', 'aria-label': 'Filter the values', oninput: () => this.filterRows()});
    this.body = el('tbody');
    this.notices = notices();
    this.stop = () => {};
    fill(root, el('div', {class: 'bar'}, control, this.filter, this.notices.element), scroller('Last values', el('table', {},
      el('thead', {}, el('tr', {}, el('th', {scope: 'col'}, 'Metric'), el('th', {scope: 'col', class: 'number'}, 'Value'), el('th', {scope: 'col', class: 'number'}, 'Age'))), this.body)));
  }

  /** Shows the values of selectors; those of `span` milliseconds before `to`, or live ones if it is null. */
  show(selectors, span, to = null) {
    this.stop();
    this.notices.clear();
    this.edition = -1;
    this.lines = new Lines(span, {bins: BINS, to});
    const drawing = pace(() => this.draw());
    const end = follow([{selectors, lines: this.lines}], {to, every: EVERY, notify: this.notices.notify, changed: drawing.ask, restart: () => this.show(selectors, span, to)});
    drawing.ask();
    this.stop = () => {
      end();
      drawing.end();
      this.seen?.close();
    };
  }

  draw() {
    // The edition counts no change of the explanation while there are lines, all of which may be hidden here.
    if (this.edition !== this.lines.edition || this.empty !== this.lines.empty) {
      this.edition = this.lines.edition;
      this.empty = this.lines.empty;
      this.layOut();
    }
    this.write();
  }

  layOut() {
    this.rows = this.lines.names.flatMap((name, line) => {
      if (!this.isShown(name)) {
        return [];
      }
      const tags = Object.entries(name.tags).filter(([key]) => !this.hidden.includes(key)).map(([, value]) => value).join(' · ');
      const text = name.measurement + ' ' + name.field;
      const cells = [el('td', {class: 'number'}), el('td', {class: 'number'})];
      return [{line, text, tags, cells, element: el('tr', {title: title(name)},
        el('td', {class: 'long'}, el('a', {href: '#/metrics?q=' + encodeURIComponent(spell(name))}, text), tags && el('small', {}, ' ' + tags)), cells)}];
    }).sort((one, other) => ALPHABET.compare(one.text, other.text) || ALPHABET.compare(one.tags, other.tags));
    fill(this.body, this.rows.length > 0 ? this.rows.map(row => row.element) : el('tr', {}, el('td', {colspan: 3, class: 'note'}, this.lines.empty)));
    this.seen?.close();
    this.seen = new SeenRows(this.rows.map(row => row.element), () => this.write());
    this.filterRows();
  }

  write() {
    const end = this.lines.to ?? this.lines.end();
    this.seen.forEach(i => {
      const {line, cells: [value, age], element} = this.rows[i];
      const last = this.lines.now[line];
      const old = this.lines.age(line, end);
      write(value, last ? amount(last.value, unitOf(this.lines.names[line])).join(' ').trim() : '–');
      write(age, old || (!last ? '' : this.lines.to === null ? ago(last.millis, this.lines.present(end)) : 'at ' + full(last.millis)));
      age.title = last ? full(last.millis) : '';
      element.classList.toggle('old', old !== '');
    });
  }

  filterRows() {
    const matches = filterOf(this.filter.value);
    this.rows?.forEach(({line, text, element}) => element.hidden = !matches({texts: [text], tags: this.lines.names[line].tags}));
  }

  close() {
    this.stop();
  }
}
