// How well the alarms of the last day serve their operators, in the terms of ISA 18.2: figures with
// their aims, and the rules and alarms behind them.

import {ago, el, fill, renew, scroller, short, write} from '../dom.js';
import {now as serverMillis, poll} from '../api.js';
import {badge} from '../alarms/badge.js';
import {ruleAddress} from '../alarms/byrule.js';
import {callBars, MOST_CALLS, TEN_MINUTES} from '../alarms/callbars.js';
import {journalOf, journalOfRule, operator, stateText} from '../alarms/detail.js';
import {SEVERITIES} from '../alarms/order.js';
import {plain} from '../alarms/tree.js';
import {full, moment} from '../times.js';

const EVERY = 5_000;
/** The aims of ISA 18.2 for one operator. */
const MOST_ON_AVERAGE = 2;
const MOST_IN_FLOOD = 0.01;
const MOST_OF_TEN_ALARMS = 0.05;
const FEWER_STALE = 5;
/** With fewer calls in a day, a few alarms are always most of them. */
const ENOUGH_CALLS = 150;

export const indicators = {title: 'Alarm indicators', mount};

function mount(root) {
  const about = el('p', {class: 'note'}, 'Loading …');
  const problem = el('p', {class: 'error wide', role: 'alert', hidden: true});
  const tiles = el('div', {class: 'tiles'});
  const bars = el('div');
  const parts = Object.fromEntries(['alarms', 'rules', 'floods', 'chattered', 'stale', 'forgotten'].map(name => [name, el('div')]));
  const part = (title, note, name) => el('section', {}, el('h2', {}, title, el('small', {}, ' ' + note)), scroller(title, parts[name]));
  fill(root, el('div', {class: 'wide'}, about), problem, tiles,
    el('section', {class: 'wide'}, el('h2', {}, 'Calls in each ten minutes'), bars),
    part('Most frequent alarms', 'by calls', 'alarms'),
    part('Most frequent rules', 'by calls', 'rules'),
    part('Floods', `more than ${MOST_CALLS} calls in ten minutes`, 'floods'),
    part('Chattering', 'alarms that chattered, and a deadband that would have prevented it', 'chattered'),
    part('Stale', 'raised for more than a day', 'stale'),
    part('Forgotten', 'hidden by operators for more than a day', 'forgotten'));

  return poll('api/alarms/indicators', EVERY, answer => {
    const {day, states, lines, reach} = answer;
    problem.hidden = true;
    write(about, aboutText(day, reach));
    renew(tiles, figures(answer), () => figures(answer).map(tile));
    renew(bars, [day.fromMillis, day.tens, moment(day.toMillis)], () => callBars(day));
    renew(parts.alarms, [day.alarms, day.calls, lines], () => table(['Alarm', 'Rule', 'Calls', 'Share', ''], day.alarms.map(({name, rule, calls}) =>
      [alarmLink(name), ruleLinks(rule, lines), calls, percent(calls / day.calls), journalLink(name)]), [2, 3]));
    renew(parts.rules, [day.rules, day.calls, lines], () => table(['Rule', 'Calls', 'Share', ''], day.rules.map(({rule, calls}) =>
      [ruleLinks(rule, lines), calls, percent(calls / day.calls), el('a', {href: journalOfRule(rule)}, 'Journal')]), [1, 2]));
    renew(parts.floods, day.floods, () => table(['Begin', 'End', 'Calls', 'First alarm', ''], day.floods.map(({fromMillis, toMillis, calls, first}) =>
      [full(fromMillis), toMillis === null ? 'not yet' : full(toMillis), calls, alarmLink(first), el('a', {href: callsAddress(fromMillis - TEN_MINUTES, toMillis)}, 'Journal')]), [2]));
    renew(parts.chattered, day.chattered, () => table(['Alarm', 'Raised', 'Values', 'Deadband', ''], day.chattered.map(({alarm, raised, low, high}) =>
      [alarmLink(alarm), raised + ' times', low === null ? '–' : `${short(low)} to ${short(high)}`, low === null ? '–' : 'more than ' + short(high - low), journalLink(alarm)]), []));
    renew(parts.stale, [states.stale, ages(states.stale)], () => oldest(states.stale, ['Severity', 'Alarm', 'Raised', 'State', ''], entry =>
      [badge(entry.severity), alarmLink(entry.alarm, entry.message), age(entry), stateText({to: entry.state}), journalLink(entry.alarm)]));
    renew(parts.forgotten, [states.forgotten, ages(states.forgotten)], () => oldest(states.forgotten, ['State', 'Alarm', 'Since', 'Operator', ''], entry =>
      [stateText({to: entry.state}) + (entry.expiryMillis ? ' until ' + full(entry.expiryMillis) : ''), alarmLink(entry.alarm), age(entry), operator(entry), journalLink(entry.alarm)]));
  }, e => {
    problem.hidden = false;
    write(problem, e.message);
  });
}

function aboutText({fromMillis, toMillis}, {complete, hasEarlier, sinceMillis}) {
  const isCut = hasEarlier && sinceMillis !== null && sinceMillis >= fromMillis;
  return (complete ? '' : 'The journal is being loaded. ')
    + `Calls of operators from ${full(fromMillis)} to ${full(toMillis)}` + (isCut ? ', as far as the journal reaches back.' : '.')
    + ' A call is an alarm that becomes unacknowledged by itself and does not chatter. The aims are those of ISA 18.2 for one operator.';
}

/** The figures: name, value, unit, note, whether the aim is missed, and the address of what is behind it. */
function figures({now, day, states}) {
  const average = day.calls / Math.max(1, (day.toMillis - day.fromMillis) / TEN_MINUTES);
  const flood = day.floodMillis / Math.max(1, day.toMillis - day.fromMillis);
  const often = day.calls === 0 ? 0 : day.alarms.reduce((sum, {calls}) => sum + calls, 0) / day.calls;
  const {most} = day;
  return [
    figure('Calls in the last 10 min', now.calls, now.floodSinceMillis === null ? 'no flood' : 'flood since ' + moment(now.floodSinceMillis), now.floodSinceMillis !== null, callsAddress(null, null)),
    aimed('Average in 10 min', short(average), `at most ${MOST_ON_AVERAGE}`, average > MOST_ON_AVERAGE, callsAddress(day.fromMillis, null)),
    aimed('Most in any 10 min', most?.calls ?? 0, `at most ${MOST_CALLS}`, (most?.calls ?? 0) > MOST_CALLS, most && callsAddress(most.millis - TEN_MINUTES, most.millis + 1)),
    aimed('Time in floods', percent(flood), 'less than 1 %', flood >= MOST_IN_FLOOD),
    aimed('Calls of the ten most frequent alarms', percent(often), 'at most 5 %', often > MOST_OF_TEN_ALARMS && day.calls >= ENOUGH_CALLS),
    figure('MAJOR among the calls', percent((day.severities.MAJOR ?? 0) / Math.max(1, day.calls)),
      SEVERITIES.filter(severity => day.severities[severity]).map(severity => `${day.severities[severity]} ${severity}`).join(', '), false),
    aimed('Chattering now', states.chattering, 'none', states.chattering > 0),
    aimed('Standing for more than a day', states.stale.count, `fewer than ${FEWER_STALE}; ${states.standing} stand at all`, states.stale.count >= FEWER_STALE, '#/alarms'),
    figure('Hidden for more than a day', states.forgotten.count, `of ${states.hidden} that operators hid`, false, '#/alarms?show=hidden'),
  ];
}

function figure(name, value, note, isMissed, href = null) {
  return {name, value, note, isMissed, href};
}

function aimed(name, value, aim, isMissed, href = null) {
  return figure(name, value, (isMissed ? 'Aim missed: ' : 'Aim: ') + aim, isMissed, href);
}

function tile({name, value, note, isMissed, href}) {
  return el(href ? 'a' : 'div', {href, class: isMissed ? 'tile bad' : 'tile'}, el('span', {class: 'name'}, name), el('span', {class: 'value'}, value), el('span', {class: 'more'}, note));
}

/** The calls of a time in the journal; null for no limit. */
function callsAddress(fromMillis, toMillis) {
  const limits = Object.entries({from: fromMillis, to: toMillis}).filter(([, millis]) => millis !== null);
  return '#/journal?' + new URLSearchParams([['filter', 'call=true'], ...limits]);
}

function table(names, rows, numbers) {
  return rows.length === 0 ? el('p', {class: 'note'}, 'None') : el('table', {},
    el('thead', {}, el('tr', {}, names.map((name, i) => name ? el('th', {scope: 'col', class: numbers.includes(i) ? 'number' : null}, name) : el('td')))),
    el('tbody', {}, rows.map(cells => el('tr', {}, cells.map((cell, i) => el('td', {class: numbers.includes(i) ? 'number' : Array.isArray(cell) ? 'long' : null}, ...[cell].flat()))))));
}

function oldest({count, alarms}, names, cells) {
  return [table(names, alarms.map(cells), []), count > alarms.length ? el('p', {class: 'note'}, `and ${count - alarms.length} more`) : null];
}

function alarmLink(id, message = '') {
  return [el('a', {href: '#/alarms?show=all&alarm=' + encodeURIComponent(id)}, plain(id)), message ? el('div', {}, el('small', {}, message)) : ''];
}

function journalLink(id) {
  return el('a', {href: journalOf(id)}, 'Journal');
}

/** Links to the alarms of a rule and, if it is known, to its line in the rules. */
function ruleLinks(rule, lines) {
  const group = encodeURIComponent(ruleAddress(rule));
  return [el('a', {href: `#/alarms?as=rules&show=all&filter=${group}&alarm=${group}`}, rule),
    lines[rule] ? [' ', el('a', {href: '#/rules?line=' + lines[rule]}, 'line ' + lines[rule])] : ''].flat();
}

function ages({alarms}) {
  return alarms.map(age);
}

function age({sinceMillis}) {
  return ago(sinceMillis, serverMillis());
}

function percent(part) {
  return short(part * 100) + ' %';
}
