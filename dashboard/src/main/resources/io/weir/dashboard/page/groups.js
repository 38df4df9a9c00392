// Which lines share a plot. Each group has a key, a name, its lines (null for all that are shown) and
// the key of its scale.

import {unitOf} from './units.js';

/** Limit of scales; with more, the last plot has the lines of all other ones. */
const MOST_SCALES = 6;
const MOST_VALUES = 24;
const OTHERS = 'others';
const ALPHABET = new Intl.Collator([], {numeric: true});

/** One group for each unit. */
export function byUnit(names, shown) {
  return few(grouped(names, shown, unitOf), shown);
}

/** One group for each field. */
export function byField(names, shown) {
  return few(grouped(names, shown, fieldOf), shown);
}

/** One group for each field, of which only the first ones are shown: `all` says how many there are. */
export function stacked(names, shown) {
  const all = grouped(names, shown, fieldOf);
  return {all: all.length, groups: all.slice(0, MOST_SCALES)};
}

/** One group for each value of a tag and unit, in alphabetical order; also with a limit. */
export function byValue(names, shown, tag) {
  const units = grouped(names, shown, unitOf).length;
  const all = grouped(names, shown, name => [name.tags[tag] ?? 'no ' + tag, ...(units > 1 ? [unitOf(name)] : [])].join(' · '))
    .map(group => ({...group, scale: unitOf(names[[...group.lines][0]])}))
    .sort((one, other) => ALPHABET.compare(one.name, other.name));
  return {all: all.length, groups: all.slice(0, MOST_VALUES)};
}

function fieldOf({measurement, field}) {
  return measurement + ' ' + field;
}

function grouped(names, shown, nameOf) {
  const all = new Map();
  names.forEach((name, line) => {
    if (!shown || shown.has(line)) {
      const key = nameOf(name);
      all.set(key, (all.get(key) ?? new Set()).add(line));
    }
  });
  return [...all].map(([name, lines]) => ({name, lines, scale: name}));
}

/** At most as many groups as scales; a single one keeps the given choice of lines. */
function few(groups, shown) {
  if (groups.length < 2) {
    return [{name: groups[0]?.name ?? '', lines: shown, scale: ''}];
  }
  const others = groups.slice(MOST_SCALES - 1).flatMap(({lines}) => [...lines]);
  return groups.length > MOST_SCALES ? [...groups.slice(0, MOST_SCALES - 1), {name: OTHERS, lines: new Set(others), scale: OTHERS}] : groups;
}
