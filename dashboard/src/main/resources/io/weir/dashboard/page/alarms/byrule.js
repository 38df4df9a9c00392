// Alarms grouped by rule.

import {add, node} from './tree.js';

/**
 * The rules of alarms, which are given by urgency as {alarm, group}: a rule is as urgent as its first
 * alarm. Each is a node as in the tree, with its alarms below it, and has: rule (its name), newest (the
 * alarm that was raised last).
 */
export function byRule(shown) {
  const rules = new Map();
  for (const {alarm, group} of shown) {
    let rule = rules.get(alarm.rule);
    if (!rule) {
      rule = {...node(ruleAddress(alarm.rule), alarm.rule), rule: alarm.rule, newest: alarm};
      rules.set(alarm.rule, rule);
    }
    add(rule, alarm);
    rule.children.push(leaf(alarm, group));
    if (raise(alarm) > raise(rule.newest)) {
      rule.newest = alarm;
    }
  }
  return [...rules.values()];
}

/** An alarm as a node with nothing below it. */
export function leaf(alarm, group) {
  return {path: alarm.id, alarm, group, children: []};
}

/**
 * The path of a rule's node, which is also a filter of its alarms. Names of rules have no equals sign,
 * so it is no id of an alarm.
 */
export function ruleAddress(rule) {
  return 'rule=' + rule;
}

/** The rule of such a path; null for other paths. */
export function ruleOf(path) {
  return path.startsWith('rule=') ? path.slice('rule='.length) : null;
}

/** When an alarm was raised, as text: all times have the same format. */
export function raise(alarm) {
  return alarm.raisedAt ?? alarm.since;
}
