// Several plots with one time axis: lines or stacked areas with a scale for each plot, or small
// multiples that share their scale.

import {Areas} from './areas.js';
import {el, fill, write} from './dom.js';
import {byField, byUnit, byValue, stacked} from './groups.js';
import {Plot} from './plot.js';
import {Scale} from './scale.js';
import {Stack} from './stack.js';

const LEAST_HEIGHT = 150;

export class Axes {
  /**
   * @param options those of a plot; height is that of all together; tip receives also the
   *     text of the total of a stack; total(line, number) is that text, with the unit of a line
   */
  constructor(root, options) {
    this.graph = el('div', {class: 'axes'});
    this.note = el('p', {class: 'note', role: 'status'});
    fill(root, this.graph, this.note);
    Object.assign(this, {options, plots: [], keys: ''});
    this.arrange({form: 'Lines'});
    this.layOut([{name: '', lines: null, scale: ''}]);
  }

  /** @param arrangement form: Lines, Stacked or Small multiples; isSplit: a plot for each field; tag: that of the multiples */
  arrange(arrangement) {
    this.arrangement = arrangement;
    this.names = null;
  }

  /**
   * Draws the lines in the set `shown`, or all for null; false if some are not drawn yet. Areas are
   * stacked in the order of `order`.
   */
  draw(lines, end, shown, order) {
    const {names, grid} = lines;
    if (this.names !== names || this.count !== names.length || this.shown !== shown) {
      Object.assign(this, {names, count: names.length, shown});
      const {all, groups} = this.groups(names, shown);
      this.layOut(groups);
      write(this.note, all > groups.length ? `${groups.length} of ${all} plots are shown. Add tags to select fewer.` : '');
    }
    return this.plots.map(one => {
      if (this.arrangement.form !== 'Stacked') {
        return one.plot.draw(grid, names.length, end, one.lines, one.scaled);
      }
      one.stack = one.stack?.grid === grid ? one.stack : new Stack(grid);
      one.stack.update(order.filter(line => !one.lines || one.lines.has(line)), grid.at(end));
      return one.plot.draw(one.stack, names.length, end, one.lines);
    }).every(isAll => isAll);
  }

  groups(names, shown) {
    const {form, isSplit, tag} = this.arrangement;
    const found = form === 'Stacked' ? stacked(names, shown) : form === 'Lines' ? {groups: (isSplit ? byField : byUnit)(names, shown)} : byValue(names, shown, tag);
    return found.groups.length > 0 ? found : {groups: [{name: '', lines: shown, scale: ''}]};
  }

  layOut(groups) {
    const {form} = this.arrangement;
    const keys = JSON.stringify([form, groups.map(({name, scale}) => [name, scale])]);
    if (keys !== this.keys) {
      this.keys = keys;
      this.close();
      const isSmall = form === 'Small multiples';
      const height = isSmall ? LEAST_HEIGHT : Math.max(Math.min(LEAST_HEIGHT, this.options.height), Math.round(this.options.height / groups.length));
      const scales = new Map(groups.map(({scale}) => [scale, new Scale()]));
      this.graph.classList.toggle('multiples', isSmall);
      this.plots = groups.map(({name}) => ({name, head: el('p', {class: 'note unit'}, name), graph: el('div', {class: 'plot'})}));
      fill(this.graph, this.plots.map(({name, head, graph}) => isSmall ? el('div', {class: 'multiple'}, head, graph) : [name ? head : null, graph]).flat());
      this.plots.forEach((one, i) => one.plot = new Plot(one.graph, {
        ...this.options, height,
        label: 'Plot' + (one.name && ': ' + one.name),
        scale: scales.get(groups[i].scale),
        ink: form === 'Stacked' ? Areas : undefined,
        hover: bin => this.hover(one, bin),
        tip: (bin, line) => this.options.tip(bin, line, this.total(one, bin)),
      }));
    }
    const scaled = new Map(groups.map(({scale}) => [scale, together(groups.filter(one => one.scale === scale))]));
    this.plots.forEach((one, i) => Object.assign(one, {lines: groups[i].lines, scaled: scaled.get(groups[i].scale)}));
  }

  /** Reports the bin below the cursor of a plot, and shows it in the other ones that exist; null for none. */
  hover(from, bin) {
    this.plots.forEach(one => one === from || one.plot?.cross(bin));
    this.options.hover(bin);
  }

  /** Shows the total of each stack in a bin. */
  showTotals(bin) {
    this.stacks().forEach(one => write(one.head, [one.name, this.total(one, bin)].filter(text => text).join(' · ')));
  }

  /** The text of a total; empty without areas. */
  total({stack}, bin) {
    const [line] = stack?.areas.keys() ?? [];
    return line === undefined ? '' : 'Total ' + this.options.total(line, stack.total(bin));
  }

  /** The plots that have a stack, each with its name. */
  stacks() {
    return this.plots.filter(({stack}) => stack);
  }

  /** What each plot shows, with the text above it. */
  views() {
    return this.plots.map(({head, plot}) => ({head: head.textContent, ...plot.view()}));
  }

  /** Highlights one line; null for none. */
  focus(line) {
    this.plots.forEach(({plot, lines}) => plot.focus(line !== null && lines && !lines.has(line) ? null : line));
  }

  close() {
    this.plots.forEach(({plot}) => plot.close());
  }
}

/** The lines of groups; null for all. */
function together(groups) {
  return groups.length === 1 ? groups[0].lines : new Set(groups.flatMap(({lines}) => [...lines]));
}
