// One selector, chosen from the existing names.

import {catalogOf} from './catalog.js';
import {el, fill, write} from './dom.js';
import {read, spell} from './selectors.js';

/** Inputs for measurement, field and tags, each with the existing names. */
export class Chooser {
  /**
   * @param change called with the text of another selector
   * @param remove called by the button Remove
   */
  constructor(text, change, remove) {
    this.change = change;
    this.selector = read(text);
    this.asked = 0;
    const set = (key, value) => this.set({...this.selector, [key]: value});
    this.measurement = new Field('measurement', 'Measurement', 'choose one', value => this.set({...read(''), measurement: value}));
    this.field = new Field('field', 'Field', 'all', value => set('field', value));
    /** A field for each tag, by its key. */
    this.tags = new Map();
    this.removal = el('button', {type: 'button', title: 'Remove', onclick: remove}, '×');
    this.wrong = el('span', {class: 'error'});
    // The lists open at a click or while the user types: names may have appeared since the last answer.
    this.element = el('div', {class: 'selector', onfocusin: () => this.ask(), onpointerdown: () => this.ask()},
      this.measurement.element, this.field.element, this.removal, this.wrong);
    this.offer({measurements: {}, fields: [], tags: {}});
    this.ask();
  }

  /** Offers all values of a tag, including a tag with a chosen value. */
  async ask() {
    const asked = ++this.asked;
    try {
      const catalog = await catalogOf(this.selector.measurement);
      if (asked === this.asked) {
        write(this.wrong, '');
        this.offer(catalog);
      }
    } catch (e) {
      write(this.wrong, e.message);
    }
  }

  /** Inputs stay, with what the user is typing. */
  offer(catalog) {
    const {measurement, tags} = this.selector;
    this.measurement.offer(Object.keys(catalog.measurements));
    this.field.offer(catalog.fields);
    const keys = [...new Set([...Object.keys(tags), ...(measurement ? Object.keys(catalog.tags) : [])])].sort();
    [...this.tags.keys()].filter(key => !keys.includes(key)).forEach(key => {
      this.tags.get(key).element.remove();
      this.tags.delete(key);
    });
    let before = this.field.element;
    for (const key of keys) {
      if (!this.tags.has(key)) {
        this.tags.set(key, new Field(key, key, 'any', value => this.setTag(key, value)));
        before.after(this.tags.get(key).element);
      }
      this.tags.get(key).offer(Object.hasOwn(catalog.tags, key) ? catalog.tags[key] : []);
      before = this.tags.get(key).element;
    }
    this.show();
  }

  /** Shows the values of the selector. */
  show() {
    const {measurement, field, tags} = this.selector;
    this.measurement.set(measurement);
    this.field.set(field);
    this.tags.forEach((one, key) => one.set(tags[key] ?? ''));
    this.removal.setAttribute('aria-label', 'Remove metric: ' + (spell(this.selector) || 'none'));
  }

  setTag(key, value) {
    const tags = Object.assign(Object.create(null), this.selector.tags);
    value ? tags[key] = value : delete tags[key];
    this.set({...this.selector, tags});
  }

  set(selector) {
    this.selector = selector;
    this.show();
    this.ask();
    this.change(spell(selector));
  }
}

/** An input for a name, with the existing ones. */
export class Field {
  constructor(name, label, placeholder, set) {
    const id = 'list-' + Math.random().toString(36).slice(2);
    this.value = '';
    this.input = el('input', {'data-name': name, placeholder, list: id, autocomplete: 'off', spellcheck: 'false', onchange: () => {
      // Shows the name without the spaces around it.
      this.value = this.input.value;
      set(this.value.trim());
    }});
    this.names = el('datalist', {id});
    this.element = el('label', {}, label, this.input, this.names);
  }

  /** Shows another value. */
  set(value) {
    this.element.classList.toggle('set', value !== '');
    if (this.value !== value) {
      this.value = value;
      this.input.value = value;
    }
  }

  offer(names) {
    const text = names.join('\n');
    if (this.offered !== text) {
      this.offered = text;
      fill(this.names, names.map(name => el('option', {value: name})));
    }
  }
}
