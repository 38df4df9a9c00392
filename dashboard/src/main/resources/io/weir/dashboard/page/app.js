// The frame: which view is shown. The address behind # holds the view and what is chosen in it, so that it can be shared.

import {el, fill} from './dom.js';
import {onConnection} from './api.js';
import {login, logout, onSession, refresh} from './session.js';
import {overview} from './views/overview.js';
import {metrics} from './views/metrics.js';
import {alarms} from './views/alarms.js';
import {sources} from './views/sources.js';
import {rules} from './views/rules.js';

// A view: title, and mount(root, parameters, replace), which returns what ends it. `replace` writes other parameters into the address.
const VIEWS = {overview, metrics, alarms, sources, rules};

const root = document.getElementById('view');
let unmount = () => {};
let shown = null;

function address() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  return {name: Object.hasOwn(VIEWS, path) ? path : 'overview', parameters: new URLSearchParams(query ?? '')};
}

function show() {
  const {name, parameters} = address();
  unmount();
  shown = name;
  document.title = VIEWS[name].title + ' – Weir';
  for (const link of document.querySelectorAll('#nav a')) {
    link.dataset.view === name ? link.setAttribute('aria-current', 'page') : link.removeAttribute('aria-current');
  }
  root.className = name;
  fill(root);
  unmount = VIEWS[name].mount(root, parameters, other => {
    const query = other.toString();
    history.replaceState(null, '', '#/' + shown + (query ? '?' + query : ''));
  }) ?? (() => {});
}

fill(document.getElementById('nav'), Object.entries(VIEWS).map(([name, view]) => {
  const link = el('a', {href: '#/' + name}, view.title);
  link.dataset.view = name;
  return link;
}));
onConnection(is => {
  const link = document.getElementById('link');
  link.textContent = is ? 'live' : 'connection lost, trying again';
  link.className = is ? 'good' : 'bad';
});
onSession(({user, may, loggedIn}) => fill(document.getElementById('who'),
  may === 'login' ? el('button', {type: 'button', onclick: login}, 'Log in')
    : user ? el('span', {title: 'What you say to alarms is said under this name'}, user, loggedIn ? el('button', {type: 'button', onclick: logout}, 'Log out') : null) : 'for looking only'));
refresh().catch(() => {});
addEventListener('hashchange', show);
show();
