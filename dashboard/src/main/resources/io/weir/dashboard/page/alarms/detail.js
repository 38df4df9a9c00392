// One alarm, or one node of the tree: its state, cause, commands and history.

import {clock, el, fill} from '../dom.js';
import {get} from '../api.js';
import {WORDS} from './say.js';
import {plain} from './tree.js';

/** Fills the panel of an alarm; `say` is called with one of the offered operations. */
export function showAlarm(panel, alarm, offered, may, say) {
  const history = el('div', {class: 'history'}, el('p', {class: 'note'}, 'reads its history'));
  fill(panel,
    el('h2', {class: 'id'}, plain(alarm.id)),
    el('p', {class: 'what'}, badge(alarm.severity), ' ', stateText(alarm), ` since ${time(alarm.since)}`),
    el('p', {class: 'message'}, alarm.message),
    buttons([...offered.keys()].map(operation => [operation, WORDS[operation][0]]), may, say),
    el('dl', {}, explained(alarm).flatMap(([name, text]) => [el('dt', {}, name), el('dd', {}, text)])),
    el('h3', {}, 'History'),
    history);
  get('api/alarms/history?alarm=' + encodeURIComponent(alarm.id)).then(
    answer => fill(history, historyTable(answer)),
    e => fill(history, el('p', {class: 'note'}, 'not known: ' + e.message)));
}

/**
 * Fills the panel of a node with alarms below it; each button states on how many of them it acts.
 */
export function showNode(panel, node, offered, may, say) {
  fill(panel,
    el('h2', {class: 'id'}, plain(node.path) + '/…'),
    el('p', {class: 'what'}, badge(node.severity), ` the worst of ${node.alarms} alarms, ${node.unacknowledged} unacknowledged`),
    buttons([...offered].map(([operation, {length}]) => [operation, WORDS[operation][0].replace(/…?$/, end => ' ' + length + end)]), may, say),
    el('p', {class: 'note'}, 'A button acts on the alarms of this node that the filter leaves, as they are shown. Alarming refuses an alarm that changed after it was shown.'));
}

/** A severity, shown by word and colour. */
export function badge(severity) {
  return el('span', {class: 'badge ' + severity.toLowerCase()}, severity);
}

/** A state in words. */
export function stateText(alarm) {
  return alarm.to.replaceAll('_', ' ').toLowerCase() + (alarm.chattering ? ', chattering' : '') + (alarm.escalated ? ', escalated' : '');
}

function buttons(operations, may, say) {
  return el('div', {class: 'buttons'},
    operations.map(([operation, text]) => {
      const key = WORDS[operation][1];
      return el('button', {type: 'button', disabled: may !== 'command', 'aria-keyshortcuts': key, title: 'key ' + key,
        onclick: () => say(operation)}, text);
    }),
    may === 'command' ? null : el('span', {class: 'note'}, may === 'login' ? 'log in to command' : 'for looking only'));
}

function explained(alarm) {
  const lines = [['condition', condition(alarm)]];
  const tell = (name, text) => text && lines.push([name, text]);
  tell('rule', `${alarm.rule}, rules of version ${alarm.ruleVersion}`);
  tell('guidance', alarm.guidance);
  tell('worst', alarm.worst !== alarm.severity && `${alarm.worst} since it was last normal`);
  tell('latches', alarm.latch && 'it waits for an acknowledgement even when all is well again');
  tell('chatters', alarm.chattering && `raised ${alarm.flips} times when this was told; told again once it is quiet`);
  tell('escalated', alarm.escalated && 'nobody acknowledged it in time: more severe than its condition');
  tell('operator', alarm.user && alarm.user + (alarm.reason ? ': ' + alarm.reason : ''));
  tell('comes back', alarm.expiry && time(alarm.expiry));
  tell('masked by', alarm.suppressedBy && plain(alarm.suppressedBy));
  tell('last event', `${alarm.transition} at ${time(alarm.eventTime)}, decided ${time(alarm.decisionTime)}`);
  tell('tags', Object.entries(alarm.tags).map(([key, value]) => key + '=' + value).join(', '));
  return lines;
}

function condition(alarm) {
  if (alarm.text !== undefined) {
    return `the value was "${alarm.text}", which ${alarm.severity === 'OK' ? 'clears the alarm' : 'is ' + alarm.severity}`;
  }
  if (alarm.value === null || alarm.threshold === null) {
    return 'not about a value';
  }
  switch (alarm.severity) {
    case 'OK': return `the value was ${alarm.value}, which clears the alarm: the clear value is ${alarm.threshold}`;
    case 'INVALID': return `the value was ${alarm.value}, but nothing is known now`;
    default: return `the value was ${alarm.value}, beyond ${alarm.threshold}, the limit of ${alarm.severity}`;
  }
}

function historyTable(answer) {
  if (answer.events.length === 0) {
    return el('p', {class: 'note'}, 'nothing among the latest transitions of all alarms');
  }
  return [
    el('table', {},
      el('thead', {}, el('tr', {}, ['When', 'To', 'Severity', 'Value', 'Who'].map(name => el('th', {scope: 'col'}, name)))),
      el('tbody', {}, answer.events.map(event => el('tr', {},
        el('td', {}, time(event.eventTime)),
        el('td', {}, stateText(event)),
        el('td', {}, badge(event.severity)),
        el('td', {}, event.text ?? event.value ?? '–'),
        el('td', {}, event.user ? event.user + (event.reason ? ': ' + event.reason : '') : ''))))),
    answer.more ? el('p', {class: 'note'}, 'and earlier ones: weir tap events --from-beginning') : null];
}

/** With the day, if it is not today. */
function time(iso) {
  const at = new Date(iso);
  const day = at.toDateString() === new Date().toDateString() ? '' : at.toLocaleDateString() + ' ';
  return day + clock(at.getTime());
}
