// How alarms are arranged in rows: by urgency, by rule, or as the tree of their ids.

import {byRule, leaf, raise} from './byrule.js';
import {stateText} from './detail.js';
import {plain, treeOf, unfolded} from './tree.js';

/** By the name in the address: the label of the button, and where the alarms are, for a command about all of them. */
export const ARRANGEMENTS = {
  list: {label: 'List', where: 'shown'},
  rules: {label: 'By rule', where: 'of these rules'},
  tree: {label: 'Tree', where: 'in the tree'},
};

/**
 * The rows from top to bottom: nodes with their depth.
 *
 * @param shown alarms by urgency, as {alarm, group}
 * @param isOpen whether what is below a node is visible, by its path and depth
 */
export function arranged(as, shown, isOpen) {
  switch (as) {
    case 'tree': return unfolded(treeOf(shown.map(({alarm}) => alarm)), isOpen);
    case 'rules': return unfolded(byRule(shown), isOpen);
    default: return shown.map(({alarm, group}) => ({node: leaf(alarm, group), depth: 0}));
  }
}

/** The content of a row. */
export function content(as, {node, depth}, isOpen) {
  const {path, alarm, group} = node;
  const isFolder = node.children.length > 0;
  const place = as === 'list' ? {} : {depth, isClosed: isFolder ? !isOpen(path, depth) : null};
  if (node.rule) {
    return {path, ...place, severity: node.severity, state: counts(node), name: node.rule, message: 'Newest: ' + node.newest.message, since: raise(node.newest)};
  }
  return as === 'tree'
    ? {path, ...place, severity: node.severity, state: isFolder ? counts(node) : stateText(alarm), name: plain(node.name), message: alarm?.message ?? ''}
    : {path, ...place, severity: alarm.severity, state: stateText(alarm) + (group ? `, first of ${group} within 1 s` : ''), name: plain(alarm.id), message: alarm.message, since: alarm.since};
}

function counts({unacknowledged, alarms}) {
  return `${unacknowledged} of ${alarms} unacknowledged`;
}
