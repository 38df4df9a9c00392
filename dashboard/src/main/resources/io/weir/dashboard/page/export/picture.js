// Plots with their legend as an SVG, and as a PNG.

import {svg} from '../dom.js';
import {COLOURS} from '../ink.js';
import {isBroken, periodAfter} from '../grid.js';
import {colour, variable} from '../plot.js';
import {Stack} from '../stack.js';
import {drawnHeat} from './heat.js';
import {digits, text} from './marks.js';

/** Pixels of the PNG for each pixel of the page, for printing. */
const PNG_SCALE = 3;
const MOST_KEYS = 40;
const ROW = 20;
const LEFT = 70;
const RIGHT = 15;
const COLUMN = 90;

/**
 * Plots below each other.
 *
 * @param plots as of `Plot.view()`, each with the text above it as `head`
 * @param caption the text above them
 * @param heads the names of the columns of the legend
 * @param keys for each line the texts of its columns
 */
export function pictureOf({plots, caption, heads, keys}) {
  const width = Math.max(600, ...plots.map(plot => LEFT + plot.width + RIGHT));
  const right = width - RIGHT;
  const parts = [text(LEFT, ROW, caption)];
  let top = 1.5 * ROW;
  for (const plot of plots) {
    parts.push(...drawn(plot, top, right));
    top += plot.height + (plot.grid.cells ? 4.5 : 2.5) * ROW;
  }
  const lines = [...keys.keys()].filter(line => plots.some(({lines}) => !lines || lines.has(line)));
  const ends = heads.map((head, i) => right - (heads.length - 1 - i) * COLUMN);
  const row = (texts, style) => keys.length === 0 ? [] : texts.map((one, i) => i === 0 ? text(LEFT, top, one, style) : text(ends[i], top, one, {...style, 'text-anchor': 'end'}));
  parts.push(...row(heads, {fill: variable('--muted')}));
  for (const line of lines.slice(0, MOST_KEYS)) {
    top += ROW;
    parts.push(svg('path', {d: `M${LEFT - 40} ${top - 4}h30`, 'stroke-width': 2, ...stroke(line)}), ...row(keys[line], {}));
  }
  if (lines.length > MOST_KEYS) {
    top += ROW;
    parts.push(text(LEFT, top, `and ${lines.length - MOST_KEYS} more`, {fill: variable('--muted')}));
  }
  const height = top + ROW;
  return svg('svg', {width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': 'system-ui, sans-serif', 'font-size': 12, fill: variable('--text')},
    svg('rect', {width, height, fill: variable('--card')}), ...parts);
}

/** A plot, below a height. */
function drawn({grid, head, height, scale: [low, high], last, ticks, lines, count}, above, right) {
  const top = above + ROW;
  const muted = {fill: variable('--muted')};
  const first = last - grid.bins + 1;
  const x = bin => LEFT + (bin - first) / (grid.bins - 1) * (right - LEFT);
  const y = value => top + (high - value) / (high - low) * height;
  const isHeat = Boolean(grid.cells);
  const rules = [...ticks.x.map(({at}) => `M${digits(x(at * 1000 / grid.step))} ${top}v${height}`), ...ticks.y.map(({at}) => `M${LEFT} ${digits(y(at))}H${right}`)];
  const parts = [text(LEFT, top - 5, head, muted), svg('path', {d: rules.join(''), stroke: variable('--grid'), fill: 'none'}),
    ...ticks.x.map(tick => text(x(tick.at * 1000 / grid.step), top + height + 15, tick.text, {...muted, 'text-anchor': 'middle'})),
    ...ticks.y.map(tick => text(LEFT - 6, y(tick.at) + 4, tick.text, {...muted, 'text-anchor': 'end'}))];
  for (const line of grid instanceof Stack ? grid.areas.keys() : []) {
    parts.push(svg('path', {d: area(grid, line, x, y), class: 'area', fill: colour(line), stroke: variable('--card'), 'stroke-width': 0.5}));
  }
  for (let line = 0; line < count && !(grid instanceof Stack) && !isHeat; line++) {
    const d = !lines || lines.has(line) ? path(grid.rings[line], grid, first, last, x, y) : '';
    if (d) {
      parts.push(svg('path', {d, class: 'line', 'stroke-width': 1.5, 'stroke-linejoin': 'round', ...stroke(line)}));
    }
  }
  return isHeat ? [...parts, ...drawnHeat(grid, {x, y, left: LEFT, below: top + height + 1.7 * ROW})] : parts;
}

/** The stacked areas of a line. */
function area(stack, line, x, y) {
  const parts = [];
  const to = letter => (left, top) => parts.push(`${letter}${digits(left)} ${digits(top)}`);
  stack.trace(line, x, y, {moveTo: to('M'), lineTo: to('L'), closePath: () => parts.push('Z')});
  return parts.join('');
}

/** The values of a line, each bin with its range; broken where the line was silent. */
function path(ring, grid, first, last, x, y) {
  const parts = [];
  let before = null;
  let period = 0;
  for (let bin = Math.max(0, first); ring && bin <= last; bin++) {
    const slot = bin % grid.bins;
    if (ring.bin[slot] === bin) {
      const long = before === null ? 0 : bin - before;
      const [at, value] = [digits(x(bin)), digits(y(ring.value[slot]))];
      // Makes a single value visible.
      parts.push(before === null || isBroken(period, long) ? `M${digits(x(bin) - 1)} ${value}H${at}` : `L${at} ${value}`);
      if (ring.low[slot] < ring.high[slot]) {
        parts.push(`V${digits(y(ring.low[slot]))}V${digits(y(ring.high[slot]))}V${value}`);
      }
      period = periodAfter(period, long);
      before = bin;
    }
  }
  return parts.join('');
}

function stroke(line) {
  return {fill: 'none', stroke: colour(line), ...line >= COLOURS ? {'stroke-dasharray': '6 3'} : {}};
}

/** The text of an SVG file. */
export function svgFile(picture) {
  return new XMLSerializer().serializeToString(picture);
}

/** A PNG of the same picture. */
export async function pngFile(picture) {
  const image = new Image();
  image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svgFile(picture));
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = picture.getAttribute('width') * PNG_SCALE;
  canvas.height = picture.getAttribute('height') * PNG_SCALE;
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => canvas.toBlob(blob => blob ? done(blob) : failed(new Error('The picture is too large for this browser. Save it as SVG, or show fewer fields.')), 'image/png'));
}
