// Lines as horizontal bars of their last values, the highest first.

import {amount, el, fill, write} from './dom.js';
import {title} from './selectors.js';
import {trouble} from './trouble.js';

/** Interval between changes of the order, in milliseconds. */
const ORDER_EVERY = 1_000;

export class Bars {
  /**
   * @param spec unit, min, max, minor and major as of panels; unitOf: a function from the name of a line to its unit.
   *     Bars of the same unit share a scale, which contains 0 without min and max
   * @param called a function from lines and a spec to their labels
   */
  constructor(root, spec, called) {
    Object.assign(this, {spec, called, edition: -1, orderAt: 0});
    this.list = el('ol', {class: 'bars'});
    this.note = el('p', {class: 'note'});
    fill(root, this.list, this.note);
  }

  draw(lines, end) {
    const {names, now, edition} = lines;
    if (this.edition !== edition) {
      this.edition = edition;
      this.orderAt = 0;
      const texts = this.called(lines, this.spec);
      this.bars = names.map((name, line) => this.bar(line, texts[line], name));
      write(this.note, names.length === 0 ? lines.empty : '');
    }
    this.bars.forEach(bar => {
      bar.number = typeof now[bar.line]?.value === 'number' ? now[bar.line].value : null;
      bar.old = lines.age(bar.line, end);
    });
    this.order();
    const scales = new Map(this.units.map(unit => [unit, this.scale(this.bars.filter(bar => bar.unit === unit))]));
    this.bars.forEach(bar => this.show(bar, scales.get(bar.unit)));
  }

  bar(line, text, name) {
    const part = el('i');
    const value = el('b');
    const word = el('span', {class: 'more'});
    return {line, unit: this.spec.unitOf?.(name) ?? this.spec.unit ?? '', part, value, word,
      element: el('li', {title: title(name)}, el('bdi', {class: 'name'}, text), el('span', {class: 'track'}, part), value, word)};
  }

  order() {
    const now = performance.now();
    if (now < this.orderAt) {
      return;
    }
    this.orderAt = now + ORDER_EVERY;
    this.units = [...new Set(this.bars.map(bar => bar.unit))];
    const sorted = [...this.bars].sort((one, other) => this.units.indexOf(one.unit) - this.units.indexOf(other.unit)
      || (one.old !== '') - (other.old !== '') || (other.number ?? -Infinity) - (one.number ?? -Infinity));
    if (sorted.length !== this.list.children.length || sorted.some((bar, i) => this.list.children[i] !== bar.element)) {
      fill(this.list, sorted.map(bar => bar.element));
    }
  }

  /** The ends of the scale of bars. */
  scale(bars) {
    const numbers = bars.map(bar => bar.number).filter(number => number !== null);
    const low = this.spec.min ?? Math.min(0, ...numbers);
    const high = this.spec.max ?? Math.max(0, ...numbers);
    return {low, high: high > low ? high : low + 1};
  }

  show(bar, {low, high}) {
    const at = value => Math.max(0, Math.min(100, (value - low) / (high - low) * 100));
    const [zero, to] = [at(0), at(bar.number ?? 0)];
    bar.part.style.left = Math.min(zero, to) + '%';
    bar.part.style.width = Math.abs(to - zero) + '%';
    const how = trouble(bar.number, this.spec);
    write(bar.value, bar.number === null ? '–' : amount(bar.number, bar.unit).join(' ').trim());
    write(bar.word, [how, bar.old].filter(word => word).join(', '));
    bar.element.className = [how, bar.old && 'old'].filter(one => one).join(' ');
  }

  close() {}
}
