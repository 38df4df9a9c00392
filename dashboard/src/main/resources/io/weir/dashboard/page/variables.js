// The variables of a view: a control for each, and the texts and selectors with their values. A value is
// `var-detector=TPC` in the address.

import {el, fill} from './dom.js';
import {get} from './api.js';
import {read, spell} from './selectors.js';

const REFERENCE = /\$([A-Za-z][A-Za-z0-9_]{0,31})/g;
/** The value for all values, in the address and in selectors. */
const ALL = '*';

/**
 * A value in a selector. Selectors have no escape for some characters: `?`, which matches any single character,
 * replaces each of them. So a value never selects longer values, and never ends the tag.
 */
function data(value) {
  return value.replace(/[*\\\x00-\x1f]|^\s|\s$/g, '?');
}

export class Variables {
  /**
   * @param specs name; measurement and default, which may be absent; tag; all: whether all values may be chosen
   * @param parameters of the address
   * @param changed called after a choice, which is in the parameters
   */
  constructor(specs, parameters, changed) {
    this.specs = specs;
    this.parameters = parameters;
    this.changed = changed;
    this.elements = specs.map(spec => this.control(spec));
  }

  /** Removes values of variables that the view no longer has; returns whether the address had any. */
  forgetOthers() {
    const others = [...this.parameters.keys()].filter(key => key.startsWith('var-') && this.specs.every(({name}) => key !== 'var-' + name));
    others.forEach(key => this.parameters.delete(key));
    return others.length > 0;
  }

  value(spec) {
    return this.parameters.get('var-' + spec.name) || (spec.default ?? ALL);
  }

  isAll(spec) {
    return spec.all && this.value(spec) === ALL;
  }

  control(spec) {
    // Null until the catalog has answered.
    let known = null;
    const select = el('select', {'data-name': 'var-' + spec.name, onchange: () => {
      this.parameters.set('var-' + spec.name, select.value);
      remark();
      this.changed();
    }});
    const more = el('span', {class: 'note'});
    // The value of an old link would else look like that of a silent part of the farm.
    const remark = () => {
      if (known) {
        const isKnown = this.isAll(spec) || known.values.includes(this.value(spec));
        fill(more, known.more ? 'only some values are offered' : isKnown ? '' : 'no series has this value');
      }
    };
    const offer = values => {
      const others = [...new Set([...values, ...(this.isAll(spec) ? [] : [this.value(spec)])])].filter(one => !(spec.all && one === ALL));
      fill(select, spec.all ? el('option', {value: ALL}, 'all') : null, others.sort().map(one => el('option', {value: one}, one)));
      select.value = this.value(spec);
    };
    offer([]);
    get('api/catalog?q=' + encodeURIComponent(spell({measurement: spec.measurement ?? '*', tags: {[spec.tag]: '*'}, field: ''}))).then(({tags, more: isMore}) => {
      known = {values: Object.hasOwn(tags, spec.tag) ? tags[spec.tag] : [], more: isMore};
      offer(known.values);
      remark();
    }, error => fill(more, error.message));
    return el('label', {class: 'only'}, spec.name, select, more);
  }

  /** Replaces references by `put(spec)`. */
  replaced(text, put) {
    return text.replace(REFERENCE, (reference, name) => {
      const spec = this.specs.find(one => one.name === name);
      return spec ? put(spec) : reference;
    });
  }

  /** A title with the values. */
  text(text) {
    return this.replaced(text, spec => this.isAll(spec) ? 'all' : this.value(spec));
  }

  /** A selector with the values, as parts of names. */
  selector(text) {
    const put = part => this.replaced(part, spec => this.isAll(spec) ? ALL : data(this.value(spec)));
    const {measurement, tags, field} = read(text);
    const filled = Object.assign(Object.create(null), tags);
    Object.keys(filled).forEach(key => {
      filled[key] = put(filled[key]);
    });
    return spell({measurement: put(measurement), tags: filled, field: put(field)});
  }
}
