// The controls for the variables of a draft.

import {catalogOf} from './catalog.js';
import {Field} from './chooser.js';
import {el, write} from './dom.js';

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,31}$/;

/** The variables that the page can offer: a new one has no tag yet, or the draft may have a mistake. */
export function offerable(variables) {
  return variables.filter((one, i) => NAME.test(one.name) && one.tag && (one.default || one.all) && variables.findIndex(({name}) => name === one.name) === i);
}

/** The keys of a file, by the names of the variables. Fails with a text for the user. */
export function keysOf(variables) {
  const names = variables.map(({name}) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) {
    throw new Error(`Two variables have the name ${twice || '""'}. Rename one of them.`);
  }
  return Object.fromEntries(variables.map(({name, ...keys}) => [name, keys]));
}

export class VariableFields {
  /**
   * @param variables name, measurement, tag, default and all, which are changed in place
   * @param changed called after each change
   */
  constructor(variables, changed) {
    Object.assign(this, {variables, changed});
    this.button = el('button', {type: 'button', onclick: () => this.add()}, 'Add variable');
    this.rows = variables.map(variable => this.row(variable));
    this.element = el('div', {}, el('p', {class: 'note'}, 'Write $name in titles and metrics of panels.'), this.rows.map(({element}) => element), this.button);
  }

  row(variable) {
    const field = (key, label, placeholder) => {
      const made = new Field(key, label, placeholder, value => {
        value ? variable[key] = value : delete variable[key];
        name();
        ask();
        this.changed();
      });
      made.set(variable[key] ?? '');
      return made;
    };
    const fields = {name: field('name', 'Name', ''), tag: field('tag', 'Tag', ''), measurement: field('measurement', 'Measurement', 'all'), fallback: field('default', 'Default value', variable.all ? 'all' : '')};
    const all = el('input', {type: 'checkbox', checked: variable.all, onchange: () => {
      variable.all = all.checked;
      fields.fallback.input.placeholder = all.checked ? 'all' : '';
      this.changed();
    }});
    const wrong = el('span', {class: 'error'});
    const removal = el('button', {type: 'button', title: 'Remove', onclick: () => this.remove(variable)}, '×');
    const ask = () => catalogOf(variable.measurement ?? '').then(({measurements, tags}) => {
      write(wrong, '');
      fields.measurement.offer(Object.keys(measurements));
      fields.tag.offer(Object.keys(tags));
      fields.fallback.offer(Object.hasOwn(tags, variable.tag ?? '') ? tags[variable.tag] : []);
    }, e => write(wrong, e.message));
    const element = el('div', {class: 'selector', role: 'group', onfocusin: ask, onpointerdown: ask},
      Object.values(fields).map(one => one.element), el('label', {}, 'Offer all', all), removal, wrong);
    const name = () => {
      element.setAttribute('aria-label', 'Variable ' + (variable.name || 'without a name'));
      removal.setAttribute('aria-label', 'Remove variable: ' + (variable.name || 'none'));
    };
    name();
    return {variable, element, removal, first: fields.name.input};
  }

  add() {
    const variable = {name: '', all: true};
    this.variables.push(variable);
    const row = this.row(variable);
    this.rows.push(row);
    this.button.before(row.element);
    row.first.focus();
    this.changed();
  }

  /** The focus moves to the next button Remove, or else the one before. */
  remove(variable) {
    const at = this.variables.indexOf(variable);
    this.variables.splice(at, 1);
    const [removed] = this.rows.splice(at, 1);
    removed.element.remove();
    (this.rows[Math.min(at, this.rows.length - 1)]?.removal ?? this.button).focus();
    this.changed();
  }
}
