// The frame of the page, for users who may view it: selects the view. The address after # contains the view, for some the name
// of what it shows, and its parameters, so that it can be shared: #/host/flp1?of=cpu.

import {el, fill, isForField} from './dom.js';
import {forgetEarly, heardMillis, onConnection, onRefusedUser} from './api.js';
import {offerAttention} from './alarms/attention.js';
import {showFloods} from './flood.js';
import {leaveEnded, login, logout, onSession, refresh} from './session.js';
import {showClock} from './clock.js';
import {help} from './help.js';
import {allDrafts, onForgotten} from './drafts.js';
import {isEditing} from './editor.js';
import {offerSearch} from './search/search.js';
import {learnHostTags} from './hosts.js';
import {rotation} from './rotation.js';
import {clock} from './times.js';
import {setTitle} from './title.js';
import {overview} from './views/overview.js';
import {metrics} from './views/metrics.js';
import {alarms} from './views/alarms.js';
import {indicators} from './views/indicators.js';
import {journal} from './views/journal.js';
import {shift} from './views/shift.js';
import {sources} from './views/sources.js';
import {host} from './views/host.js';
import {rules} from './views/rules.js';
import {unknown} from './views/unknown.js';
import {onViews, view} from './views/view.js';

// A view: title, and mount(root, parameters, replace, of), which returns a function that ends it.
// `replace` writes other parameters into the address, as a step to which Back returns if its second argument is true, and
// returns false if the user has gone elsewhere; `of` is the name after the view's.
const VIEWS = {overview, metrics, alarms, indicators, journal, shift, sources, host, rules, view, unknown};
/** Shows several of them in turn. */
VIEWS.wall = rotation(text => address('#/' + text), VIEWS, all => choices(all).filter(({href}) => href !== '#/wall'));
/** Views that show nothing without a name. */
const NAMED = ['host', 'view', 'unknown'];
const UNLISTED = ['indicators', 'shift', 'wall', ...NAMED];
/** Views that belong to another one, which the navigation marks. */
const PARTS = {host: 'sources', indicators: 'alarms', shift: 'journal'};
const MOST_LINKS = 6;
/** How long the first view waits for the tags that name a host, in milliseconds. */
const LONGEST_WAIT = 1_000;

/** A parameter of any view: for a wall, readable from afar and without controls. */
const WALL = 'wall';

const root = document.getElementById('view');
let unmount = () => {};
let shown = null;
/** The views of files. */
let files = [];

function address(hash = location.hash) {
  const [path, ...query] = hash.replace(/^#\/?/, '').split('?');
  const [name, of = ''] = split(path);
  return {path: path || 'overview', name: name === '' ? 'overview' : Object.hasOwn(VIEWS, name) ? name : 'unknown', of, parameters: new URLSearchParams(query.join('?'))};
}

/** The name of a view, and the name after it; a name may contain slashes. */
function split(path) {
  const at = path.indexOf('/');
  try {
    return at < 0 ? [path] : [path.slice(0, at), decodeURIComponent(path.slice(at + 1))];
  } catch {
    return ['unknown'];
  }
}

/** Whether the address of the page is that of a view. */
export function isFirstView(name) {
  return address().name === name;
}

function show() {
  const {path, name, of, parameters} = address();
  unmount();
  unmount = () => {};
  shown = name;
  setTitle(VIEWS[name].title);
  mark(name, parameters.get('name'));
  root.className = name;
  const isWall = parameters.has(WALL) || name === 'wall' && parameters.has('show');
  document.documentElement.classList.toggle(WALL, isWall);
  fill(root);
  let own = location.hash;
  unmount = VIEWS[name].mount(root, parameters, (other, isStep = false) => {
    if (location.hash !== own) {
      return false; // The user has gone elsewhere, which ends this view in a moment.
    }
    if (isWall) {
      other.set(WALL, '1');
    }
    const query = other.toString();
    const to = '#/' + path + (query ? '?' + query : '');
    isStep ? history.pushState(null, '', to) : history.replaceState(history.state, '', to);
    own = location.hash;
    return true;
  }, of) ?? (() => {});
}

/** Marks the navigation link of the shown view. */
function mark(name, file) {
  const all = [...document.querySelectorAll('#nav a')];
  const marked = PARTS[name] ?? name;
  const current = all.find(link => link.dataset.view === marked && link.dataset.name === (name === 'view' ? file ?? undefined : undefined))
    ?? all.find(link => link.dataset.view === marked && !link.dataset.name);
  current?.scrollIntoView({block: 'nearest', inline: 'nearest'});
  all.forEach(link => link === current ? link.setAttribute('aria-current', 'page') : link.removeAttribute('aria-current'));
}

function fileAddress(name) {
  return '#/view?name=' + encodeURIComponent(name);
}

/** The views that need no name, and those of files. */
function choices(all) {
  return [
    ...Object.entries(VIEWS).filter(([name]) => !NAMED.includes(name)).map(([name, {title}]) => ({href: '#/' + name, title})),
    ...all.map(({name, title, about}) => ({href: fileAddress(name), title, about: about ?? ''})),
  ];
}

function link(text, href, data) {
  const made = el('a', {href}, text);
  Object.assign(made.dataset, data);
  return made;
}

/** Shows the frame and its view. */
export function start() {
  const nav = document.getElementById('nav');
  const own = Object.entries(VIEWS).filter(([name]) => !UNLISTED.includes(name)).map(([name, one]) => link(one.title, '#/' + name, {view: name}));
  fill(nav, own);
  const links = () => {
    // Drafts outlast their files.
    const drafts = [...allDrafts()].filter(([draft]) => files.every(({name}) => name !== draft)).map(([name, title]) => ({name, title: title + ' (draft)'}));
    fill(nav, own, [...files.slice(0, MOST_LINKS), ...drafts].map(({name, title}) => link(title, fileAddress(name), {view: 'view', name})),
      files.length > MOST_LINKS ? link('All views', '#/view', {view: 'view'}) : null);
    mark(shown, address().parameters.get('name'));
  };
  onViews((all, isFirst) => {
    files = all;
    links();
    if (shown === 'view' && !isFirst && !isEditing()) {
      show();
    }
  });
  onForgotten(links);
  let tags = null;
  onConnection(is => {
    const link = document.getElementById('link');
    link.textContent = is ? 'Live' : `As of ${clock(heardMillis())}. Connection lost, reconnecting`;
    link.className = is ? 'good' : 'bad';
    document.documentElement.classList.toggle('away', !is);
    if (is) {
      refresh().catch(() => {});
      tags = learnHostTags();
    }
  });
  onSession(({user, may, loggedIn}) => fill(document.getElementById('who'),
    may === 'login' ? el('button', {type: 'button', onclick: login}, 'Sign in')
      : user ? el('span', {title: 'Your commands to alarms carry this name'}, user, loggedIn ? el('button', {type: 'button', onclick: logout}, 'Sign out') : null) : 'Read-only'));
  document.getElementById('wall').addEventListener('click', () => {
    const {path, parameters} = address();
    parameters.set(WALL, '1');
    location.hash = '#/' + path + '?' + parameters;
  });
  addEventListener('keydown', event => {
    const {path, parameters} = address();
    if (event.key === 'Escape' && parameters.has(WALL) && !document.querySelector('dialog[open]')) {
      parameters.delete(WALL);
      location.hash = '#/' + path + '?' + parameters;
    }
  });
  offerSearch(document.getElementById('search'), () => choices(files));
  showClock(document.getElementById('clock'), show);
  document.getElementById('help').addEventListener('click', help);
  const attention = document.getElementById('attention');
  offerAttention(attention);
  /** What a key opens. */
  const DIALOGS = {'?': help, m: () => attention.click()};
  addEventListener('keydown', event => {
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
    if (Object.hasOwn(DIALOGS, event.key) && isPlain && !isForField(event) && !document.querySelector('dialog[open]')) {
      event.preventDefault();
      DIALOGS[event.key]();
    }
  });
  showFloods(document.getElementById('flood'));
  onRefusedUser(() => leaveEnded().catch(() => {}));
  Promise.race([tags ?? learnHostTags(), new Promise(done => setTimeout(done, LONGEST_WAIT))]).finally(() => {
    addEventListener('hashchange', show);
    show();
    // The user may have gone from the overview to another view meanwhile.
    forgetEarly();
  });
}
