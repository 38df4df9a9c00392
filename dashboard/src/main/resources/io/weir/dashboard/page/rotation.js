// A wall that shows several views in turn: #/wall?every=30s&show=overview&show=view?name=rack. Without views,
// a form that makes such an address.

import {el, fill} from './dom.js';
import {setTitle} from './title.js';
import {allViews, onViews} from './views/view.js';

const EVERY = {'10s': 10_000, '30s': 30_000, '1m': 60_000, '5m': 300_000, '15m': 900_000};
const DEFAULT = '30s';
const MOST = 50;
const isReduced = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * @param read returns name, of, parameters of an address without #/
 * @param views those of the page, by name, each with a title and mount()
 * @param choices returns href and title of each view that can be shown, including those of files
 */
export function rotation(read, views, choices) {
  return {
    title: 'Wall',
    mount(root, parameters) {
      const addresses = parameters.getAll('show');
      if (addresses.length > 0) {
        const mistakes = [mistakeOf(parameters.get('every')), addresses.length > MOST ? 'show: at most ' + MOST + ' views' : null].filter(one => one);
        const stopsOf = files => addresses.slice(0, MOST).map(address => stop(address, read(address), views, files));
        return rotate(root, stopsOf, mistakes, EVERY[parameters.get('every')] ?? EVERY[DEFAULT]);
      }
      let isGone = false;
      allViews().then(({views: files}) => isGone || form(root, choices(files)),
        error => isGone || fill(root, el('p', {class: 'error'}, error.message)));
      return () => {
        isGone = true;
      };
    },
  };
}

function mistakeOf(every) {
  return every === null || Object.hasOwn(EVERY, every) ? null : 'every: must be one of ' + Object.keys(EVERY).join(', ') + ', was ' + every;
}

/** The view of one address, or its mistake. */
function stop(address, {name, of, parameters}, views, files) {
  if (name === 'wall' || name === 'unknown') {
    return {mistake: 'show: ' + address + ' is no view to show; write the address of one without #/, such as overview'};
  }
  if (name === 'host' && !of) {
    return {mistake: 'show: host needs a name, such as host/flp1'};
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

/**
 * Shows the stops without mistakes, and the mistakes in a bar below. A wall runs without a user, so every failure ends
 * by itself: changed files correct the stops, and the timer goes on after an error of a view.
 *
 * @param stopsOf returns the stops for the views of files
 * @param mistakes those of the whole address
 */
function rotate(root, stopsOf, mistakes, every) {
  let stops = [];
  let at = 0;
  let isPaused = isReduced.matches;
  let timer;
  let unmount = () => {};
  const where = el('span');
  const wrong = el('span', {class: 'error', role: 'status'});
  const pause = el('button', {type: 'button', 'aria-keyshortcuts': 'p', onclick: () => setPaused(!isPaused)});
  // Outside of the view, whose content each view replaces.
  const bar = el('footer', {class: 'rotation'},
    el('button', {type: 'button', 'aria-keyshortcuts': 'ArrowLeft', onclick: () => go(at - 1)}, 'Previous'),
    pause,
    el('button', {type: 'button', 'aria-keyshortcuts': 'ArrowRight', onclick: () => go(at + 1)}, 'Next'), where, wrong);

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

  /** A view stays while its control has the focus or its dialog is open: its user would lose the place. */
  function isUsed() {
    const focused = document.activeElement;
    return focused !== root && root.contains(focused) || document.querySelector('dialog[open]') !== null;
  }

  function turn() {
    isUsed() ? wait() : go(at + 1);
  }

  function go(to) {
    wait();
    if (stops.length === 0) {
      return;
    }
    at = (to + stops.length) % stops.length;
    const {title, show} = stops[at];
    where.textContent = title + ', ' + (at + 1) + ' of ' + stops.length;
    try {
      leave();
      setTitle(title);
      unmount = show(root);
    } catch (e) {
      fill(root, el('p', {class: 'error wide'}, title + ' cannot be shown: ' + e.message));
    }
  }

  function leave() {
    const end = unmount;
    unmount = () => {};
    fill(root);
    end();
  }

  /** @param fileMistakes why changed files are not shown */
  function learn(files, isFirst, fileMistakes) {
    const all = stopsOf(files);
    stops = all.filter(({mistake}) => !mistake);
    const absent = all.flatMap(({mistake}) => mistake ?? []);
    fill(wrong, [...absent, ...mistakes, ...fileMistakes].join('. '));
    if (stops.length === 0) {
      leave();
      where.textContent = 'No view to show';
    } else if (isFirst || !isUsed()) {
      go(at);
    }
  }

  const KEYS = {
    p: () => setPaused(!isPaused),
    ArrowLeft: () => go(at - 1),
    ArrowRight: () => go(at + 1),
    Escape: () => {
      location.hash = '#/' + (stops[at]?.address ?? 'wall');
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
  const forget = onViews(learn, error => stops.length > 0 || fill(wrong, error.message));
  return () => {
    forget();
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
