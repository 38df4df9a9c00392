// One alarm, or one node of the tree: its state, cause, commands and history.

import {el, fill} from '../dom.js';
import {get} from '../api.js';
import {second} from '../times.js';
import {hostLink, hostOf} from '../hosts.js';
import {badge} from './badge.js';
import {WORDS} from './commands.js';
import {isRaise} from './moments.js';
import {plain} from './tree.js';

const OUTDATED = 'Alarming refuses a command for an alarm that changed after it was shown.';
/** Time before a raise, and after it, in which other changes may have to do with it. */
const AROUND_MILLIS = 30_000;
const MOST_IDS = 100;
const MOST_OF_ID = 190;
/** The cursor may pass over many alarms. */
const REST_MILLIS = 150;

/**
 * Fills the panel of an alarm; `command` is called with one of the offered operations. The trend
 * stays when the alarm changes.
 */
export function showAlarm(panel, alarm, offered, may, command, trend) {
  const history = el('div', {class: 'history'}, el('p', {class: 'note'}, 'Loading history …'));
  const raise = el('p', {class: 'raise', hidden: true});
  const rule = el('span', {}, alarm.rule);
  const comments = el('ul', {class: 'comments', hidden: true});
  fill(panel,
    el('h2', {class: 'id'}, plain(alarm.id)),
    el('p', {class: 'what'}, badge(alarm.severity), ' ', stateText(alarm), ` since ${time(alarm.since)}`),
    el('p', {class: 'message'}, alarm.message),
    raise,
    comments,
    buttons([...offered.keys()].map(operation => [operation, WORDS[operation][0]]), may, command),
    trend.element,
    el('dl', {}, explained(alarm, rule).flatMap(([name, text]) => [el('dt', {}, name), el('dd', {}, ...[text].flat())])),
    el('h3', {}, 'History ', el('small', {}, el('a', {href: journalOf(alarm.id)}, 'Open in Journal'), ' ',
      el('a', {href: journalAround(alarm), title: 'Transitions of all alarms, from 30 s before the raise to 30 s after it'}, 'What else changed'))),
    history);
  trend.answer.then(({line}) => line && fill(rule, el('a', {href: '#/rules?line=' + line}, alarm.rule)), () => {});
  setTimeout(() => history.isConnected && get('api/alarms/history?alarm=' + encodeURIComponent(alarm.id)).then(
    answer => {
      fill(history, historyTable(answer));
      showRaise(raise, answer.events, alarm);
      showComments(comments, answer.events);
      trend.mark(answer.events);
    },
    e => fill(history, el('p', {class: 'note'}, 'History unavailable: ' + e.message))), REST_MILLIS);
}

/** The comments since the alarm was last normal, the first one first. */
function showComments(place, events) {
  const comments = sinceNormal(events).filter(({comment}) => comment).reverse();
  fill(place, comments.map(({comment, eventTime}) => el('li', {}, el('b', {}, comment.user), ' ', el('small', {}, time(eventTime)), el('br'), comment.text)));
  place.hidden = comments.length === 0;
}

function sinceNormal(events) {
  const normal = events.findIndex(event => event.to === 'NORMAL');
  return events.slice(0, normal < 0 ? events.length : normal);
}

/** The raise that a later state does not show any more. */
function showRaise(place, events, alarm) {
  const raise = sinceNormal(events).find(isRaise);
  if (raise && raise.transition !== alarm.transition) {
    const value = raise.text ?? raise.value;
    fill(place, el('b', {}, 'Raised ' + time(raise.eventTime)), value === null ? '' : ` with value ${value}`, ': ', raise.message);
    place.hidden = false;
  }
}

/**
 * Fills the panel of a node or rule with alarms below it; each button states on how many of them it
 * acts.
 */
export function showNode(panel, node, offered, may, command) {
  fill(panel,
    el('h2', {class: 'id'}, nameOfNode(node)),
    el('p', {class: 'what'}, badge(node.severity), ` is the worst of ${node.alarms} alarms, ${node.unacknowledged} unacknowledged`),
    counted(offered, may, command),
    node.rule ? el('p', {}, el('a', {href: journalOfRule(node.rule)}, 'Open in Journal')) : null,
    el('p', {class: 'note'}, `The buttons act on the alarms of this ${node.rule ? 'rule' : 'node'} that match the filter. ` + OUTDATED));
}

/** The name of a node or rule with alarms below it. */
export function nameOfNode(node) {
  return node.rule ? 'Rule ' + node.rule : plain(node.path) + '/…';
}

/** The same for the selected rows. */
export function showSelected(panel, alarms, offered, may, command) {
  fill(panel,
    el('h2', {}, alarms.length === 1 ? '1 alarm selected' : alarms.length + ' alarms selected'),
    counted(offered, may, command),
    el('p', {class: 'note'}, 'Key x selects or deselects a row, Shift with the arrows a range, Escape none. ' + OUTDATED),
    el('ul', {class: 'ids'}, alarms.slice(0, MOST_IDS).map(alarm => el('li', {}, plain(alarm.id)))),
    alarms.length > MOST_IDS ? el('p', {class: 'note'}, `and ${alarms.length - MOST_IDS} more`) : null);
}

function counted(offered, may, command) {
  return buttons([...offered].map(([operation, {length}]) => [operation, WORDS[operation][0].replace(/…?$/, end => ' ' + length + end)]), may, command);
}

/** A state in words. */
export function stateText(alarm) {
  return alarm.to.replaceAll('_', ' ').toLowerCase() + (alarm.chattering ? ', chattering' : '') + (alarm.escalated ? ', escalated' : '');
}

function buttons(operations, may, command) {
  return el('div', {class: 'buttons'},
    operations.map(([operation, text]) => {
      const key = WORDS[operation][1];
      return el('button', {type: 'button', disabled: may !== 'command', 'aria-keyshortcuts': key, title: 'Key: ' + key,
        onclick: () => command(operation)}, text);
    }),
    may === 'command' ? null : el('span', {class: 'note'}, may === 'login' ? 'Sign in to send commands' : 'Read-only'));
}

function explained(alarm, rule) {
  const lines = [['Condition', condition(alarm)]];
  const add = (name, text) => text && lines.push([name, text]);
  lines.push(['Rule', [rule, `, in version ${alarm.ruleVersion} of the rules`]]);
  const host = hostOf(alarm.tags);
  add('Host', host && hostLink(host));
  add('Guidance', guidance(alarm.guidance));
  add('Worst severity', alarm.worst !== alarm.severity && `${alarm.worst} since the last normal state`);
  add('Latching', alarm.latch && 'needs an acknowledgement even after the condition has cleared');
  add('Chattering', alarm.chattering && `raised ${alarm.flips} times up to this event; further raises are suppressed until it is quiet`);
  add('Escalated', alarm.escalated && 'not acknowledged in time, therefore more severe than its condition');
  add('Operator', operator(alarm));
  add('Shelved until', alarm.expiry && time(alarm.expiry));
  add('Masked by', alarm.suppressedBy && plain(alarm.suppressedBy));
  add('Last event', `${alarm.transition} at ${time(alarm.eventTime)}, decided ${time(alarm.decisionTime)}`);
  add('Tags', Object.entries(alarm.tags).map(([key, value]) => key + '=' + value).join(', '));
  return lines;
}

/** The address of an alarm's transitions. A filter has no spaces in words, and at most 200 characters. */
export function journalOf(id) {
  const one = id.replace(/\s/g, '?');
  // The cut may not divide a character of two code units.
  const word = one.length > MOST_OF_ID ? one.slice(0, MOST_OF_ID).replace(/[\uD800-\uDBFF]$/, '') + '*' : one;
  return journal('alarm=' + word);
}

/** The address of the transitions of a rule's alarms. */
export function journalOfRule(rule) {
  return journal('rule=' + rule);
}

/** The address of what happened in the minute in which an alarm was raised. */
function journalAround({raisedAt, since}) {
  const raised = Date.parse(raisedAt ?? since);
  return `#/journal?from=${raised - AROUND_MILLIS}&to=${raised + AROUND_MILLIS}`;
}

function journal(filter) {
  return '#/journal?filter=' + encodeURIComponent(filter);
}

/** A link if it is an address. */
function guidance(text) {
  return /^https?:\/\/\S+$/.test(text) ? el('a', {href: text, target: '_blank', rel: 'noopener noreferrer'}, text) : text;
}

function condition(alarm) {
  if (alarm.text !== undefined) {
    return `the value was "${alarm.text}", which ${alarm.severity === 'OK' ? 'clears the alarm' : 'is ' + alarm.severity}`;
  }
  if (alarm.value === null || alarm.threshold === null) {
    return 'does not concern a value';
  }
  // An escalated alarm has the limit of the severity before the escalation.
  const limit = alarm.escalated ? 'its limit' : `the limit of ${alarm.severity}`;
  switch (alarm.severity) {
    case 'OK': return `the value was ${alarm.value}, which clears the alarm: the clear value is ${alarm.threshold}`;
    case 'INVALID': return `the value was ${alarm.value}, but the current value is unknown`;
    default: return `the value was ${alarm.value}, ` + (alarm.value === alarm.threshold ? 'which is ' : `${alarm.value < alarm.threshold ? 'below' : 'above'} ${alarm.threshold}, `) + limit;
  }
}

function historyTable(answer) {
  if (answer.events.length === 0) {
    return el('p', {class: 'note'}, 'No transition of this alarm among the latest of all alarms');
  }
  return [
    el('table', {},
      el('thead', {}, el('tr', {}, ['Time', 'State', 'Severity', 'Value', 'Operator'].map(name => el('th', {scope: 'col'}, name)))),
      el('tbody', {}, answer.events.map(event => el('tr', {},
        el('td', {}, time(event.eventTime)),
        el('td', {}, event.comment ? 'comment' : stateText(event)),
        el('td', {}, badge(event.severity)),
        el('td', {}, event.text ?? event.value ?? '–'),
        el('td', {}, operator(event.comment ? {user: event.comment.user, reason: event.comment.text} : event)))))),
    answer.more ? el('p', {class: 'note'}, 'Earlier transitions: in the journal, or with weir tap events --from-beginning') : null];
}

/** An operator with the reason or text; empty without an operator. */
export function operator({user, reason}) {
  return user ? user + (reason ? ': ' + reason : '') : '';
}

function time(iso) {
  return second(Date.parse(iso));
}
