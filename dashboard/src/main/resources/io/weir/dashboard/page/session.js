// The user of the page, and whether they may send commands to alarms.

import {el, fill} from './dom.js';
import {get, post} from './api.js';
import {setTitle} from './title.js';

const watchers = new Set();
let session = {user: null, may: 'read'};
/** Time for the provider's page to appear; afterwards, the user has probably stopped the browser. */
const LEAVING_MILLIS = 10_000;
/** Whether the browser is leaving for the provider. */
let isLeaving = false;

// After Back from the provider's page, the browser may show this page as it was, with data of a
// session that has ended.
addEventListener('pageshow', event => {
  if (event.persisted) {
    location.reload();
  }
});

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
  return session;
}

/** Whether the user may view nothing, now or at all. */
export function isShut({may}) {
  return may === 'sign-in' || may === 'nothing';
}

/** Shows why there is nothing to view, and how to sign in. Requests no data. */
export function showShut({user, may}) {
  const isEnded = history.state?.isEnded === true;
  const title = may === 'nothing' ? 'No access' : isEnded ? 'Your session has ended' : 'Sign in';
  document.documentElement.classList.add('shut');
  setTitle(title);
  fill(document.getElementById('view'), el('section', {},
    el('h1', {}, title),
    el('p', {}, may === 'nothing' ? `${user} is signed in, but is in no group that may view this page. Ask an administrator of Weir for access. Then sign out and in again.`
      : isEnded ? 'Sign in again to continue.' : 'Only users who have signed in may view this page.'),
    may === 'nothing' ? el('button', {type: 'button', onclick: logout}, 'Sign out')
      : el('button', {type: 'button', onclick: signIn}, 'Sign in')));
}

/** Leaves for the provider, which sends the browser back to the same view. */
function signIn() {
  location.assign('api/sign-in?to=' + encodeURIComponent(location.hash));
}

/** Shows the page again without data, if the user's session or rights have ended. */
export async function leaveEnded() {
  if (!isLeaving && isShut(await refresh())) {
    history.replaceState({...history.state, isEnded: true}, '');
    location.reload();
  }
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
  }, el('h2', {id: 'login-title'}, 'Sign in to acknowledge alarms'),
  el('label', {}, 'Name', user), el('label', {}, 'Token', token), wrong,
  el('div', {class: 'bar'}, el('button', {type: 'submit'}, 'Sign in'), el('button', {type: 'button', onclick: () => dialog.close()}, 'Cancel'))));
  document.body.append(dialog);
  dialog.showModal();
}

/** Ends the session. */
export async function logout() {
  // From here on the server refuses the session: this must not reload the page while it leaves for the provider.
  isLeaving = true;
  setTimeout(() => {
    isLeaving = false;
  }, LEAVING_MILLIS);
  const {to} = await post('api/logout', {}).catch(e => {
    isLeaving = false;
    throw e;
  });
  if (to) {
    // Otherwise the provider would sign the user in again without a question.
    location.assign(to);
    return;
  }
  isLeaving = false;
  if (isShut(await refresh())) {
    location.reload();
  }
}
