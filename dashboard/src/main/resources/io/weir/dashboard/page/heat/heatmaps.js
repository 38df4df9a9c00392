// Which heat maps the lines of a page make.

import {HistogramHeat} from './histogramheat.js';
import {histogramGroups} from './histograms.js';

/** Limit of heat maps. */
const MOST = 6;

/**
 * The groups of a plot each, as in groups.js, with the heat map as `data`; only the first ones.
 * `all` says how many there are.
 */
export function heatMaps({names, grid}, shown) {
  const found = histogramGroups(names, shown);
  return {all: found.length, groups: found.slice(0, MOST).map(group => ({name: group.name, scale: group.key, lines: shown, data: new HistogramHeat(grid, group)}))};
}
