// A heat map on a canvas.

import {el} from '../dom.js';
import {variable} from '../plot.js';
import {STEPS, stepOf} from './steps.js';

/** The patterns of curves, in pixels of the page. */
export const DASHES = [[], [8, 4], [2, 3]];

/** The colour of a step. */
export function colourOf(step) {
  return variable(nameOf(step));
}

/** The name of this colour for styles, which then follow the look of the page. */
export function nameOf(step) {
  return '--h' + step;
}

export class Painting {
  /** Draws behind the content of an element. */
  constructor(root) {
    this.colours = new Uint32Array(new Uint8Array(Array.from({length: STEPS}, (none, step) => parts(colourOf(step))).flat()).buffer);
    this.line = variable('--text');
    this.halo = variable('--card');
    this.canvas = el('canvas');
    this.pen = this.canvas.getContext('2d');
    this.cells = el('canvas');
    root.prepend(el('div', {class: 'ink'}, this.canvas));
  }

  /** Draws a heat map as `grid`; otherwise as Ink does. */
  draw({grid, width, height, ratio}) {
    const {canvas, pen} = this;
    const {cells, curves} = grid;
    // This clears the canvas.
    Object.assign(canvas, {width, height});
    canvas.style.width = width / ratio + 'px';
    canvas.style.height = height / ratio + 'px';
    this.paintCells(grid);
    // The bins begin at the left edge, and a cell ends at its bin.
    const perBin = width / (grid.bins - 1);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(this.cells, -perBin, 0, perBin * grid.bins, height);
    curves.forEach(({rows}, i) => {
      for (const [colour, long] of [[this.halo, 4], [this.line, 1.5]]) {
        pen.beginPath();
        traced(rows, at => at * perBin, row => height - row / cells.rows * height, pen);
        pen.strokeStyle = colour;
        pen.lineWidth = long * ratio;
        pen.setLineDash(colour === this.halo ? [] : DASHES[i].map(dash => dash * ratio));
        pen.stroke();
      }
    });
    return true;
  }

  /** One pixel for each cell. */
  paintCells({cells, ends}) {
    const {rows, bins, values} = cells;
    const image = new ImageData(bins, rows);
    const pixels = new Uint32Array(image.data.buffer);
    for (let row = 0; row < rows; row++) {
      for (let bin = 0, to = (rows - 1 - row) * bins, from = row * bins; bin < bins; bin++, to++, from++) {
        if (!Number.isNaN(values[from])) {
          pixels[to] = this.colours[stepOf(ends, values[from])];
        }
      }
    }
    Object.assign(this.cells, {width: bins, height: rows});
    this.cells.getContext('2d').putImageData(image, 0, 0);
  }

  /** There is no line to highlight. */
  focus() {}
}

/**
 * Traces a curve, which is level from one bin to the next.
 *
 * @param x position of the end of a bin, counted from the first one; y position of a row
 * @param pen has moveTo and lineTo, as the context of a canvas
 */
export function traced(rows, x, y, pen) {
  rows.forEach((row, i) => {
    if (!Number.isNaN(row)) {
      i > 0 && !Number.isNaN(rows[i - 1]) ? pen.lineTo(x(i - 1), y(row)) : pen.moveTo(x(i - 1), y(row));
      pen.lineTo(x(i), y(row));
    }
  });
}

/** Red, green, blue and opacity of a colour such as #0b62bd. */
function parts(colour) {
  return [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16)).concat(255);
}
