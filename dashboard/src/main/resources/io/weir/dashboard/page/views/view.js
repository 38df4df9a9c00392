// A view from a file: its panels over a time span, for all series or for those with a chosen tag
// value.

import {el, fill, isWall, notices, write} from '../dom.js';
import {get, poll} from '../api.js';
import {draftOf} from '../drafts.js';
import {earlierField, earlierOf} from '../earlier.js';
import {follow} from '../follow.js';
import {Lines} from '../lines.js';
import {Editor} from '../editor.js';
import {pace} from '../pace.js';
import {panel} from '../panels.js';
import {TimeRange} from '../range.js';
import {narrowed} from '../selectors.js';
import {setTitle} from '../title.js';
import {Variables} from '../variables.js';

const LOOK_EVERY = 5_000;

let asked = null;

/** All views, and the errors in their files. */
export function allViews() {
  asked ??= get('api/views').catch(error => {
    asked = null;
    throw error;
  });
  return asked;
}

/**
 * Calls back with all views, true, and the errors in their files; and again, with false, after every change of a file,
 * until the returned function is called.
 */
export function onViews(changed, failed) {
  let before = '';
  return poll('api/views', LOOK_EVERY, answer => {
    const json = JSON.stringify(answer);
    if (json !== before) {
      const isFirst = before === '';
      before = json;
      asked = Promise.resolve(answer);
      changed(answer.views, isFirst, answer.mistakes);
    }
  }, failed);
}

export const view = {
  title: 'Views',

  mount(root, parameters, replace) {
    let end = () => {};
    let isGone = false;
    const open = () => allViews().then(({views: all, mistakes}) => {
      if (isGone) {
        return;
      }
      const name = parameters.get('name');
      // A draft outlasts its file.
      const shown = all.find(one => one.name === name) ?? (isWall() ? null : draftOf(name)?.shown);
      if (shown) {
        setTitle(shown.title);
        end = show(root, shown, parameters, replace, () => {
          end();
          open();
        });
      } else {
        list(root, all);
        name !== null && root.prepend(el('p', {class: 'error wide'}, 'No view has the name ' + name));
      }
      root.prepend(...mistakes.map(mistake => el('p', {class: 'error wide'}, mistake)));
    }, error => fill(root, el('p', {class: 'error'}, error.message)));
    open();
    return () => {
      isGone = true;
      end();
    };
  },
};

function list(root, all) {
  fill(root, el('div', {class: 'tiles'}, all.map(({name, title, about}) =>
    el('a', {class: 'tile', href: '#/view?name=' + encodeURIComponent(name)}, el('b', {}, title), el('span', {class: 'more'}, about ?? '')))));
}

/** @param reopen shows the view of the file again */
function show(root, shown, parameters, replace, reopen) {
  const {element: note, notify, clear} = notices();
  const writeAddress = isStep => {
    range.put(parameters);
    return replace(parameters, isStep);
  };
  const range = new TimeRange(parameters, {usual: shown.spanMillis, write: writeAddress, changed: restart, notify});
  isWall() && writeAddress(false);
  /** The tag whose value users choose for all panels; null for none. */
  let tag;
  const only = el('div', {class: 'variables'});
  let variables = null;
  const controls = el('div', {class: 'variables'});
  useVariables(shown.variables);
  let earlier = earlierOf(parameters.get('before'));
  const comparison = earlierField(earlier, other => {
    earlier = other;
    other ? parameters.set('before', other.key) : parameters.delete('before');
    change();
  });
  // A screen reader reads the text beside the cursor.
  const cursor = el('span', {class: 'unseen', role: 'status'});
  const edit = el('button', {type: 'button', onclick: () => beginEditing().element.querySelector('input').focus()}, 'Edit');
  fill(root,
    el('div', {class: 'bar'}, el('h1', {}, shown.title), only, controls, range.spans, range.limits, comparison, range.status, cursor, el('span', {class: 'note'}, shown.about ?? ''), el('span', {class: 'grow'}), note, edit));
  let places = [];
  let stop = () => {};
  let endEditing = () => {};
  if (draftOf(shown.name) && !isWall()) {
    const editor = beginEditing();
    lay(editor.drawable(), editor.spanMillis(), editor.offered(), editor.tag());
  } else {
    lay(shown.panels, shown.spanMillis, shown.variables, shown.choose ?? null);
  }

  function beginEditing() {
    const editor = new Editor(shown, lay, discard);
    edit.remove();
    root.querySelector('.bar').after(editor.element);
    endEditing = onViews(all => editor.learn(all.some(({name}) => name === shown.name)));
    return editor;
  }

  function discard() {
    if (tag !== (shown.choose ?? null)) {
      forgetValue();
    }
    reopen();
  }

  /** A value of another tag is no choice any more. */
  function forgetValue() {
    parameters.delete('only');
    range.write(false);
  }

  function useVariables(specs) {
    variables = new Variables(specs, parameters, () => change(true));
    fill(controls, variables.elements);
  }

  /** Offers the values of this tag. */
  function useTag(other) {
    if (tag !== undefined) {
      forgetValue();
    }
    tag = other;
    fill(only, tag === null ? null : chooser(shown.name, tag, parameters.get('only') ?? '', value => {
      value ? parameters.set('only', value) : parameters.delete('only');
      change();
    }));
  }

  /** Shows these panels instead of others, over another time range, with other variables and another tag. */
  function lay(panels, millis, specs, other) {
    stop();
    if (other !== tag) {
      useTag(other);
    }
    if (JSON.stringify(specs) !== JSON.stringify(variables.specs)) {
      useVariables(structuredClone(specs));
    }
    if (variables.forgetOthers()) {
      range.write(false);
    }
    range.setUsual(millis);
    comparison.hidden = !panels.some(isCompared);
    places.forEach(place => place.section.remove());
    places = panels.map(spec => {
      const title = el('span');
      const place = el('div');
      return {spec, title, root: place, section: el('section', {class: ['panel-' + spec.kind, spec.wide ? 'wide' : '', spec.columns > 1 ? 'columns-' + spec.columns : ''].filter(one => one).join(' ')}, el('h2', {}, title, el('small', {}, spec.unit ? ' ' + spec.unit : '')), place)};
    });
    places.filter(({spec}) => spec.kind === 'plot').forEach(({root: place}) => range.undoIn(place));
    root.append(...places.map(({section}) => section));
    stop = begin();
  }

  /** @param isStep whether the browser's Back returns to the choice before */
  function change(isStep = false) {
    range.write(isStep);
    restart();
  }

  function restart() {
    const focused = places.find(({root: place}) => place.contains(document.activeElement));
    stop();
    stop = begin();
    // Another plot replaces the one with the focus.
    focused?.root.querySelector('.plot')?.focus();
  }

  function begin() {
    clear();
    if (places.length === 0) {
      return () => {};
    }
    const {millis: span, to} = range;
    const value = parameters.get('only');
    // All plots have the same bins. A zoom replaces the plot that reports it, which must be done with the event first.
    const pointing = from => ({
      hover: bin => {
        bin === null && write(cursor, '');
        parts.forEach(part => part.place === from || part.panel.cross?.(bin));
      },
      tip: text => write(cursor, text.replace('\n', ': ')),
      select: (...limits) => setTimeout(() => range.zoom(...limits)),
    });
    const parts = places.map(({spec, root: place, title: heading}) => {
      const title = variables.text(spec.title);
      write(heading, title);
      const filled = spec.metrics.map(selector => variables.selector(selector));
      return {
        selectors: value && tag !== null ? filled.map(selector => narrowed(selector, tag, value)) : filled,
        lines: new Lines(span, {bins: 300, rate: spec.rate, to, earlier: isCompared(spec) ? earlier : null}),
        panel: panel(place, {...spec, title, ...isWall() ? {} : pointing(place)}),
        place,
      };
    });
    const drawing = pace(() => parts.map(part => part.panel.draw(part.lines, to ?? part.lines.end())).every(isAll => isAll !== false));
    const every = Math.max(100, Math.min(1000, Math.round(span / 600)));
    const end = follow(parts, {to, every, notify, changed: drawing.ask, restart});
    return () => {
      end();
      drawing.end();
      parts.forEach(part => part.panel.close());
    };
  }

  return () => {
    endEditing();
    range.close();
    stop();
  };
}

/** Whether a panel shows an earlier time, too. Others have one value for each series, or growth, which the store does not have. */
function isCompared({kind, rate}) {
  return kind === 'plot' && !rate;
}

/** Offers the existing values of the tag. */
function chooser(name, tag, value, choose) {
  const offered = el('datalist', {id: 'only-' + name});
  get('api/catalog?q=' + encodeURIComponent('*,' + tag.replace(/[ ,=]/g, '\\$&') + '=*')).then(
    ({tags}) => fill(offered, (Object.hasOwn(tags, tag) ? tags[tag] : []).map(one => el('option', {value: one}))), () => {});
  return el('label', {class: 'only'}, tag,
    el('input', {value, placeholder: 'all', list: offered.id, autocomplete: 'off', spellcheck: 'false', onchange: event => choose(event.target.value.trim())}), offered);
}
