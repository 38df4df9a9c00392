// Stacked areas on a canvas. Each picture is drawn whole, because a new value moves all areas above.

import {el} from './dom.js';
import {COLOURS} from './ink.js';

/** Opacity of the other areas while one is highlighted. */
const DIM = 0.2;
/** A gap separates neighbours of one colour. Many areas are too thin for it. */
const MOST_GAPS = 5 * COLOURS;

export class Areas {
  /** Draws behind the content of an element. */
  constructor(root, colours) {
    this.colours = colours;
    this.canvas = el('canvas');
    this.pen = this.canvas.getContext('2d');
    this.line = null;
    root.prepend(el('div', {class: 'ink'}, this.canvas));
  }

  /** Draws a Stack as `grid`; otherwise as Ink does. */
  draw(want) {
    const {grid, last, low, high, width, height, ratio} = this.want = want;
    const {canvas, pen} = this;
    // This clears the canvas.
    Object.assign(canvas, {width, height});
    canvas.style.width = width / ratio + 'px';
    canvas.style.height = height / ratio + 'px';
    const perBin = width / (grid.bins - 1);
    const x = bin => width - (last - bin) * perBin;
    const y = value => (high - value) / (high - low) * height;
    pen.lineWidth = ratio;
    for (const line of grid.areas.keys()) {
      pen.beginPath();
      grid.trace(line, x, y, pen);
      pen.fillStyle = this.colours[line % COLOURS];
      pen.globalAlpha = this.line === null || this.line === line ? 1 : DIM;
      pen.fill();
      pen.globalAlpha = 1;
      if (grid.areas.size <= MOST_GAPS) {
        pen.globalCompositeOperation = 'destination-out';
        pen.stroke();
        pen.globalCompositeOperation = 'source-over';
      }
    }
    return true;
  }

  /** Highlights one line, or none for null. */
  focus(line) {
    if (line !== this.line) {
      this.line = line;
      this.want && this.draw(this.want);
    }
  }
}
