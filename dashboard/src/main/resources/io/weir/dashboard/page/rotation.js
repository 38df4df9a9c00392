// A wall that shows several views in turn: #/wall?every=30s&show=overview&show=view?name=rack. Without views,
// a form that makes such an address.

import {el, fill} from './dom.js';
import {allViews} from './views/view.js';

const EVERY = {'10s': 10_000, '30s': 30_000, '1m': 60_000, '5m': 300_000, '15m': 900_000};
const DEFAULT = '30s';
const MOST = 50;
const isReduced = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * @param read returns name, of, parameters of an address without #/
 * @param views those of the page, by name, each with a title and mount()
 * @param choices returns href and title of each view that can be shown, with these of files
 */
export function rotation(read, views, choices) {
  return {
    title: 'Wall',
    mount(root, parameters) {
      const addresses = parameters.getAll('show');
      let end = () => {};
      let isGone = false;
      allViews().then(({views: files}) => {
        if (isGone) {
          return;
        }
        if (addresses.length === 0) {
          form(root, choices(files));
          return;
        }
        const stops = addresses.map(address => stop(address, read(address), views, files));
        const wrong = [...stops.map(({mistake}) => mistake), mistakeOf(parameters.get('every')), stops.length > MOST ? 'show: at most ' + MOST + ' views' : null].filter(one => one);
        if (wrong.length > 0) {
          fill(root, el('h1', {class: 'wide'}, 'Wall'), wrong.map(one => el('p', {class: 'error wide'}, one)));
        } else {
          end = rotate(root, stops, EVERY[parameters.get('every') ?? DEFAULT]);
        }
      }, error => fill(root, el('p', {class: 'error'}, error.message)));
      return () => {
        isGone = true;
        end();
      };
    },
  };
}

function mistakeOf(every) {
  return every === null || Object.hasOwn(EVERY, every) ? null : 'every: must be one of ' + Object.keys(EVERY).join(', ') + ', was ' + every;
}

/** What one address shows, or why it cannot be shown. */
function stop(address, {name, of, parameters}, views, files) {
  if (name === 'wall' || name === 'unknown') {
    return {mistake: 'show: ' + address + ' is no view to show; write the address of one without #/, such as overview'};
  }
  const file = files.find(one => one.name === parameters.get('name'));
  if (name === 'view' && !file) {
    return {mistake: 'show: no view has the name ' + (parameters.get('name') ?? '') + '; write view?name= and one of ' + files.map(one => one.name).join(', ')};
  }
  const {title} = name === 'view' ? file : views[name];
  return {address, title, show: root => {
    root.className = name;
    // The address is that of the wall, so that a view cannot change it.
    return views[name].mount(root, new URLSearchParams(parameters), () => {}, of) ?? (() => {});
  }};
}

function rotate(root, stops, every) {
  let at = 0;
  let isPaused = isReduced.matches;
  let timer;
  let unmount = () => {};
  const where = el('span');
  const pause = el('button', {type: 'button', 'aria-keyshortcuts': 'p', onclick: () => setPaused(!isPaused)});
  // Outside of the view, whose content each view replaces.
  const bar = el('footer', {class: 'rotation'},
    el('button', {type: 'button', 'aria-keyshortcuts': 'ArrowLeft', onclick: () => go(at - 1)}, 'Previous'),
    pause,
    el('button', {type: 'button', 'aria-keyshortcuts': 'ArrowRight', onclick: () => go(at + 1)}, 'Next'), where);

  function setPaused(is) {
    isPaused = is;
    pause.textContent = isPaused ? 'Continue' : 'Pause';
    wait();
  }

  function wait() {
    clearTimeout(timer);
    if (!isPaused) {
      timer = setTimeout(turn, every);
    }
  }

  /** A view whose control has the focus stays: its user would lose the place. */
  function turn() {
    const focused = document.activeElement;
    if (focused !== root && root.contains(focused)) {
      wait();
    } else {
      go(at + 1);
    }
  }

  function go(to) {
    at = (to + stops.length) % stops.length;
    unmount();
    fill(root);
    where.textContent = stops[at].title + ', ' + (at + 1) + ' of ' + stops.length;
    unmount = stops[at].show(root);
    wait();
  }

  const KEYS = {
    p: () => setPaused(!isPaused),
    ArrowLeft: () => go(at - 1),
    ArrowRight: () => go(at + 1),
    Escape: () => {
      location.hash = '#/' + stops[at].address;
    },
  };

  function press(event) {
    const isOfView = root.contains(event.target) && event.target !== root;
    if (Object.hasOwn(KEYS, event.key) && !event.ctrlKey && !event.altKey && !event.metaKey
        && (event.key === 'Escape' || !isOfView) && !document.querySelector('dialog[open]')) {
      KEYS[event.key]();
    }
  }

  document.documentElement.classList.add('rotating');
  document.body.append(bar);
  document.addEventListener('keydown', press);
  setPaused(isPaused);
  go(0);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('keydown', press);
    bar.remove();
    document.documentElement.classList.remove('rotating');
    unmount();
  };
}

function form(root, choices) {
  const boxes = choices.map(({href, title}) => [el('input', {type: 'checkbox', value: href.replace('#/', '')}), title]);
  const every = el('select', {}, Object.keys(EVERY).map(one => el('option', {value: one}, one)));
  every.value = DEFAULT;
  const wrong = el('p', {class: 'error', role: 'status'});
  fill(root, el('h1', {class: 'wide'}, 'Wall'),
    el('section', {class: 'wide'},
      el('fieldset', {class: 'choices'}, el('legend', {}, 'Views to show in turn'), boxes.map(([box, title]) => el('label', {}, box, title))),
      el('div', {class: 'bar'}, el('label', {class: 'only'}, 'Change every', every), el('button', {type: 'button', onclick: start}, 'Start')), wrong));

  function start() {
    const chosen = boxes.map(([box]) => box).filter(box => box.checked);
    if (chosen.length === 0) {
      wrong.textContent = 'Choose at least one view';
      return;
    }
    location.hash = '#/wall?every=' + every.value + chosen.map(({value}) => '&show=' + value.replace(/[%&#+]/g, encodeURIComponent)).join('');
  }
}
