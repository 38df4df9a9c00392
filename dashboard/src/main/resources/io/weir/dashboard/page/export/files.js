// Saves the plots of the view Metrics as a file.

import {withZone} from '../times.js';
import {csvOf} from './csv.js';
import {pictureOf, pngFile, svgFile} from './picture.js';
import {save} from './save.js';

/** The kinds of files: type, and content of what the view shows. */
const FILES = {
  SVG: {type: 'image/svg+xml', content: view => svgFile(picture(view))},
  PNG: {type: 'image/png', content: view => pngFile(picture(view))},
  CSV: {type: 'text/csv', content: ({lines, end, legend, axes}) => csvOf(lines, legend.shown, end, axes.columns())},
};

export const KINDS = Object.keys(FILES);

/** Saves the lines, up to a time, that a legend and axes show. Fails with a text for the user. */
export async function saveAs(kind, view) {
  const {type, content} = FILES[kind];
  const {end} = view;
  save(await content(view), type, end, kind.toLowerCase());
}

function picture({lines: {grid, names, states}, end, legend, axes}) {
  if (!axes.isHeat() && names.length > 0 && names.every((name, line) => states.has(line))) {
    throw new Error('there are no numbers to plot. CSV contains the texts.');
  }
  const from = end - grid.bins * grid.step;
  return pictureOf({plots: axes.views(), caption: withZone(from) + ' to ' + withZone(end),
    heads: legend.heads.map(head => head.textContent), keys: axes.isHeat() ? [] : names.map((name, line) => legend.cells(line))});
}
