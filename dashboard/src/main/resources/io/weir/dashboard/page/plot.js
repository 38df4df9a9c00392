// Plots over time, in the colours of the page.

import uPlot from './lib/uplot.js';
import {el, isWall, write} from './dom.js';
import {COLOURS, Ink} from './ink.js';
import {Scale} from './scale.js';
import {marked} from './ticks.js';
import {axisTime} from './times.js';

/** Pixels within which a line counts as near to the cursor. */
const NEAR = 24;
/** Parts of the width by which a key moves the cursor, alone and with Shift. */
const STEP = 0.01;
const LONG_STEP = 0.1;
/** The media queries of the looks, each of which has its own colours. */
const LOOKS = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'];
/** The height of the sign of a moment, in pixels. */
const SIGN = 11;
/** Pixels between the cursor and the text beside it. */
const TIP_AWAY = 12;

/** Steps of a time axis, in seconds. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800];

/** A colour of the page. */
export function variable(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/**
 * The colour of a line by its number. Colours repeat after the eighth, dashed if there are few
 * lines.
 */
export function colour(line) {
  return variable(colourName(line));
}

/** The name of this colour for styles, which then follow the look of the page. */
export function colourName(line) {
  return '--s' + line % COLOURS;
}

/**
 * uPlot draws frame, axes and cursor. Ink draws the lines, because uPlot redraws all lines for
 * every new value.
 */
export class Plot {
  /**
   * @param options label: what it shows, for a screen reader; height, except on a wall, where the element's height is used; min and max of the
   *     scale; marks: [{value, variable}], lines across the plot, each in the colour of a variable;
   *     moments: returns [{millis, sign, variable}], lines at times, each with a sign above it;
   *     select: called with two times in milliseconds when a range is chosen; hover: called with
   *     the bin below the cursor, or null; tip: the text beside the cursor, for a bin and the line
   *     near the cursor, or null, and the value at its height; scale: one that plots share, or the
   *     Rows of a heat map; ink: Areas or Painting for another grid than a Grid
   */
  constructor(root, options) {
    this.root = root;
    this.options = options;
    this.scale = options.scale ?? new Scale(options);
    this.range = this.scale.range;
    /** Whether the user is selecting a range. */
    this.isDragged = false;
    /** The marks of the axes: each with its value and its text. */
    this.ticks = {x: [], y: []};
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(root);
    this.looks = LOOKS.map(look => matchMedia(look));
    this.repaint = () => {
      this.make();
      this.again();
    };
    this.looks.forEach(look => look.addEventListener('change', this.repaint));
    root.setAttribute('role', 'img');
    root.setAttribute('aria-label', options.label + (options.hover ? '. Arrow keys move the cursor' : ''));
    if (options.hover) {
      root.tabIndex = 0;
      root.addEventListener('keydown', event => this.key(event));
      root.addEventListener('blur', () => this.plot.setCursor({left: -10, top: -10}));
    }
    this.make();
  }

  /**
   * Draws the first `count` lines of a grid, up to a time in milliseconds; if a set of lines is
   * given, only these. Another choice needs another set. The scale fits the lines in `scaled`.
   * Returns false if it must be called again to draw the rest. While the user drags in the plot,
   * it stands still: a selection is of the times that it was begun at.
   */
  draw(grid, count, end, shown = null, scaled = shown) {
    if (this.isDragged) {
      return true;
    }
    const last = grid.at(end);
    const isNew = this.grid !== grid || this.count !== count || this.last !== last || this.shown !== shown;
    const range = this.scale.fit(grid, count, last, scaled);
    const isScaled = range !== this.range;
    Object.assign(this, {grid, count, last, end, shown, scaled, range});
    if (isNew || isScaled) {
      this.frame();
    }
    const {width, height} = this.plot.bbox;
    const [low, high] = range;
    return width <= 0 || height <= 0 || this.ink.draw({grid, count, last, low, high, width, height, ratio: devicePixelRatio, shown});
  }

  again() {
    if (this.grid) {
      this.frame();
      this.draw(this.grid, this.count, this.end, this.shown, this.scaled);
    }
  }

  /** Updates the axes for the shown time. */
  frame() {
    const {step, bins} = this.grid;
    this.plot.batch(() => this.plot.setData([[(this.last - bins + 1) * step / 1000, this.last * step / 1000]]));
  }

  /** What the plot shows, for a picture of it. */
  view() {
    const {grid, range: scale, last, ticks, shown: lines, count} = this;
    const {width, height} = this.plot.over.getBoundingClientRect();
    return {grid, scale, last, ticks, lines, count, width, height};
  }

  /** Notes the marks of an axis; returns their texts. */
  marks(axis, values, texts) {
    this.ticks[axis] = values.map((at, i) => ({at, text: texts[i]}));
    return texts;
  }

  /** Highlights one line; null for none. */
  focus(line) {
    this.ink.focus(line);
  }

  close() {
    this.drag?.abort();
    this.observer.disconnect();
    this.looks.forEach(look => look.removeEventListener('change', this.repaint));
    this.plot.destroy();
  }

  /** The available width and, on a wall, the available height. */
  size() {
    const {clientWidth, clientHeight} = this.root;
    return {width: Math.max(50, clientWidth), height: isWall() ? Math.max(50, clientHeight) : this.options.height};
  }

  resize() {
    const {width, height} = this.size();
    if (this.root.clientWidth > 0 && (width !== this.plot.width || height !== this.plot.height)) {
      this.plot.batch(() => this.plot.setSize({width, height}));
      this.again();
    }
  }

  /** Notes that the user drags, until the button is released or the window is left. Escape cancels the drag. */
  press({button}) {
    if (button !== 0) {
      return;
    }
    this.isDragged = true;
    const over = this.drag = new AbortController();
    const end = () => {
      this.isDragged = false;
      over.abort();
    };
    const release = ({buttons}) => buttons & 1 || end();
    const cancel = event => {
      if (event.key === 'Escape') {
        // Otherwise it would also undo the last zoom.
        event.stopPropagation();
        end();
        // uPlot cannot cancel a selection; the next uPlot knows nothing of it.
        this.repaint();
      }
    };
    // A capturing listener is called before that of uPlot, which reports the selection. A release
    // outside the window may be missed.
    ['mouseup', 'mousemove'].forEach(name => addEventListener(name, release, {capture: true, signal: over.signal}));
    addEventListener('keydown', cancel, {capture: true, signal: over.signal});
    addEventListener('blur', release, {signal: over.signal});
  }

  /** Moves the cursor by keys: left and right in time, up and down to another line. + zooms. */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if (event.key === '+' && this.options.select && this.grid) {
      event.preventDefault();
      this.selectHalf();
      return;
    }
    const [x, y] = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key] ?? [0, 0];
    if (x === 0 && y === 0) {
      return;
    }
    event.preventDefault();
    const {clientWidth, clientHeight} = this.plot.over;
    const {left, top} = this.plot.cursor;
    const step = event.shiftKey ? LONG_STEP : STEP;
    const rise = this.scale.step ?? step;
    const [fromX, fromY] = left < 0 ? [clientWidth, clientHeight / 2] : [left, top];
    const within = (at, most) => Math.max(0, Math.min(most - 1, at));
    this.plot.setCursor({left: within(fromX + x * step * clientWidth, clientWidth), top: within(fromY + y * rise * clientHeight, clientHeight)});
  }

  /** Selects half of the shown range, around the cursor. */
  selectHalf() {
    const {step, bins} = this.grid;
    const {left} = this.plot.cursor;
    const quarter = bins * step / 4;
    const end = this.last * step;
    const middle = left < 0 ? end - 2 * quarter : this.plot.posToVal(left, 'x') * 1000;
    const to = Math.min(end, middle + quarter);
    this.options.select(to - 2 * quarter, to);
  }

  /** Shows the cursor of another plot, at a bin; null hides it. */
  cross(bin) {
    if (this.grid) {
      this.plot.setCursor(bin === null ? {left: -10, top: -10} : {left: this.plot.valToPos(bin * this.grid.step / 1000, 'x'), top: -10}, false);
    }
  }

  /** Reports the bin below the cursor. */
  point() {
    if (!this.grid) {
      return;
    }
    const {left, top} = this.plot.cursor;
    if (left < 0) {
      this.focus(null);
      this.tip.hidden = true;
      this.options.hover(null);
      return;
    }
    const bin = Math.min(this.last, this.grid.at(this.plot.posToVal(left, 'x') * 1000));
    const line = this.nearest(bin, top);
    this.focus(line);
    this.options.hover(bin);
    this.showTip(this.options.tip?.(bin, line, this.plot.posToVal(top, 'y')), left, top);
  }

  /** Shows a text beside the cursor, on the side with more room. */
  showTip(text, left, top) {
    const {clientWidth, clientHeight} = this.plot.over;
    const isLeft = left > clientWidth / 2;
    write(this.tip, text ?? '');
    this.tip.hidden = !text;
    this.tip.style.left = isLeft ? '' : left + TIP_AWAY + 'px';
    this.tip.style.right = isLeft ? clientWidth - left + TIP_AWAY + 'px' : '';
    this.tip.style.top = Math.min(top, clientHeight * 0.8) + 'px';
  }

  /** The line nearest to a height at a bin, or the one whose area is there; null if none is near. */
  nearest(bin, top) {
    if (this.grid.lineAt) {
      return this.grid.lineAt(bin, this.plot.posToVal(top, 'y'));
    }
    let nearest = null;
    let least = NEAR;
    for (let line = 0; line < this.count; line++) {
      const value = this.shown && !this.shown.has(line) ? null : this.grid.value(line, bin);
      const far = value === null ? NEAR : Math.abs(this.plot.valToPos(value, 'y') - top);
      if (far < least) {
        least = far;
        nearest = line;
      }
    }
    return nearest;
  }

  make() {
    this.plot?.destroy();
    const {select, hover, marks = [], moments = () => []} = this.options;
    const {scale} = this;
    const rows = scale.splits ? {splits: self => scale.splits(self.bbox.height / devicePixelRatio), values: (self, ticks) => this.marks('y', ticks, ticks.map(row => scale.text(row)))} : {};
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const axis = {stroke: variable('--muted'), grid: {stroke: variable('--grid'), width: 1}, ticks: {show: false}, font: rem * 0.8 + 'px system-ui'};
    this.plot = new uPlot({
      ...this.size(),
      legend: {show: false},
      cursor: {drag: {x: Boolean(select), y: false, setScale: false}, points: {show: false}},
      scales: {y: {range: () => this.range}},
      axes: [
        {...axis, values: (self, ticks) => this.marks('x', ticks, times(ticks)), space: rem * 5.5, size: rem * 1.5, incrs: STEPS},
        {...axis, values: (self, ticks, axis, space, step) => this.marks('y', ticks, ticks.map(tick => marked(tick, step))), space: rem * 2.2, size: rem * 4.2, ...rows},
      ],
      series: [{}],
      hooks: {
        setSelect: [self => {
          // A plot that was removed during the drag selects nothing.
          if (select && self.root.isConnected && self.select.width > 4) {
            select(self.posToVal(self.select.left, 'x') * 1000, self.posToVal(self.select.left + self.select.width, 'x') * 1000);
            self.setSelect({left: 0, width: 0, top: 0, height: 0}, false);
          }
        }],
        setCursor: hover ? [() => this.point()] : [],
        draw: [self => marks.forEach(mark => across(self, mark)), self => moments().forEach(moment => down(self, moment))],
      },
    }, [[]], this.root);
    this.tip = el('div', {class: 'tip', hidden: true});
    this.plot.over.append(this.tip);
    if (select) {
      this.plot.over.addEventListener('mousedown', event => this.press(event));
    }
    this.ink = new (this.options.ink ?? Ink)(this.plot.over, Array.from({length: COLOURS}, (none, i) => colour(i)));
  }
}

function times(marks) {
  const span = marks.length > 1 ? marks[marks.length - 1] - marks[0] : 0;
  return marks.map(mark => axisTime(mark * 1000, span * 1000));
}

/** A dashed line at a value within the scale. */
function across(plot, mark) {
  if (mark.value < plot.scales.y.min || mark.value > plot.scales.y.max) {
    return;
  }
  const y = Math.round(plot.valToPos(mark.value, 'y', true)) + 0.5;
  const {left, width} = plot.bbox;
  dashed(plot.ctx, mark.variable, [left, y], [left + width, y]);
}

/** A dashed line at a time within the plot, with its sign at the top. */
function down(plot, moment) {
  const x = Math.round(plot.valToPos(moment.millis / 1000, 'x', true)) + 0.5;
  const {left, top, width, height} = plot.bbox;
  // Without data, there is no place.
  if (!(x >= left && x <= left + width)) {
    return;
  }
  const context = plot.ctx;
  const size = SIGN * devicePixelRatio;
  dashed(context, moment.variable, [x, top + size], [x, top + height]);
  context.save();
  context.fillStyle = variable(moment.variable);
  context.font = size + 'px system-ui';
  context.textAlign = 'center';
  context.textBaseline = 'top';
  context.fillText(moment.sign, x, top);
  context.restore();
}

function dashed(context, name, from, to) {
  context.save();
  context.strokeStyle = variable(name);
  context.setLineDash([5 * devicePixelRatio, 4 * devicePixelRatio]);
  context.lineWidth = devicePixelRatio;
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  context.stroke();
  context.restore();
}
