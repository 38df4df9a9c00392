// Lines as a table: a row for what differs by its tags, a column for each field.

import {amount, el, fill, write} from './dom.js';
import {differing, host} from './selectors.js';
import {trouble} from './trouble.js';

const DRAW_EVERY = 1_000;
const OVER_SPAN = ['least', 'mean', 'most'];

export class Table {
  constructor(root, spec) {
    this.spec = spec;
    this.count = -1;
    this.drawn = 0;
    this.sort = null;
    this.words = 1;
    this.head = el('thead');
    this.body = el('tbody');
    fill(root, el('div', {class: 'scroll'}, el('table', {class: 'values'}, this.head, this.body)));
  }

  draw(lines, end) {
    const now = Date.now();
    if (this.count === lines.names.length && now - this.drawn < DRAW_EVERY) {
      return;
    }
    this.drawn = now;
    if (this.count !== lines.names.length) {
      this.count = lines.names.length;
      this.layOut(lines.names);
    }
    const data = this.isOne ? lines.grid.until(end, this.count) : null;
    this.places.forEach((cells, line) => {
      const value = lines.now[line]?.value;
      this.tell(cells[0], value, this.isOne ? this.spec.unit : '');
      cells[0].className = 'number ' + trouble(value, this.spec);
      if (data) {
        overSpan(data[line + 1]).forEach((one, i) => this.tell(cells[i + 1], one, ''));
      }
    });
    this.order();
  }

  tell(cell, value, unit) {
    cell.sortBy = value ?? null;
    write(cell, value === undefined || value === null ? '–' : amount(value, unit).join(' ').trim());
  }

  layOut(names) {
    const measurements = [...new Set(names.map(name => name.measurement))];
    const keys = [...new Set(measurements.flatMap(one => differing(names.filter(name => name.measurement === one))))].sort();
    const column = name => (measurements.length > 1 ? name.measurement + ' ' : '') + name.field;
    const columns = [...new Set(names.map(column))].sort();
    this.isOne = columns.length === 1;
    const numbers = this.isOne ? ['now', ...OVER_SPAN] : columns;
    this.words = Math.max(1, keys.length);
    fill(this.head, el('tr', {}, [...(keys.length ? keys : ['']), ...numbers].map((text, i) => el('th', {class: i < this.words ? '' : 'number'},
      el('button', {type: 'button', class: 'plain', onclick: () => this.sortBy(i)}, text)))));
    const rows = new Map();
    this.places = names.map(name => {
      const id = JSON.stringify(keys.map(key => name.tags[key] ?? ''));
      if (!rows.has(id)) {
        const cells = numbers.map(() => el('td', {class: 'number'}, '–'));
        const texts = keys.length ? keys.map(key => name.tags[key] ?? '') : [host(name)];
        rows.set(id, {cells, element: el('tr', {title: Object.entries(name.tags).map(([key, value]) => key + ' = ' + value).join('\n')}, texts.map(text => el('td', {}, text)), cells)});
      }
      const {cells} = rows.get(id);
      return this.isOne ? cells : [cells[columns.indexOf(column(name))]];
    });
    this.rows = [...rows.values()].map(row => row.element);
    fill(this.body, this.rows.length ? this.rows : el('tr', {}, el('td', {class: 'note', colspan: this.words + numbers.length}, 'Nothing of that came yet.')));
  }

  sortBy(column) {
    this.sort = this.sort?.column === column ? {column, way: -this.sort.way} : {column, way: column < this.words ? 1 : -1};
    this.order();
  }

  order() {
    const {column, way} = this.sort ?? {column: 0, way: 1};
    const key = row => column < this.words ? row.cells[column]?.textContent : row.cells[column]?.sortBy;
    const sorted = [...this.rows].sort((one, other) => way * compare(key(one), key(other)));
    if (sorted.some((row, i) => this.body.rows[i] !== row)) {
      this.body.append(...sorted);
    }
    [...this.head.rows[0].cells].forEach((cell, i) =>
      this.sort && i === column ? cell.setAttribute('aria-sort', way < 0 ? 'descending' : 'ascending') : cell.removeAttribute('aria-sort'));
  }

  close() {}
}

function compare(one, other) {
  return typeof one === 'number' && typeof other === 'number' ? one - other : String(one ?? '').localeCompare(String(other ?? ''), [], {numeric: true});
}

function overSpan(values) {
  const numbers = values.filter(value => value !== null);
  return numbers.length === 0 ? [null, null, null] : [Math.min(...numbers), numbers.reduce((sum, one) => sum + one, 0) / numbers.length, Math.max(...numbers)];
}
