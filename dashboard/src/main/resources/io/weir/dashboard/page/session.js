// The user of the page, and whether they may send commands to alarms.

import {el, fill} from './dom.js';
import {get, post} from './api.js';

const watchers = new Set();
let session = {user: null, may: 'read'};

/**
 * Calls back with {user, may} immediately and after every change, until the returned function is
 * called.
 */
export function onSession(watcher) {
  watchers.add(watcher);
  watcher(session);
  return () => watchers.delete(watcher);
}

/** Queries the user's identity. */
export async function refresh() {
  session = await get('api/session');
  watchers.forEach(watcher => watcher(session));
}

/** Asks for name and token. */
export function login() {
  const user = el('input', {name: 'user', autocomplete: 'username', required: true, maxlength: 200});
  const token = el('input', {name: 'token', type: 'password', autocomplete: 'current-password', required: true});
  const wrong = el('p', {class: 'error', role: 'alert'});
  const dialog = el('dialog', {'aria-labelledby': 'login-title', onclose: () => dialog.remove()}, el('form', {
    onsubmit: async event => {
      event.preventDefault();
      try {
        await post('api/login', {user: user.value, token: token.value});
        await refresh();
        dialog.close();
      } catch (e) {
        fill(wrong, e.message);
      }
    },
  }, el('h2', {id: 'login-title'}, 'Log in to acknowledge alarms'),
  el('label', {}, 'Name', user), el('label', {}, 'Token', token), wrong,
  el('div', {class: 'bar'}, el('button', {type: 'submit'}, 'Log in'), el('button', {type: 'button', onclick: () => dialog.close()}, 'Cancel'))));
  document.body.append(dialog);
  dialog.showModal();
}

/** Ends the session. */
export async function logout() {
  await post('api/logout', {});
  await refresh();
}
