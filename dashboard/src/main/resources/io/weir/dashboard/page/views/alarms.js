// The alarms, by urgency, by rule or as a tree, with the details of one. Arrow keys move the cursor; x and
// Shift select several; a, u, s, n, o, i, c work like the buttons.

import {el, fill, isWall} from '../dom.js';
import {stream} from '../api.js';
import {filterOf} from '../filter.js';
import {onSession} from '../session.js';
import {buttons, press as mark} from '../spans.js';
import {ARRANGEMENTS, arranged, content} from '../alarms/arrangements.js';
import {badge} from '../alarms/badge.js';
import {leaf, ruleOf} from '../alarms/byrule.js';
import {nameOfNode, showAlarm, showNode, showSelected} from '../alarms/detail.js';
import {byUrgency, changeMillis, filtered, isUnacknowledged, SEVERITIES, shows} from '../alarms/order.js';
import {Rows} from '../alarms/rows.js';
import {offers, offersOfMany, sendCommand, WORDS} from '../alarms/commands.js';
import {Selection} from '../alarms/selection.js';
import {Trend} from '../alarms/trend.js';
import {below, folderOf, plain} from '../alarms/tree.js';

/** Rows at first, and with each *Show more*: a page with many is slow, and few users read on. */
const MOST_ROWS = 500;
/** With more alarms, a tree is folded below its roots until the user unfolds it. */
const MANY = 100;
const DRAW_EVERY = 200;
/** Drawing takes at most one part in this many of the time. */
const REST = 4;
const PASS_EVERY = 5_000;
const WRITE_AFTER = 150;
/** The width of the styles that have the panel below a high list. */
const PHONE = '(max-width: 45rem)';
const WHICH = [['raised', 'Raised'], ['hidden', 'Hidden'], ['all', 'All']];

export const alarms = {title: 'Alarms', mount};

function mount(root, parameters, replace) {
  const known = new Map();
  const folds = new Map();
  const chosen = {
    as: Object.hasOwn(ARRANGEMENTS, parameters.get('as')) ? parameters.get('as') : 'list',
    show: parameters.get('show') ?? 'raised',
    filter: parameters.get('filter') ?? '',
  };
  const selection = new Selection(parameters.get('alarm') ?? '');
  let may = 'read';
  let rows = [];
  let most = MOST_ROWS;
  let shownDetail = '';
  let current = {name: '', offered: new Map()};
  let shownOffers = new Map();
  let trend = null;
  let refusal = '';
  let drawing = null;
  let took = 0;
  let isMany = false;
  let isOver = false;
  let writing = null;

  const filter = el('input', {type: 'search', placeholder: 'Filter (/)', 'aria-label': 'Filter', value: chosen.filter,
    oninput: () => choose({filter: filter.value}), onkeydown: event => !event.isComposing && ['Enter', 'ArrowDown'].includes(event.key) && goToList(event)});
  const which = el('select', {'aria-label': 'Which alarms', onchange: () => choose({show: which.value})},
    WHICH.map(([value, text]) => el('option', {value, selected: value === chosen.show}, text)));
  const arrangement = buttons('Arrangement', Object.values(ARRANGEMENTS).map(({label}) => label), ARRANGEMENTS[chosen.as].label,
    chosenLabel => choose({as: Object.keys(ARRANGEMENTS).find(as => ARRANGEMENTS[as].label === chosenLabel)}));
  const acknowledge = el('button', {type: 'button', 'aria-keyshortcuts': 'Shift+A', title: 'Key: Shift+A', onclick: () => commandShown()});
  const counts = el('span', {class: 'counts'});
  const outcome = el('p', {class: 'outcome', role: 'status'});
  const list = el('div', {class: 'alarm-rows', tabindex: 0, 'aria-label': 'Alarms', 'aria-multiselectable': 'true', onkeydown: key});
  const shownRows = new Rows(list, press);
  const notice = el('p', {class: 'note'});
  const more = el('button', {type: 'button', hidden: true, onclick: () => {
    most += MOST_ROWS;
    draw();
    more.hidden && list.focus();
  }}, 'Show more');
  const panel = el('section', {class: 'detail', 'aria-label': 'Selected alarm'});
  const back = el('button', {type: 'button', class: 'back', onclick: () => {
    list.focus();
    scrollToCursor();
  }}, 'Back to the list');
  const hides = el('p', {class: 'note hides', role: 'status', hidden: true}, 'The filter hides this alarm in the list.');
  fill(root,
    el('div', {class: 'bar'}, filter, which, arrangement, acknowledge, el('a', {href: '#/indicators'}, 'Indicators'), counts),
    outcome,
    el('div', {class: 'alarm-panes'}, el('section', {}, list, notice, more), el('div', {class: 'beside'}, back, hides, panel)));

  function choose(other) {
    Object.assign(chosen, other);
    most = MOST_ROWS;
    write();
    draw();
  }

  /** Changes the selection by one of its methods. */
  function select(how, path) {
    const paths = rows.map(row => row.node.path);
    selection[how](path, paths);
    selection.note(paths);
    shownRows.choose(selection);
    detail();
    // Browsers limit how often an address changes.
    clearTimeout(writing);
    writing = setTimeout(write, WRITE_AFTER);
  }

  function write() {
    const query = new URLSearchParams();
    isList() || query.set('as', chosen.as);
    chosen.show !== 'raised' && query.set('show', chosen.show);
    chosen.filter && query.set('filter', chosen.filter);
    selection.cursor && query.set('alarm', selection.cursor);
    replace(query);
  }

  function take(news) {
    if (news.all) {
      known.clear();
    }
    for (const alarm of news.alarms) {
      alarm.millis = changeMillis(alarm);
      known.set(alarm.id, alarm);
    }
    news.gone.forEach(id => known.delete(id));
    notice.dataset.complete = news.complete;
    refusal = '';
    drawing ??= setTimeout(draw, Math.max(DRAW_EVERY, REST * took));
  }

  function draw() {
    clearTimeout(drawing);
    drawing = null;
    const begin = performance.now();
    const matches = filterOf(chosen.filter);
    const isMatching = new Map([...known.values()].map(alarm => [alarm, matches(filtered(alarm))]));
    const shown = byUrgency([...known.values()].filter(alarm => shows(chosen.show, alarm))).filter(({alarm}) => isMatching.get(alarm));
    isMany = shown.length > MANY;
    const all = arranged(chosen.as, shown, isOpen);
    rows = all.slice(0, most);
    more.hidden = all.length <= most;
    mark(arrangement, ARRANGEMENTS[chosen.as].label);
    list.setAttribute('role', isList() ? 'listbox' : 'tree');
    shownRows.show(rows.map(row => content(chosen.as, row, isOpen)));
    const before = selection.cursor;
    selection.settle(rows.map(row => row.node.path), known);
    before === selection.cursor || write();
    shownRows.choose(selection);
    before === selection.cursor || scrollToCursor();
    shownOffers = offersOfMany((isList() ? shown.slice(0, most) : shown).map(({alarm}) => alarm));
    drawAcknowledge();
    drawCounts(isMatching);
    notice.textContent = refusal ? 'No live updates: ' + refusal
      : !more.hidden ? `${all.length - most} more not shown; filter to find them`
      : all.length > 0 ? ''
      : notice.dataset.complete !== 'true' ? 'Loading alarms …'
      : known.size === 0 ? 'No alarms yet' : 'No matching alarms';
    detail();
    took = performance.now() - begin;
  }

  function drawAcknowledge() {
    const count = shownOffers.get('ACKNOWLEDGE')?.length ?? 0;
    acknowledge.hidden = count === 0;
    acknowledge.disabled = may !== 'command';
    acknowledge.textContent = count === 1 ? 'Acknowledge the one shown' : `Acknowledge the ${count} ${ARRANGEMENTS[chosen.as].where}`;
  }

  /** The counts of what the filter matches, and a sign of what waits for an operator outside of it. */
  function drawCounts(isMatching) {
    const raised = [...isMatching.keys()].filter(alarm => shows('raised', alarm));
    const outside = raised.filter(alarm => !isMatching.get(alarm) && isUnacknowledged(alarm));
    const worst = SEVERITIES.find(severity => outside.some(alarm => alarm.severity === severity));
    fill(counts, SEVERITIES.filter(severity => severity !== 'OK').flatMap(severity =>
      [badge(severity), ` ${raised.filter(alarm => isMatching.get(alarm) && alarm.severity === severity).length} `]),
    chosen.filter ? el('span', {class: 'filtered'}, ` match ${chosen.filter}. `) : null,
    worst ? el('span', {class: 'outside'}, 'Not shown: ', badge(worst), ` ${outside.length} unacknowledged`) : null);
  }

  /** Whether all rows are alarms, with nothing to fold. */
  function isList() {
    return chosen.as === 'list';
  }

  /** A rule is folded until the user unfolds it. */
  function isOpen(path, depth) {
    return folds.get(path) ?? (chosen.as === 'tree' && (depth === 0 || !isMany));
  }

  /** A click on the selected node folds or unfolds it. */
  function press(path, event) {
    if (event.shiftKey) {
      select('extend', path);
    } else if (event.ctrlKey || event.metaKey) {
      select('toggleMore', path);
    } else if (path === selection.cursor && selection.marked.size === 0 && !isList()) {
      fold(path, isOpen(path, rows.find(row => row.node.path === path).depth));
    } else {
      select('only', path);
    }
    list.focus();
    // There, the panel is below the list. A rule or node stays at its place, so that another tap unfolds it; so does a
    // marked row, so that a click marks the next one.
    if (matchMedia(PHONE).matches && selection.marked.size === 0 && cursorNode()?.alarm) {
      back.scrollIntoView({block: 'start'});
    }
  }

  function cursorNode() {
    const {cursor} = selection;
    return rows.find(row => row.node.path === cursor)?.node
      ?? (known.has(cursor) ? leaf(known.get(cursor), 0) : null);
  }

  /** The alarms of the marked rows. */
  function markedAlarms() {
    return [...new Set(rows.filter(row => selection.marked.has(row.node.path)).flatMap(row => below(row.node)))];
  }

  /** Explains a selection that is neither an alarm nor a node above one. */
  function missing() {
    if (selection.isLost) {
      return 'The selected alarms left the list. Move the cursor to go on.';
    }
    const rule = ruleOf(selection.cursor);
    const isThere = () => [...known.values()].some(alarm => rule === null ? (alarm.id + '/').startsWith(selection.cursor + '/') : alarm.rule === rule);
    return !selection.cursor || notice.dataset.complete !== 'true' || isThere() ? ''
      : rule === null ? `No alarm has the id ${plain(selection.cursor)}: its rule was removed or renamed, or it was never raised.`
      : `No alarm has the rule ${rule}: it was removed or renamed, or raised no alarm.`;
  }

  function detail() {
    if (selection.marked.size > 0) {
      hides.hidden = true;
      detailOfMarked();
      return;
    }
    const node = selection.isLost ? null : cursorNode();
    hides.hidden = !node?.alarm || filterOf(chosen.filter)(filtered(node.alarm));
    const offered = node === null ? new Map() : node.alarm ? offers(node.alarm) : offersOfMany(below(node));
    // Commands act on this node, in which each alarm has the transition with which it was drawn.
    current = {name: node === null ? '' : node.alarm ? plain(node.path) : nameOfNode(node), offered};
    // An alarm is redrawn only after a change, so that a text selection in it stays.
    const now = node === null ? missing() : node.alarm ? node.alarm.transition + may
      : JSON.stringify([node.path, node.alarms, node.unacknowledged, node.severity, [...offered].map(([operation, {length}]) => operation + length), may]);
    if (now === shownDetail) {
      return;
    }
    shownDetail = now;
    if (node?.alarm) {
      showAlarm(panel, node.alarm, offered, may, command, trendOf(node.alarm.id));
      return;
    }
    endTrend();
    if (node === null) {
      fill(panel, now ? el('p', {class: 'note'}, now) : null);
    } else {
      showNode(panel, node, offered, may, command);
    }
  }

  /** The trend of an alarm continues while the alarm is shown. */
  function trendOf(id) {
    if (trend?.id !== id) {
      endTrend();
      trend = new Trend(id);
    }
    return trend;
  }

  function endTrend() {
    trend?.close();
    trend = null;
  }

  function detailOfMarked() {
    endTrend();
    const alarms = markedAlarms();
    const offered = offersOfMany(alarms);
    current = {name: `${alarms.length} selected`, offered};
    const now = JSON.stringify([alarms.map(alarm => alarm.transition), may]);
    if (now !== shownDetail) {
      shownDetail = now;
      showSelected(panel, alarms, offered, may, command);
    }
  }

  function command(operation) {
    send(operation, current.name, current.offered.get(operation));
  }

  function commandShown() {
    send('ACKNOWLEDGE', chosen.filter ? `those that match ${chosen.filter}` : 'those shown', shownOffers.get('ACKNOWLEDGE'), 1);
  }

  async function send(operation, name, alarms, confirmedAbove) {
    if (!alarms || may !== 'command') {
      return;
    }
    const marked = [...selection.marked];
    let isDone = false;
    outcome.textContent = '';
    const node = cursorNode();
    // A comment moves no alarm.
    operation === 'COMMENT' || selection.leave(rows.map(row => row.node.path), alarms, node === null ? [] : below(node));
    await sendCommand(operation, name, alarms, (text, isGood) => {
      isDone = isGood;
      if (isOver) {
        return;
      }
      outcome.textContent = text;
      outcome.className = 'outcome ' + (isGood ? 'good' : 'bad');
      // The pressed button may have disappeared.
      document.activeElement === document.body && list.focus();
      // A small screen may have left it behind, and the focus may scroll.
      isGood || outcome.scrollIntoView({block: 'nearest'});
    }, confirmedAbove);
    if (isOver) {
      return;
    }
    isDone ? marked.forEach(path => selection.marked.delete(path)) : selection.stay();
    draw();
  }

  /** Moves the focus from the filter to the list, and the cursor to a row that the filter leaves. */
  function goToList(event) {
    event.preventDefault();
    list.focus();
    if (rows.length > 0 && rows.every(row => row.node.path !== selection.cursor)) {
      select('only', rows[0].node.path);
      scrollToCursor();
    }
  }

  function scrollToCursor() {
    list.querySelector('.row.cursor')?.scrollIntoView({block: 'nearest'});
  }

  function key(event) {
    if (event.ctrlKey && event.key === 'a') {
      event.preventDefault();
      select('all', '');
    }
    if (event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const at = rows.findIndex(row => row.node.path === selection.cursor);
    const go = to => {
      if (rows.length > 0) {
        select(event.shiftKey ? 'extend' : 'move', rows[Math.max(0, Math.min(rows.length - 1, to))].node.path);
        scrollToCursor();
      }
    };
    const operation = Object.keys(WORDS).find(each => WORDS[each][1] === event.key.toLowerCase());
    if (event.key === 'ArrowDown') go(at >= 0 ? at + 1 : selection.place);
    else if (event.key === 'ArrowUp') go((at >= 0 ? at : selection.place) - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(rows.length - 1);
    else if (event.key === 'PageDown') go(at + 15);
    else if (event.key === 'PageUp') go(at - 15);
    else if (event.key === 'ArrowLeft' && isFoldable(rows[at])) fold(selection.cursor, true);
    else if (event.key === 'ArrowLeft' && !isList() && at >= 0) go(folderOf(rows, at));
    else if (event.key === 'ArrowRight' && !isList()) fold(selection.cursor, false);
    else if (event.key === '/') filter.focus();
    else if (event.key.toLowerCase() === 'x' && at >= 0) select('toggle', selection.cursor);
    else if (event.key === 'Escape' && selection.marked.size > 0) select('only', selection.cursor);
    else if (event.shiftKey && event.key.toLowerCase() === 'a' && !event.repeat) commandShown();
    else if (operation && !event.shiftKey && !event.repeat && (at >= 0 || selection.marked.size > 0) && current.offered.has(operation)) command(operation);
    else return;
    event.preventDefault();
  }

  /** Whether the row shows what is below it. */
  function isFoldable(row) {
    return row !== undefined && row.node.children.length > 0 && isOpen(row.node.path, row.depth);
  }

  function fold(path, isClosed) {
    folds.set(path, !isClosed);
    draw();
  }

  // All is drawn: buttons and keys act on the same rows.
  const endSession = onSession(session => {
    may = session.may;
    draw();
  });
  isWall() || list.focus();
  const end = stream('api/alarms/live', {alarms: take, refused: text => {
    refusal = text;
    draw();
  }});
  const passing = setInterval(() => shownRows.pass(), PASS_EVERY);
  return () => {
    isOver = true;
    clearTimeout(writing);
    end();
    endTrend();
    clearInterval(passing);
    endSession();
    clearTimeout(drawing);
  };
}
