// One selector, chosen from the existing names.

import {el, fill} from './dom.js';
import {get} from './api.js';
import {read, spell} from './selectors.js';

/** Inputs for measurement, field and tags, each with the existing names. */
export class Chooser {
  constructor(text, change, remove, removable) {
    this.change = change;
    this.remove = removable ? remove : null;
    this.selector = read(text);
    this.element = el('div', {class: 'selector'});
    this.show({measurements: {}, fields: [], tags: {}});
    this.ask();
  }

  async ask() {
    try {
      // Offers all values of a tag, including a tag with a chosen value.
      const {measurement} = this.selector;
      const catalog = await get('api/catalog?q=' + encodeURIComponent(spell({measurement: measurement || '*', tags: {}, field: ''})));
      this.show(catalog);
    } catch (e) {
      this.element.append(el('span', {class: 'error'}, e.message));
    }
  }

  show(catalog) {
    const {measurement, field, tags} = this.selector;
    const focused = this.element.contains(document.activeElement) ? document.activeElement.dataset.name : null;
    const keys = [...new Set([...Object.keys(tags), ...(measurement ? Object.keys(catalog.tags) : [])])].sort();
    fill(this.element,
      this.input('measurement', measurement, Object.keys(catalog.measurements), 'choose one', value => this.set({...read(''), measurement: value}), 'Measurement'),
      this.input('field', field, catalog.fields, 'all', value => this.set({...this.selector, field: value}), 'Field'),
      keys.map(key => this.input(key, tags[key] ?? '', Object.hasOwn(catalog.tags, key) ? catalog.tags[key] : [], 'any', value => {
        const others = Object.assign(Object.create(null), tags);
        value ? others[key] = value : delete others[key];
        this.set({...this.selector, tags: others});
      })),
      this.remove && el('button', {type: 'button', title: 'Remove', 'aria-label': 'Remove', onclick: this.remove}, '×'));
    if (focused) {
      this.element.querySelector('[data-name=' + CSS.escape(focused) + ']')?.focus();
    }
  }

  input(name, value, offered, placeholder, set, label = name) {
    const id = 'list-' + Math.random().toString(36).slice(2);
    return el('label', {class: value ? 'set' : ''}, label,
      el('input', {'data-name': name, value, placeholder, list: id, autocomplete: 'off', spellcheck: 'false', onchange: event => set(event.target.value.trim())}),
      el('datalist', {id}, offered.map(one => el('option', {value: one}))));
  }

  set(selector) {
    this.selector = selector;
    this.ask();
    this.change(spell(selector));
  }
}
