// An operator's commands about the alarms on the page, and their outcome.

import {el} from '../dom.js';
import {post} from '../api.js';
import {refresh} from '../session.js';

/** The operations that alarms accept, by state: the table of docs/alarms.md. */
const POSSIBLE = {
  NORMAL: ['SHELVE', 'OUT_OF_SERVICE'],
  UNACKNOWLEDGED: ['ACKNOWLEDGE', 'SHELVE', 'OUT_OF_SERVICE', 'COMMENT'],
  ACKNOWLEDGED: ['UNACKNOWLEDGE', 'SHELVE', 'OUT_OF_SERVICE', 'COMMENT'],
  RETURNED: ['ACKNOWLEDGE', 'SHELVE', 'OUT_OF_SERVICE', 'COMMENT'],
  SHELVED: ['UNSHELVE', 'SHELVE', 'OUT_OF_SERVICE', 'COMMENT'],
  SUPPRESSED: ['SHELVE', 'OUT_OF_SERVICE', 'COMMENT'],
  OUT_OF_SERVICE: ['IN_SERVICE', 'COMMENT'],
};

/** The operations on several alarms; each applies to those that accept it. */
const OF_MANY = ['ACKNOWLEDGE', 'UNACKNOWLEDGE', 'SHELVE', 'UNSHELVE', 'COMMENT'];

/** The operations on an alarm: for each, the alarm as shown. */
export function offers(alarm) {
  return new Map((POSSIBLE[alarm.to] ?? []).map(operation => [operation, [alarm]]));
}

/** The operations on several alarms: for each, those that accept it, as shown. */
export function offersOfMany(alarms) {
  const offered = OF_MANY.map(operation => [operation, alarms.filter(alarm => POSSIBLE[alarm.to]?.includes(operation))]);
  return new Map(offered.filter(([, accepting]) => accepting.length > 0));
}

/** The label of its button, and its key. */
export const WORDS = {
  ACKNOWLEDGE: ['Acknowledge', 'a'],
  UNACKNOWLEDGE: ['Unacknowledge', 'u'],
  SHELVE: ['Shelve…', 's'],
  UNSHELVE: ['Unshelve', 'n'],
  OUT_OF_SERVICE: ['Take out of service…', 'o'],
  IN_SERVICE: ['Put in service', 'i'],
  COMMENT: ['Comment…', 'c'],
};

/** The label of the text that an operation needs. */
const TEXTS = {SHELVE: 'Reason', OUT_OF_SERVICE: 'Reason', COMMENT: 'Text'};

const OTHER = 'other';
const TIMES = [['10m', '10 minutes'], ['30m', '30 minutes'], ['2h', '2 hours'], ['8h', '8 hours (a shift)'], ['24h', '1 day'], ['168h', '1 week'], [OTHER, 'Other …']];
const USUAL_TIME = '30m';

/** A command about more alarms needs a confirmation. */
const CONFIRMED_ABOVE = 20;

/** Limits of a request: alarms, and bytes of their names. The server rejects more. */
const MOST_ALARMS = 500;
const MOST_BYTES = 48_000;

/** Commands are sent one after the other, in the order in which they were given. */
let before = Promise.resolve();

/**
 * Asks for the input that an operation needs, sends it for each alarm with the transition that the
 * operator saw, and reports the outcome.
 *
 * @param name of the alarm or node
 * @param alarms as shown
 * @param report called with a text, and whether the command succeeded
 * @param confirmedAbove a command about more alarms needs a confirmation
 */
export async function sendCommand(operation, name, alarms, report, confirmedAbove = CONFIRMED_ABOVE) {
  const word = WORDS[operation][0].replace('…', '');
  const isExplained = Object.hasOwn(TEXTS, operation);
  const more = isExplained || alarms.length > confirmedAbove ? await ask(operation, word, name, alarms.length) : {};
  if (more === null) {
    return;
  }
  const sent = before.then(() => postAll({operation, ...more}, word, name, alarms, report));
  before = sent;
  await sent;
}

async function postAll(command, word, name, alarms, report) {
  const sum = {asked: 0, done: 0, refused: [], unanswered: 0};
  report(`${word}: waiting for the reply`, true);
  try {
    for (const transitions of requests(alarms)) {
      const {done, refused, unanswered} = await post('api/alarms/command', {...command, transitions});
      sum.asked += transitions.length;
      sum.done += done;
      sum.refused.push(...refused);
      sum.unanswered += unanswered;
      if (sum.asked < alarms.length) {
        report(`${word}: ${sum.asked} of ${alarms.length} alarms`, true);
      }
    }
    report(`${word}: ${outcome(name, alarms.length, sum)}`, sum.done === alarms.length);
  } catch (e) {
    report(sum.asked === 0 ? `${word} failed: ${e.message}`
      : `${word}: ${outcome(name, alarms.length, sum)}; failed for ${alarms.length - sum.asked}: ${e.message}`, false);
    if (e.status === 401) {
      // The login has expired.
      refresh().catch(() => {});
    }
  }
}

/** The transitions of alarms, in parts that are small enough for one request each. */
function requests(alarms) {
  const bytes = new TextEncoder();
  const parts = [];
  let size = Infinity;
  for (const {transition} of alarms) {
    const more = bytes.encode(JSON.stringify(transition)).length + 1;
    if (size + more > MOST_BYTES || parts[parts.length - 1].length === MOST_ALARMS) {
      parts.push([]);
      size = 0;
    }
    parts[parts.length - 1].push(transition);
    size += more;
  }
  return parts;
}

function outcome(name, count, {done, refused, unanswered}) {
  if (count === 1 && refused.length === 1) {
    return `refused: ${reason(refused[0])}`;
  }
  const parts = [done < count ? `done for ${done} of ${alarmsOf(count)}` : count === 1 ? `done for ${name}` : `done for ${alarmsOf(count)}`];
  if (refused.length > 0) {
    parts.push(`${refused.length} refused${refused.length === 1 ? '' : ', such as'}: ${reason(refused[0])}`);
  }
  if (unanswered > 0) {
    parts.push(`${unanswered} without a reply, which may still take effect`);
  }
  return parts.join('; ');
}

function reason(refused) {
  return refused.reason ?? refused.outcome;
}

function alarmsOf(count) {
  return count === 1 ? '1 alarm' : count + ' alarms';
}

/** Asks for the fields of a command; null if the operator cancels. */
function ask(operation, word, name, count) {
  const isShelf = operation === 'SHELVE';
  const why = el('input', {required: true, maxlength: 1000, autocomplete: 'off'});
  const time = el('select', {onchange: () => {
    const isOther = time.value === OTHER;
    typedLabel.hidden = !isOther;
    typed.required = isOther;
    typed.disabled = !isOther;
    isOther && typed.focus();
  }}, TIMES.map(([value, text]) => el('option', {value, selected: value === USUAL_TIME}, text)));
  const typed = el('input', {disabled: true, pattern: '[0-9]*[1-9][0-9]*(m|h|d)', title: 'Minutes, hours or days: 45m, 3h or 2d', placeholder: '45m, 3h or 2d', autocomplete: 'off'});
  const typedLabel = el('label', {hidden: true}, 'Other duration', typed);
  const isExplained = Object.hasOwn(TEXTS, operation);
  const what = count === 1 ? word : `${word} ${alarmsOf(count)}`;
  const form = el('form', {method: 'dialog'},
    el('h2', {}, what),
    el('p', {class: 'id'}, name),
    isExplained ? el('label', {}, TEXTS[operation], why) : null,
    isShelf ? el('label', {}, 'Duration', time) : null,
    isShelf ? typedLabel : null,
    el('div', {class: 'buttons'},
      el('button', {type: 'submit'}, what),
      el('button', {type: 'button', onclick: () => dialog.close()}, 'Cancel')));
  const dialog = el('dialog', {class: 'ask', 'aria-label': what}, form);
  document.body.append(dialog);
  return new Promise(resolve => {
    let fields = null;
    form.addEventListener('submit', event => {
      event.preventDefault();
      fields = {...isExplained && {reason: why.value}, ...isShelf && {for: time.value === OTHER ? typed.value : time.value}};
      dialog.close();
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(fields);
    });
    dialog.showModal();
    if (isExplained) {
      why.focus();
    }
  });
}
