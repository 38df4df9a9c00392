// Edits a view on the page. The server makes the file from the draft, and writes it nowhere: users commit it to the
// repository of their views.

import {catalogOf} from './catalog.js';
import {Field} from './chooser.js';
import {Choosers} from './choosers.js';
import {el, fill} from './dom.js';
import {get, post} from './api.js';
import {draftOf, forget, keep} from './drafts.js';
import {saveAs} from './export/save.js';
import {number, options, width} from './paneloptions.js';
import {SPANS} from './spans.js';
import {isTop} from './topfield.js';
import {keysOf, offerable, VariableFields} from './variablefields.js';

const KINDS = ['plot', 'gauge', 'tile', 'table', 'bars'];

/** Whether a view is being edited: then changed files must not replace it. */
export function isEditing() {
  return document.querySelector('.editor') !== null;
}

export class Editor {
  /**
   * @param shown the view of the file
   * @param changed called with the panels of the draft, its time range in milliseconds, its variables and the tag to
   *     choose, after each change
   * @param close called to discard the draft
   */
  constructor(shown, changed, close) {
    // The view that the draft began with: a kept draft may have begun with an earlier version.
    const kept = draftOf(shown.name);
    // If about or choose are absent, the earlier file had none; the current file may have them.
    this.shown = kept ? {...shown, about: undefined, choose: undefined, ...kept.shown} : shown;
    this.changed = changed;
    this.title = kept?.title ?? shown.title;
    this.about = kept?.about ?? shown.about ?? '';
    /** The tag whose value users choose for all panels; empty for none. */
    this.choose = kept?.choose ?? shown.choose ?? '';
    this.variables = kept?.variables ?? structuredClone(shown.variables);
    /** Another time range than that of the file. */
    this.span = kept?.span;
    this.panels = kept?.panels ?? shown.panels.map((panel, was) => ({...structuredClone(panel), was}));
    this.asked = 0;
    this.opened = new Map();
    this.rows = el('ol', {class: 'drafts'});
    this.result = el('div', {class: 'draft-file'});
    this.inputs = {title: this.textInput(this, 'title'), about: this.textInput(this, 'about')};
    this.tagField = this.makeTagField();
    this.variableFields = el('div');
    this.spanSelect = this.makeSpanSelect();
    /** What to know about the file. */
    this.state = el('div', {role: 'alert'});
    this.element = el('section', {class: 'wide editor', 'aria-label': 'Edit'},
      el('h2', {}, 'Edit', el('small', {}, ' the page writes no file: commit the result to the repository of the views')),
      kept ? el('p', {class: 'note', role: 'status'}, 'Your draft is kept in this tab until you discard it') : null,
      this.state,
      el('div', {class: 'bar'}, el('label', {class: 'only'}, 'Title of the view', this.inputs.title), el('label', {class: 'only grow'}, 'About', this.inputs.about), el('label', {class: 'only'}, 'Time range', this.spanSelect), this.tagField.element),
      this.variableFields,
      this.rows,
      el('div', {class: 'buttons'},
        el('button', {type: 'button', onclick: () => this.add()}, 'Add panel'),
        el('button', {type: 'button', onclick: () => this.showFile()}, 'Show YAML'),
        el('button', {type: 'button', onclick: () => {
          forget(shown.name);
          close();
        }}, 'Discard changes')),
      this.result);
    this.renderVariables();
    this.render();
  }

  /** An input for a text of the view or of a panel. */
  textInput(of, key, attributes = {}) {
    const input = el('input', {...attributes, value: of[key], oninput: () => {
      of[key] = input.value;
      this.keep();
    }, onchange: () => this.change()});
    return input;
  }

  renderVariables() {
    fill(this.variableFields, this.details(this, 'Variables', 'the view', () => new VariableFields(this.variables, () => this.change()).element));
  }

  /** The variables that can be offered. */
  offered() {
    return offerable(this.variables);
  }

  /** Offers the time ranges of the page, and that of the file, which may be another one. */
  makeSpanSelect() {
    const names = [...new Set([...Object.keys(SPANS), this.shown.span])];
    const select = el('select', {onchange: () => {
      this.span = select.value;
      this.change();
    }}, names.map(name => el('option', {value: name}, name)));
    select.value = this.span ?? this.shown.span;
    return select;
  }

  /** Offers the tags of all series. */
  makeTagField() {
    const field = new Field('choose', 'Tag to choose', 'none', key => {
      this.choose = key;
      field.set(key);
      this.change();
    });
    field.set(this.choose);
    field.element.classList.add('only');
    field.input.addEventListener('focus', () => catalogOf('').then(({tags}) => field.offer(Object.keys(tags)), () => {}));
    return field;
  }

  /** The tag whose value users choose; null for none. */
  tag() {
    return this.choose || null;
  }

  /** The time range, in milliseconds. */
  spanMillis() {
    return SPANS[this.span] ?? this.shown.spanMillis;
  }

  /** The panels that can be drawn: a new one has no metric yet, or the draft may have a mistake. A wrong top is ignored. */
  drawable() {
    return this.panels.filter(({kind, metrics, min, max}) => metrics.some(text => text) && (kind === 'gauge' ? (min ?? 0) < max : !(min >= max)))
      .map(panel => ({...panel, metrics: panel.metrics.filter(text => text), top: isTop(panel.top) ? panel.top : undefined}));
  }

  /** Reports whether the view still has a file. */
  learn(isThere) {
    if (this.isThere !== isThere) {
      this.isThere = isThere;
      fill(this.state, isThere ? null : el('p', {class: 'error'}, `The file ${this.shown.name}.yaml is gone. Show YAML makes a new file of the draft, without the comments of the old one.`));
    }
  }

  change() {
    this.keep();
    this.asked++;
    fill(this.result);
    this.changed(this.drawable(), this.spanMillis(), this.offered(), this.tag());
  }

  keep() {
    const {shown, title, about, choose, span, variables, panels} = this;
    keep(shown.name, {shown, title, about, choose, span, variables, panels});
  }

  /** Draws the rows anew, with the focus on a control of one. */
  render(focus = null) {
    fill(this.rows, this.panels.map((panel, at) => this.row(panel, at)));
    if (focus) {
      const row = this.rows.children[Math.min(focus.at, this.panels.length - 1)];
      const acts = [...(row?.querySelectorAll('[data-act]') ?? [])].filter(one => !one.disabled).reverse();
      (acts.find(one => one.dataset.act === focus.act) ?? acts.find(one => one.dataset.act !== 'remove'))?.focus();
    }
  }

  row(panel, at) {
    const called = panel.title || 'panel ' + (at + 1);
    const act = (name, label, disabled, run) => el('button', {type: 'button', 'data-act': name, disabled, 'aria-label': label + ': ' + called, onclick: run}, label);
    const title = this.textInput(panel, 'title', {'aria-label': 'Title of panel ' + (at + 1)});
    const kind = el('select', {'aria-label': 'Kind of ' + called, onchange: () => {
      if (panel.kind === 'gauge') {
        delete panel.min;
        delete panel.max;
      }
      if (kind.value === 'table') {
        delete panel.top;
        delete panel['top-by'];
      }
      this.set(panel, 'kind', kind.value);
      this.render({at, act: 'kind'});
    }, 'data-act': 'kind'}, KINDS.map(one => el('option', {value: one}, one)));
    kind.value = panel.kind;
    const max = number(panel.max, 'Maximum of ' + called, value => {
      value === undefined ? delete panel.max : panel.max = value;
      this.change();
    });
    max.placeholder = 'maximum';
    const handle = el('span', {class: 'handle', draggable: 'true', title: 'Drag to move', 'aria-hidden': 'true', ondragstart: event => {
      this.dragged = at;
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', called);
    }, ondragend: () => {
      this.dragged = null;
    }}, '⠿');
    return el('li', {
      ondragover: event => {
        if (Number.isInteger(this.dragged)) {
          event.preventDefault();
        }
      },
      ondrop: event => {
        event.preventDefault();
        this.move(this.dragged, at);
        this.dragged = null;
      },
    }, handle, title, kind, panel.kind === 'gauge' ? max : null, width(panel, called, () => this.change()),
    act('up', 'Up', at === 0, () => this.move(at, at - 1, 'up')),
    act('down', 'Down', at === this.panels.length - 1, () => this.move(at, at + 1, 'down')),
    act('remove', 'Remove', this.panels.length === 1, () => this.remove(at)),
    this.details(panel, 'Metrics', called, () => new Choosers(panel.metrics, () => 'Add metric', () => this.change()).element),
    this.details(panel, 'Options', called, () => options(panel, called, () => this.change())));
  }

  /** Controls that a user opens; they stay open when the rows are drawn anew. */
  details(panel, name, called, make) {
    const content = el('div');
    const opened = this.opened.get(panel) ?? new Set();
    this.opened.set(panel, opened);
    // Made only when they are open: each chooser asks the server for names.
    const details = el('details', {open: opened.has(name), ontoggle: () => {
      details.open ? opened.add(name) : opened.delete(name);
      fill(content, details.open ? make() : null);
    }}, el('summary', {}, name, el('span', {class: 'unseen'}, ' of ' + called)), content);
    return details;
  }

  set(panel, key, value) {
    panel[key] = value;
    this.change();
  }

  move(from, to, act = 'up') {
    this.panels.splice(to, 0, ...this.panels.splice(from, 1));
    this.render({at: to, act});
    this.change();
  }

  remove(at) {
    this.panels.splice(at, 1);
    this.render({at, act: 'remove'});
    this.change();
  }

  add() {
    const panel = {title: 'New panel', kind: 'plot', metrics: ['']};
    this.panels.push(panel);
    this.opened.set(panel, new Set(['Metrics']));
    this.render();
    this.rows.lastElementChild.querySelector('input').focus();
    this.change();
  }

  async showFile() {
    const {name} = this.shown;
    const asked = ++this.asked;
    let shown;
    try {
      shown = this.file(name + '.yaml', await this.made());
    } catch (e) {
      shown = [el('p', {class: 'error', role: 'alert'}, e.message),
        e.status === 409 ? el('button', {type: 'button', onclick: () => this.rebase()}, 'Apply to the current file') : null];
    }
    // An answer to an earlier draft.
    asked === this.asked && fill(this.result, shown);
  }

  /** The file that the server makes: a changed one, or a new one if the view has none. */
  async made() {
    const {shown: {name, version, span}, title, choose} = this;
    const about = this.about.trim();
    const variables = keysOf(this.variables);
    const panels = this.panels.map(panel => ({...panel, metrics: panel.metrics.filter(text => text)}));
    try {
      const made = await post('api/views/draft', {name, version, title, about, choose, span: this.span, variables: this.areVariablesChanged() ? variables : undefined, panels});
      this.learn(true);
      return made;
    } catch (e) {
      if (e.status !== 404) {
        throw e;
      }
      this.learn(false);
      const view = {title, about: about || undefined, span: this.span ?? span, choose: choose || undefined, variables, panels: panels.map(({was, ...keys}) => keys)};
      return {...await post('api/views/draft', {name, view}), isNew: true};
    }
  }

  areVariablesChanged() {
    return JSON.stringify(this.variables) !== JSON.stringify(this.shown.variables);
  }

  file(file, {yaml, diff, rewritten, mistakes, isNew}) {
    return mistakes.length > 0
      ? el('div', {role: 'alert'}, mistakes.map(mistake => el('p', {class: 'error'}, mistake)))
      : [
        el('h3', {}, 'Changes of ' + file),
        rewritten && !isNew ? el('p', {class: 'note'}, 'Comments are not kept: the whole file is written anew') : null,
        text('Changes', diff || 'None'),
        el('h3', {}, file), text(file, yaml),
        el('div', {class: 'buttons'},
          el('button', {type: 'button', onclick: () => saveAs(this.shown.name + '.diff', diff, 'text/x-diff')}, 'Save diff'),
          el('button', {type: 'button', onclick: () => saveAs(file, yaml, 'application/yaml')}, 'Save YAML')),
      ];
  }

  /** Makes the draft one of the current file: panels that the file no longer has become new ones. */
  async rebase() {
    const asked = ++this.asked;
    try {
      const {views} = await get('api/views');
      const current = views.find(({name}) => name === this.shown.name);
      if (asked !== this.asked) {
        return;
      }
      if (!current) {
        // The server says that the file is gone.
        await this.showFile();
        return;
      }
      const indices = new Map(current.panels.map((panel, at) => [JSON.stringify(panel), at]));
      this.panels.forEach(panel => {
        const at = indices.get(JSON.stringify(this.shown.panels[panel.was]));
        indices.delete(JSON.stringify(this.shown.panels[panel.was]));
        at === undefined ? delete panel.was : panel.was = at;
      });
      Object.entries(this.inputs).forEach(([key, input]) => {
        if (this[key] === (this.shown[key] ?? '')) {
          this[key] = input.value = current[key] ?? '';
        }
      });
      if (this.choose === (this.shown.choose ?? '')) {
        this.choose = current.choose ?? '';
        this.tagField.set(this.choose);
      }
      if (!this.areVariablesChanged()) {
        this.variables = structuredClone(current.variables);
        this.renderVariables();
      }
      this.shown = current;
      const select = this.makeSpanSelect();
      this.spanSelect.replaceWith(select);
      this.spanSelect = select;
      this.change();
      await this.showFile();
      this.result.prepend(el('p', {class: 'note'}, 'The diff compares with the current file: it also undoes changes of its panels by others'));
    } catch (e) {
      fill(this.result, el('p', {class: 'error', role: 'alert'}, e.message));
    }
  }
}

/** A text to select and copy; it has the focus while keys scroll it. */
function text(label, content) {
  return el('pre', {tabindex: 0, role: 'group', 'aria-label': label}, content);
}
