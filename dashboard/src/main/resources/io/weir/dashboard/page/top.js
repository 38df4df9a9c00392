// The lines with the highest values, as lines of their own: what draws lines draws only these.

import {idOf} from './lines.js';

/** Interval between comparisons, in milliseconds. */
const COMPARE_EVERY = 1_000;
const VALUES = {last: 'last values', mean: 'means'};

/**
 * The top of lines, with all that lines have. refresh(end) chooses them anew, refresh(end, false) has the new values only; note() tells how many there are in all.
 * A line keeps its number, and so its colour, while it is among them. Texts are not compared.
 *
 * @param count how many lines it has at most
 * @param by last or mean: the value that is compared
 * @param groupOf a function from the name of a line to its group: each group has a top of its own
 */
export function topOf(lines, {count, by = 'last', groupOf = () => ''}) {
  let chosen = [];
  let all = 0;
  let groups = 0;
  let compareAt = 0;
  let compared = '';
  const grid = () => Object.create(lines.grid, {
    rings: {value: chosen.map(line => lines.grid.rings[line])},
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
    note: {value: () => all > count ? `${chosen.length} of ${all} series: the highest ${VALUES[by]}` + (groups > 1 ? ' of each unit' : '') : ''},
    refresh: {value: (end, mayChoose = true) => {
      const now = performance.now();
      if (mayChoose && (now > compareAt || lines.edition !== compared)) {
        compareAt = now + COMPARE_EVERY;
        compared = lines.edition;
        const ranked = rank(lines, end, by, groupOf);
        all = lines.names.filter(({before}) => !before).length;
        groups = ranked.length;
        choose(merged(chosen, withEarlier(lines, ranked.flatMap(group => group.slice(0, count)))));
      }
      top.now = chosen.map(line => lines.now[line]);
    }},
  });
  let shown = null;
  const choose = next => {
    const key = next.join() + top.empty;
    if (key !== shown) {
      shown = key;
      chosen = next;
      top.names = chosen.map(line => lines.names[line]);
      top.grid = grid();
      top.edition++;
    } else {
      // Lines that had no number until now.
      chosen.forEach((line, i) => top.grid.rings[i] = lines.grid.rings[line]);
    }
  };
  return top;
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

/** The next lines, each at its place so far; new ones take the places of those that left. */
function merged(before, next) {
  const fresh = next.filter(line => !before.includes(line));
  return [...before.map(line => next.includes(line) ? line : fresh.shift()).filter(line => line !== undefined), ...fresh];
}
