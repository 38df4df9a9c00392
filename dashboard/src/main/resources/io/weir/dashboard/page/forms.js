// The choice of what a plot draws: lines, stacked areas, small multiples for the values of a tag, or heat maps.

import {el, fill} from './dom.js';
import {differing} from './selectors.js';
import {buttons, press} from './spans.js';

/** The forms, each with its name in the address. */
const FORMS = {'Lines': null, 'Stacked': 'stacked', 'Small multiples': 'multiples', 'Heat map': 'heat'};

export class Forms {
  /** @param changed called after a choice */
  constructor(parameters, changed) {
    this.form = Object.keys(FORMS).find(name => FORMS[name] === parameters.get('plot')) ?? 'Lines';
    this.chosen = parameters.get('by');
    this.tags = [];
    this.changed = changed;
    this.group = buttons('Form', Object.keys(FORMS), this.form, name => this.choose(name));
    this.select = el('select', {onchange: () => {
      this.chosen = this.select.value;
      changed();
    }});
    this.by = el('label', {class: 'time-field'}, 'By tag', this.select);
    this.element = el('div', {class: 'bar'}, this.group, this.by);
    this.offer([]);
  }

  choose(name) {
    this.form = name;
    press(this.group, name);
    this.show();
    this.changed();
  }

  /** Offers the tags in which lines differ, or all if there are none. */
  offer(names) {
    const tags = differing(names);
    this.tags = tags.length > 0 ? tags : [...new Set(names.flatMap(({tags}) => Object.keys(tags)))].sort();
    this.show();
  }

  show() {
    const keys = [...new Set([...this.tags, ...(this.chosen ? [this.chosen] : [])])];
    fill(this.select, keys.map(key => el('option', {value: key}, key)));
    this.select.value = this.tag();
    this.by.hidden = this.form !== 'Small multiples' || keys.length === 0;
  }

  /** The tag of the small multiples; without a choice the first one. */
  tag() {
    return this.chosen ?? this.tags[0] ?? '';
  }

  /** Adds the choice to an address. */
  write(parameters) {
    if (FORMS[this.form]) {
      parameters.set('plot', FORMS[this.form]);
    }
    if (this.form === 'Small multiples' && this.chosen) {
      parameters.set('by', this.chosen);
    }
  }
}
