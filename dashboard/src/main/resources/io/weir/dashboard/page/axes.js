// Several plots with one time axis, each with a scale of its own: one for each unit, or one for each
// field.

import {el, fill} from './dom.js';
import {Plot} from './plot.js';
import {unitOf} from './units.js';

/** Limit of plots; with more scales, the last plot has the lines of all other ones. */
const MOST = 6;
const OTHERS = 'others';
const LEAST_HEIGHT = 150;

export class Axes {
  /** @param options those of a plot; height is that of all together */
  constructor(root, options) {
    Object.assign(this, {root, options, plots: [], keys: '', isSplit: false});
    this.layOut([['', null]]);
  }

  /** One plot for each field instead of each unit. */
  split(is) {
    this.isSplit = is;
    this.names = null;
  }

  /** Draws the lines in the set `shown`, or all for null; false if some are not drawn yet. */
  draw(lines, end, shown) {
    const {names, grid} = lines;
    if (this.names !== names || this.count !== names.length || this.shown !== shown) {
      Object.assign(this, {names, count: names.length, shown});
      this.layOut(this.groups(names, shown));
    }
    return this.plots.map(({plot, lines: own}) => plot.draw(grid, names.length, end, own)).every(isAll => isAll);
  }

  /** The scales: each with a name, and the set of its lines. */
  groups(names, shown) {
    const all = new Map();
    names.forEach((name, line) => {
      if (!shown || shown.has(line)) {
        const key = this.isSplit ? name.measurement + ' ' + name.field : unitOf(name);
        all.set(key, (all.get(key) ?? new Set()).add(line));
      }
    });
    const groups = all.size > MOST ? withOthers([...all]) : all;
    return groups.size === 0 ? [['', shown]] : groups.size === 1 ? [[[...groups.keys()][0], shown]] : [...groups];
  }

  layOut(groups) {
    const keys = JSON.stringify(groups.map(([key]) => key));
    if (keys !== this.keys) {
      this.keys = keys;
      this.close();
      const height = Math.max(Math.min(LEAST_HEIGHT, this.options.height), Math.round(this.options.height / groups.length));
      const elements = groups.map(([key]) => [key ? el('p', {class: 'note unit'}, key) : null, el('div', {class: 'plot'})]);
      fill(this.root, elements.flat());
      this.plots = elements.map(([, element], i) => ({unit: groups[i][0], plot: new Plot(element, {...this.options, label: 'Plot' + (groups[i][0] && ': ' + groups[i][0]), height})}));
    }
    groups.forEach(([, lines], i) => this.plots[i].lines = lines);
  }

  /** What each plot shows, with the name of its scale. */
  views() {
    return this.plots.map(({unit, plot}) => ({unit, ...plot.view()}));
  }

  /** Highlights one line; null for none. */
  focus(line) {
    this.plots.forEach(({plot, lines}) => plot.focus(line !== null && lines && !lines.has(line) ? null : line));
  }

  close() {
    this.plots.forEach(({plot}) => plot.close());
  }
}

/** The first scales, and one for the lines of all others. */
function withOthers(groups) {
  const others = groups.slice(MOST - 1).flatMap(([, lines]) => [...lines]);
  return new Map([...groups.slice(0, MOST - 1), [OTHERS, new Set(others)]]);
}
