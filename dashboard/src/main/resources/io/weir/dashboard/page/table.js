// Lines as a table: a row for each combination of differing tags, a column for each field.

import {amount, el, fill, keepFocus, scroller, write} from './dom.js';
import {tagValue} from './hosts.js';
import {meansNote, OVER_SPAN} from './overspan.js';
import {SeenRows} from './seen.js';
import {differing, host} from './selectors.js';
import {trouble} from './trouble.js';

/** Interval of updates of the span's columns and of the order, in milliseconds. */
const ORDER_EVERY = 1_000;
const ALPHABET = new Intl.Collator([], {numeric: true});

export class Table {
  constructor(root, spec) {
    this.spec = spec;
    this.edition = -1;
    this.orderAt = 0;
    this.sort = {column: 0, way: 1};
    this.head = el('thead');
    this.body = el('tbody');
    this.note = el('p', {class: 'note'});
    fill(root, scroller('Values', el('table', {class: 'values'}, this.head, this.body)), this.note);
  }

  draw(lines, end) {
    this.lines = lines;
    this.end = end;
    this.last = lines.grid.at(end);
    if (this.edition !== lines.edition) {
      this.edition = lines.edition;
      this.layOut(lines.names);
      this.order();
    }
    const now = Date.now();
    this.isDue = now > this.orderAt;
    if (this.isDue) {
      this.orderAt = now + ORDER_EVERY;
      if (this.sort.column >= this.words) {
        this.order();
      }
    }
    write(this.note, this.isOne ? meansNote(lines.meanMillis) : '');
    this.update();
  }

  /** Writes the visible rows. */
  update() {
    this.seen.forEach(i => {
      const {cells, places} = this.rows[i];
      places.forEach((line, column) => {
        const value = this.lines.now[line]?.value;
        const age = this.lines.age(line, this.end);
        writeValue(cells[column], value, this.isOne ? this.spec.unit : '', age);
        cells[column].className = 'number ' + trouble(value, this.spec) + (age ? ' old' : '');
      });
      if (this.isOne && this.isDue) {
        this.lines.grid.over(places[0], this.last).forEach((one, column) => writeValue(cells[column + 1], one, ''));
      }
    });
  }

  layOut(names) {
    const measurements = [...new Set(names.map(name => name.measurement))];
    const keys = [...new Set(measurements.flatMap(one => differing(names.filter(name => name.measurement === one))))].sort();
    const column = name => (measurements.length > 1 ? name.measurement + ' ' : '') + name.field;
    const columns = [...new Set(names.map(column))].sort();
    this.isOne = columns.length === 1;
    const numbers = this.isOne ? ['Last', ...OVER_SPAN] : columns;
    this.words = Math.max(1, keys.length);
    fill(this.head, el('tr', {}, [...(keys.length ? keys : ['Series']), ...numbers].map((text, i) => el('th', {class: i < this.words ? '' : 'number'},
      el('button', {type: 'button', class: 'plain', onclick: () => this.sortBy(i)}, text)))));
    const rows = new Map();
    names.forEach((name, line) => {
      const id = JSON.stringify(keys.map(key => name.tags[key] ?? ''));
      if (!rows.has(id)) {
        const cells = numbers.map(() => el('td', {class: 'number'}, '–'));
        const texts = keys.length ? keys.map(key => name.tags[key] ?? '') : [host(name)];
        rows.set(id, {texts, cells, places: [], element: el('tr', {title: Object.entries(name.tags).map(([key, value]) => key + ' = ' + value).join('\n')}, texts.map((text, i) => el('td', {class: 'long'}, tagValue(keys[i], text, name.tags))), cells)});
      }
      rows.get(id).places[this.isOne ? 0 : columns.indexOf(column(name))] = line;
    });
    this.rows = [...rows.values()];
    fill(this.body, this.rows.length ? this.rows.map(row => row.element) : el('tr', {}, el('td', {class: 'note', colspan: this.words + numbers.length}, this.lines.empty)));
    this.seen?.close();
    this.seen = new SeenRows(this.rows.map(row => row.element), () => {
      this.isDue = true;
      this.update();
    });
    this.orderAt = 0;
  }

  sortBy(column) {
    this.sort = {column, way: this.sort.column === column && this.isSorted ? -this.sort.way : column < this.words ? 1 : -1};
    this.isSorted = true;
    this.order();
  }

  order() {
    const {column, way} = this.sort;
    const keyed = this.rows.map(row => ({row, key: this.key(row, column)}));
    keyed.sort((one, other) => way * compare(one.key, other.key));
    if (keyed.some(({row}, i) => this.body.rows[i] !== row.element)) {
      keepFocus(this.body, () => this.body.append(...keyed.map(({row}) => row.element)));
    }
    [...this.head.rows[0].cells].forEach((cell, i) =>
      this.isSorted && i === column ? cell.setAttribute('aria-sort', way < 0 ? 'descending' : 'ascending') : cell.removeAttribute('aria-sort'));
  }

  /** The sort key of a row. */
  key({texts, places}, column) {
    const number = column - this.words;
    return number < 0 ? texts[column]
      : this.isOne && number > 0 ? this.lines.grid.over(places[0], this.last)[number - 1]
        : this.lines.now[places[number]]?.value;
  }

  close() {
    this.seen?.close();
  }
}

function writeValue(cell, value, unit, age = '') {
  write(cell, value === undefined || value === null ? '–' : amount(value, unit).join(' ').trim() + (age && ' · ' + age));
}

function compare(one, other) {
  return typeof one === 'number' && typeof other === 'number' ? one - other : ALPHABET.compare(one ?? '', other ?? '');
}
