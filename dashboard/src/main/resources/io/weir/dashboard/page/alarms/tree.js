// Alarms as the tree of their ids. A node has the severity of the worst alarm below it that is not
// hidden.

import {isHidden, isUnacknowledged, worse} from './order.js';

/**
 * The roots of alarms, which are given by urgency: a node is as urgent as its first alarm. Each node has: path, name, severity, unacknowledged, alarms (their number),
 * alarm (its own, if any), children.
 */
export function treeOf(alarms) {
  const root = node('', '');
  for (const alarm of alarms) {
    const names = alarm.id.split('/');
    let at = root;
    add(at, alarm);
    names.forEach((name, depth) => {
      let child = at.below.get(name);
      if (!child) {
        child = node(names.slice(0, depth + 1).join('/'), name);
        at.below.set(name, child);
      }
      add(child, alarm);
      at = child;
    });
    at.alarm = alarm;
  }
  return finished(root).children;
}

/** A node without alarms. */
export function node(path, name) {
  return {path, name, severity: 'OK', unacknowledged: 0, alarms: 0, alarm: null, below: new Map(), children: []};
}

/** Counts an alarm in a node above it. */
export function add(at, alarm) {
  at.alarms++;
  if (!isHidden(alarm)) {
    at.severity = worse(at.severity, alarm.severity);
  }
  if (isUnacknowledged(alarm)) {
    at.unacknowledged++;
  }
}

function finished(at) {
  at.children = [...at.below.values()].map(finished);
  return at;
}

/**
 * The visible part of a tree, from top to bottom: nodes with their depth. Children are visible only
 * if their node is open.
 */
export function unfolded(nodes, isOpen, depth = 0) {
  return nodes.flatMap(each => [
    {node: each, depth},
    ...(each.children.length > 0 && isOpen(each.path, depth) ? unfolded(each.children, isOpen, depth + 1) : []),
  ]);
}

/** The place of the row to which a row belongs; that of the row itself at the top. */
export function folderOf(rows, at) {
  const folder = rows.slice(0, at).findLastIndex(({depth}) => depth < rows[at].depth);
  return folder < 0 ? at : folder;
}

/** The alarms of a node: its own, or else all below it. */
export function below(node) {
  return node.alarm ? [node.alarm] : node.children.flatMap(withOwn);
}

function withOwn(node) {
  return [...node.alarm ? [node.alarm] : [], ...node.children.flatMap(withOwn)];
}

/** An id as readable text: its names may contain an escaped slash or percent sign. */
export function plain(name) {
  return name.replaceAll('%2F', '/').replaceAll('%2D', '-').replaceAll('%25', '%');
}
