// The active rules: the effect of each, warnings, and the file.

import {el, fill, renew, scroller, short} from '../dom.js';
import {poll} from '../api.js';

/** Descriptions of the meters of rules; others are shown by their names. */
const COUNTED = {
  'processing.suppressed.by.rule': 'values suppressed',
  'processing.late': 'late values',
  'processing.undefined': 'non-numeric results',
  'processing.unmapped': 'values missing in the map',
  'processing.not.derived': 'values without a derived result',
  'processing.group.refused': 'values beyond its limits',
  'processing.lookup.misses': 'series without a table row',
};

/** Meters of events that the rule does not intend. */
const TROUBLE = ['processing.late', 'processing.undefined', 'processing.unmapped', 'processing.not.derived', 'processing.group.refused', 'processing.lookup.misses'];

export const rules = {
  title: 'Rules',

  mount(root, parameters, replace) {
    let shown;
    const warnings = el('section', {class: 'wide'});
    const table = el('section', {class: 'wide'});
    const file = el('section', {class: 'wide'}, el('p', {class: 'note'}, 'Loading …'));
    fill(root, warnings, table, file);
    warnings.hidden = table.hidden = true;

    function goTo(line) {
      parameters.set('line', line);
      replace(parameters);
      light(file, line);
    }

    return poll('api/rules', 3000, answer => {
      table.hidden = answer.rules.length === 0;
      renew(table, answer.rules, () => rulesTable(answer.rules, goTo));
      if (answer.version === shown) {
        return;
      }
      shown = answer.version;
      warnings.hidden = answer.version === null;
      showWarnings(warnings, answer.warnings, goTo);
      showFile(file, answer);
      if (parameters.has('line')) {
        light(file, Number(parameters.get('line')));
      }
    });
  },
};

function showWarnings(root, warnings, goTo) {
  fill(root, el('h2', {}, 'Checks', el('small', {}, warnings.length ? ' probable mistakes' : '')), warnings.length === 0
    ? el('p', {class: 'note'}, el('b', {class: 'good'}, '✓ '), 'No mistakes, no warnings')
    : el('ul', {class: 'warnings'}, warnings.map(({line, path, what, remedy}) => el('li', {},
      el('button', {type: 'button', class: 'plain link', onclick: () => goTo(line)}, 'Line ' + line), ' ', el('code', {}, path), ' ', what, el('br'), el('small', {}, remedy)))));
}

function rulesTable(rules, goTo) {
  return [el('h2', {}, 'Effect', el('small', {}, ' since the services started')), scroller('Effect of the rules', el('table', {},
    el('thead', {}, el('tr', {}, el('th', {}, 'Kind'), el('th', {}, 'Rule'), el('th', {class: 'number'}, 'Line'), el('th', {}, 'Raised alarms'), el('th', {}, 'Counts'))),
    el('tbody', {}, rules.map(({kind, name, line, counts, alarms}) => el('tr', {},
      el('td', {}, kind), el('td', {}, el('b', {}, name)),
      el('td', {class: 'number'}, el('button', {type: 'button', class: 'plain link', onclick: () => goTo(line)}, line)),
      el('td', {}, raised(name, alarms)),
      el('td', {}, Object.entries(counts).filter(([, count]) => count > 0).map(([meter, count]) =>
        el('span', {class: TROUBLE.includes(meter) ? 'chip minor' : 'chip', title: meter}, short(count) + ' ' + (COUNTED[meter] ?? meter)))))))))];
}

function raised(rule, alarms) {
  const parts = ['MAJOR', 'MINOR', 'INVALID', 'hidden'].filter(kind => alarms[kind]).map(kind => el('span', {class: 'chip ' + kind.toLowerCase()}, alarms[kind] + ' ' + kind.toLowerCase()));
  return parts.length ? el('a', {href: '#/alarms?filter=' + encodeURIComponent(rule)}, parts) : null;
}

function showFile(root, {version, text, warnings}) {
  const warned = new Set(warnings.map(warning => warning.line));
  fill(root, el('h2', {}, version ? 'Rules ' + version : 'No published rules', el('small', {}, version ? ' active' : ' metrics pass unmodified, except in services with a rule file of their own (processing.rules, alarming.rules)')),
    text === null ? null : el('ol', {class: 'code', tabindex: 0, 'aria-label': 'File of the rules'}, text.replace(/\n$/, '').split('\n').map((line, i) =>
      el('li', {class: (/^\s*#/.test(line) ? 'comment' : '') + (warned.has(i + 1) ? ' warned' : '')}, line || ' '))));
}

function light(file, line) {
  const lines = file.querySelectorAll('ol.code li');
  lines.forEach((one, i) => one.classList.toggle('lit', i + 1 === line));
  lines[line - 1]?.scrollIntoView({block: 'center'});
}
