// Which heat maps the lines of a page make.

import {labels} from '../selectors.js';
import {ArrayHeat} from './arrayheat.js';
import {arrayHistograms} from './arrayhistograms.js';
import {HistogramHeat} from './histogramheat.js';
import {histogramGroups} from './histograms.js';

/** Limit of heat maps. */
const MOST = 6;

/**
 * The groups of a plot each, as in groups.js, with the heat map as `data`; only the first ones.
 * `all` says how many there are.
 */
export function heatMaps(all, shown) {
  const {names, grid, arrays} = all;
  const texts = labels(names);
  const ofArrays = arrayHistograms(all, shown);
  const histograms = [...histogramGroups(all, shown), ...ofArrays.groups].map(group => ({name: group.name, scale: group.key, make: () => new HistogramHeat(grid, group)}));
  const lines = [...names.keys()].filter(line => arrays.length(line) && !ofArrays.lines.has(line) && (!shown || shown.has(line)))
    .map(line => ({name: texts[line], scale: JSON.stringify([line, arrays.length(line)]), make: () => new ArrayHeat(arrays, line)}));
  const found = [...histograms, ...lines];
  return {all: found.length, groups: found.slice(0, MOST).map(({name, scale, make}) => ({name, scale, lines: shown, data: make()}))};
}
