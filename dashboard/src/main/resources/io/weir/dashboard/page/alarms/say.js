// What an operator says to alarms, and what became of it.

import {el} from '../dom.js';
import {post} from '../api.js';
import {refresh} from '../session.js';

/** By state, what alarms obey: the table of docs/alarms.md. */
export const POSSIBLE = {
  NORMAL: ['SHELVE', 'OUT_OF_SERVICE'],
  UNACKNOWLEDGED: ['ACKNOWLEDGE', 'SHELVE', 'OUT_OF_SERVICE'],
  ACKNOWLEDGED: ['UNACKNOWLEDGE', 'SHELVE', 'OUT_OF_SERVICE'],
  RETURNED: ['ACKNOWLEDGE', 'SHELVE', 'OUT_OF_SERVICE'],
  SHELVED: ['UNSHELVE', 'SHELVE', 'OUT_OF_SERVICE'],
  SUPPRESSED: ['SHELVE', 'OUT_OF_SERVICE'],
  OUT_OF_SERVICE: ['IN_SERVICE'],
};

/** Its name on a button, and the key that does the same. */
export const WORDS = {
  ACKNOWLEDGE: ['Acknowledge', 'a'],
  UNACKNOWLEDGE: ['Unacknowledge', 'u'],
  SHELVE: ['Shelve…', 's'],
  UNSHELVE: ['Unshelve', 'n'],
  OUT_OF_SERVICE: ['Out of service…', 'o'],
  IN_SERVICE: ['In service', 'i'],
};

const TIMES = [['30m', '30 minutes'], ['2h', '2 hours'], ['8h', '8 hours, a shift'], ['24h', '1 day'], ['168h', '1 week']];

/**
 * Asks for what an operation needs, says it, and tells what became of it.
 *
 * @param target {alarm} or {subtree}
 * @param tell called with a text, and whether it went well
 */
export async function say(operation, target, tell) {
  const more = operation === 'SHELVE' || operation === 'OUT_OF_SERVICE' ? await askWhy(operation, target) : {};
  if (more === null) {
    return;
  }
  const name = target.alarm ?? target.subtree;
  const word = WORDS[operation][0].replace('…', '');
  tell(`${word}: waits for the answer`, true);
  try {
    const reply = await post('api/alarms/command', {operation, ...target, ...more});
    if (reply.outcome === 'DONE') {
      tell(`${word}: done for ${reply.changed === 1 ? name : reply.changed + ' alarms'}`, true);
    } else {
      tell(`refused: ${reply.reason ?? reply.outcome}`, false);
    }
  } catch (e) {
    tell(`not done: ${e.message}`, false);
    if (e.status === 401) {
      // Its login has expired.
      refresh().catch(() => {});
    }
  }
}

/** What is to be written into a command; null if the operator thought better of it. */
function askWhy(operation, target) {
  const isShelf = operation === 'SHELVE';
  const why = el('input', {required: true, maxlength: 1000, autocomplete: 'off'});
  const time = el('select', {}, TIMES.map(([value, text]) => el('option', {value}, text)));
  const form = el('form', {method: 'dialog'},
    el('h2', {}, isShelf ? 'Shelve' : 'Take out of service'),
    el('p', {class: 'id'}, target.alarm ?? target.subtree + '/…'),
    el('label', {}, 'Why', why),
    isShelf ? el('label', {}, 'For', time) : null,
    el('div', {class: 'buttons'},
      el('button', {type: 'submit'}, isShelf ? 'Shelve' : 'Take out of service'),
      el('button', {type: 'button', onclick: () => dialog.close()}, 'Cancel')));
  const dialog = el('dialog', {class: 'ask'}, form);
  document.body.append(dialog);
  return new Promise(resolve => {
    let said = null;
    form.addEventListener('submit', event => {
      event.preventDefault();
      said = isShelf ? {reason: why.value, for: time.value} : {reason: why.value};
      dialog.close();
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(said);
    });
    dialog.showModal();
    why.focus();
  });
}
