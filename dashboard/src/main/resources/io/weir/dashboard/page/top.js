// The lines with the highest values, as lines of their own, which a display draws in place of all lines.

import {idOf} from './lines.js';

/** Interval between comparisons, in milliseconds. */
const COMPARE_EVERY = 1_000;
const VALUES = {last: 'last values', mean: 'means'};
const MISSING = {last: 'no number as last value', mean: 'no mean'};

/**
 * The top of lines, with everything that lines have. refresh(end) chooses them again; refresh(end, false) only updates
 * their values. note() reports how many series are left out; it is empty if none is. Texts are not compared. A line
 * keeps its number, and so its colour, while it is in the top; if another one leaves without a successor, the last line
 * takes its number.
 *
 * @param count limit of lines in each group
 * @param by last or mean: the value that is compared
 * @param groupOf a function from the name of a line to its group: each group has a top of its own
 */
export function topOf(lines, {count, by = 'last', groupOf = () => ''}) {
  let chosen = [];
  /** Numbers of series at the last comparison, without those of an earlier time. */
  let counts = {all: 0, compared: 0, shown: 0, groups: 0};
  let compareAt = 0;
  let compared = '';
  const grid = () => Object.create(lines.grid, {
    rings: {value: []},
    // Values change it in the grid of all lines.
    fresh: {get: () => lines.grid.fresh, set: fresh => lines.grid.fresh = fresh},
  });
  const top = Object.create(lines, {
    names: {value: [], writable: true},
    now: {value: [], writable: true},
    grid: {value: grid(), writable: true},
    edition: {value: 0, writable: true},
    empty: {get: () => lines.names.length > 0 ? 'No numbers to compare' : lines.empty},
    states: {value: {has: line => lines.states.has(chosen[line]), between: (line, from, to) => lines.states.between(chosen[line], from, to)}},
    age: {value: (line, end) => lines.age(chosen[line], end)},
    note: {value: () => noteOf(counts, by)},
    refresh: {value: (end, mayChoose = true) => {
      const now = performance.now();
      if (mayChoose && (now > compareAt || lines.edition !== compared)) {
        compareAt = now + COMPARE_EVERY;
        compared = lines.edition;
        const ranked = rank(lines, end, by, groupOf);
        const highest = ranked.flatMap(group => group.slice(0, count));
        counts = {all: lines.names.filter(({before}) => !before).length, compared: ranked.flat().length, shown: highest.length, groups: ranked.length};
        choose(merged(chosen, withEarlier(lines, highest)));
      }
      top.now = chosen.map(line => lines.now[line]);
      // A line gets its ring with its first number of the range, which may arrive after its last value.
      chosen.forEach((line, i) => top.grid.rings[i] = lines.grid.rings[line]);
    }},
  });
  let empty = null;
  const choose = next => {
    const isSame = empty === top.empty && next.length === top.names.length && next.every((line, i) => lines.names[line] === top.names[i]);
    chosen = next;
    if (!isSame) {
      empty = top.empty;
      top.names = chosen.map(line => lines.names[line]);
      top.grid = grid();
      top.edition++;
    }
  };
  return top;
}

/** How many series are left out, and why; an empty text if none is. */
function noteOf({all, compared, shown, groups}, by) {
  const missing = all - compared;
  return [
    shown < compared ? `${shown} of ${all} series: the highest ${VALUES[by]}` + (groups > 1 ? ' of each unit' : '') : '',
    missing > 0 ? `${missing} series ${missing === 1 ? 'is' : 'are'} not shown: ${MISSING[by]}` : '',
  ].filter(part => part).join('; ');
}

/** The lines of each group, the highest first; those with old values are the last ones. */
function rank(lines, end, by, groupOf) {
  const last = lines.grid.at(end);
  const groups = new Map();
  lines.names.forEach((name, line) => {
    const value = name.before ? null : by === 'mean' ? lines.grid.over(line, last)[1] : lines.now[line]?.value;
    if (typeof value === 'number') {
      const group = groupOf(name);
      groups.set(group, [...groups.get(group) ?? [], {line, value, isOld: by === 'last' && lines.age(line, end) !== ''}]);
    }
  });
  return [...groups.values()].map(group => group.sort((one, other) => one.isOld - other.isOld || other.value - one.value).map(({line}) => line));
}

/** Adds the lines of an earlier time that belong to these lines. */
function withEarlier(lines, chosen) {
  const ids = new Set(chosen.map(line => idOf({...lines.names[line], before: ''})));
  return [...chosen, ...lines.names.keys()].filter((line, i) => i < chosen.length || lines.names[line].before && ids.has(idOf({...lines.names[line], before: ''})));
}

/** The next lines, each at its place so far. New ones take the places of those that left, or else the last ones do. */
function merged(before, next) {
  const fresh = next.filter(line => !before.includes(line));
  const places = [...before.map(line => next.includes(line) ? line : fresh.shift()), ...fresh];
  while (places.includes(undefined)) {
    const last = places.pop();
    if (last !== undefined) {
      places[places.indexOf(undefined)] = last;
    }
  }
  return places;
}
