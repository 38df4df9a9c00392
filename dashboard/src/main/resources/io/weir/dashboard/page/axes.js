// Several plots with one time axis: lines, stacked areas or heat maps with a scale for each plot, or
// small multiples that share their scale.

import {Areas} from './areas.js';
import {el, fill, write} from './dom.js';
import {byField, byUnit, byValue, stacked} from './groups.js';
import {heatMaps} from './heat/heatmaps.js';
import {showKey} from './heat/key.js';
import {Painting} from './heat/painting.js';
import {Rows} from './heat/rows.js';
import {Plot} from './plot.js';
import {Scale} from './scale.js';
import {Stack} from './stack.js';

const LEAST_HEIGHT = 150;
const NO_HEAT = 'There is no histogram and no array among the shown series. A histogram has series with a tag le, or fields that are named by numbers and +Inf.';

export class Axes {
  /**
   * @param options those of a plot; height is that of all together; tip receives also the
   *     text of the total of a stack, or of a cell of a heat map; total(line, number) is the text of
   *     a total, with the unit of a line
   */
  constructor(root, options) {
    this.graph = el('div', {class: 'axes'});
    this.note = el('p', {class: 'note', role: 'status'});
    fill(root, this.graph, this.note);
    Object.assign(this, {options, plots: [], keys: ''});
    this.arrange({form: 'Lines'});
    this.layOut([{name: '', lines: null, scale: ''}]);
  }

  /** @param arrangement form: Lines, Stacked, Small multiples or Heat map; isSplit: a plot for each field; tag: that of the multiples */
  arrange(arrangement) {
    this.arrangement = arrangement;
    this.names = null;
  }

  /**
   * Draws the lines in the set `shown`, or all for null; false if some are not drawn yet. Areas are
   * stacked in the order of `order`. While the user drags in a plot, the plots stay.
   */
  draw(lines, end, shown, order) {
    if (this.isDragged()) {
      return true;
    }
    const {names, grid, arrays} = lines;
    if (this.names !== names || this.count !== names.length || this.shown !== shown || this.edition !== arrays.edition) {
      Object.assign(this, {names, count: names.length, shown, edition: arrays.edition});
      const {all, groups} = this.groups(lines, shown);
      this.layOut(groups);
      write(this.note, all === 0 && this.arrangement.form === 'Heat map' && names.length > 0 ? NO_HEAT
        : all > groups.length ? `${groups.length} of ${all} plots are shown. Add tags to select fewer.` : '');
    }
    return this.plots.map(one => {
      if (!one.data) {
        return one.plot.draw(grid, names.length, end, one.lines, one.scaled);
      }
      one.data.update(order.filter(line => !one.lines || one.lines.has(line)), grid.at(end));
      one.data.cells && showKey(one.key, one.data);
      return one.plot.draw(one.data, names.length, end, one.lines);
    }).every(isAll => isAll);
  }

  groups(lines, shown) {
    const {names, grid} = lines;
    const {form, isSplit, tag} = this.arrangement;
    if (form === 'Heat map') {
      const found = heatMaps(lines, shown);
      return found.groups.length > 0 ? found : {all: 0, groups: [{name: '', lines: new Set(), scale: ''}]};
    }
    const found = form === 'Stacked' ? stacked(names, shown) : form === 'Lines' ? {groups: (isSplit ? byField : byUnit)(names, shown)} : byValue(names, shown, tag);
    const groups = found.groups.length > 0 ? found.groups : [{name: '', lines: shown, scale: ''}];
    return {...found, groups: form === 'Stacked' ? groups.map(group => ({...group, data: new Stack(grid)})) : groups};
  }

  layOut(groups) {
    const {form} = this.arrangement;
    const keys = JSON.stringify([form, groups.map(({name, scale}) => [name, scale])]);
    if (keys !== this.keys) {
      this.keys = keys;
      this.close();
      const isSmall = form === 'Small multiples';
      const height = isSmall ? LEAST_HEIGHT : Math.max(Math.min(LEAST_HEIGHT, this.options.height), Math.round(this.options.height / groups.length));
      const scales = new Map(groups.map(({scale, data}) => [scale, data?.edges ? new Rows(data.edges) : new Scale()]));
      const isHeat = form === 'Heat map';
      this.graph.classList.toggle('multiples', isSmall);
      this.graph.classList.toggle('heats', isHeat);
      this.plots = groups.map(({name, data}) => ({name, head: el('p', {class: 'note unit'}, name), graph: el('div', {class: 'plot'}), key: data?.edges ? el('p', {class: 'heat-key'}) : null}));
      fill(this.graph, this.plots.map(({name, head, graph, key}) => isSmall || isHeat ? el('div', {class: 'multiple'}, name ? head : null, graph, key) : [name ? head : null, graph]).flat());
      this.plots.forEach((one, i) => one.plot = new Plot(one.graph, {
        ...this.options, height,
        label: (one.key ? 'Heat map' : 'Plot') + (one.name && ': ' + one.name),
        scale: scales.get(groups[i].scale),
        ink: one.key ? Painting : form === 'Stacked' ? Areas : undefined,
        hover: bin => this.hover(one, bin),
        tip: (bin, line, height) => this.options.tip(bin, line, one.key ? one.data.tip(bin, height) : this.total(one, bin)),
      }));
    }
    const scaled = new Map(groups.map(({scale}) => [scale, together(groups.filter(one => one.scale === scale))]));
    this.plots.forEach((one, i) => Object.assign(one, {lines: groups[i].lines, scaled: scaled.get(groups[i].scale), data: groups[i].data}));
  }

  /** Reports the bin below the cursor of a plot, and shows it in the other ones that exist; null for none. */
  hover(from, bin) {
    this.plots.forEach(one => one === from || one.plot?.cross(bin));
    this.options.hover(bin);
  }

  /** Shows above each stack or heat map its total in a bin. */
  showTotals(bin) {
    this.plots.filter(({data}) => data).forEach(one => write(one.head, [one.name, this.total(one, bin)].filter(text => text).join(' · ')));
  }

  /** The text of a total, or what a heat map shows in a bin; empty without either. */
  total({data}, bin) {
    if (data?.cells) {
      return data.summary(bin);
    }
    const [line] = data?.areas.keys() ?? [];
    return line === undefined ? '' : 'Total ' + this.options.total(line, data.total(bin));
  }

  /** What stacks and heat maps compute, as columns of a table: a name, and at(bin), which may be null. */
  columns() {
    return this.plots.flatMap(({name, data}) => data?.columns(name) ?? []);
  }

  /** Whether the user is selecting a range in a plot. */
  isDragged() {
    return this.plots.some(({plot}) => plot.isDragged);
  }

  /** Whether the plots are heat maps, which have keys of their own. */
  isHeat() {
    return this.plots.some(({key}) => key);
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
