// Lines on canvases. Drawn lines stay: as time passes, the picture is moved and only new values are
// drawn. So the cost of a thousand lines depends on their new values, not on the visible ones.

import {el} from './dom.js';
import {isBroken, periodAfter} from './grid.js';

export const COLOURS = 8;
/**
 * From this number on, lines are hairlines, which cost a tenth; dashes would not be
 * distinguishable.
 */
const MANY = 2 * COLOURS + 1;
const DASHES = [6, 3];
/** Limit of points that are drawn in a frame while a picture is drawn from scratch. */
const AT_ONCE = 20_000;
/** The picture is wider than its visible part, because lines cut at the edge would stay cut. */
const MARGIN = 4;
/** Late values require a redraw. The next one waits this many times its duration. */
const LATE_AFTER = 20;
const LATE_AFTER_MILLIS = 1_000;

export class Ink {
  /** Draws behind the content of an element. */
  constructor(root, colours) {
    this.colours = colours;
    this.shown = new Sheet(this);
    this.next = new Sheet(this);
    this.lit = new Sheet(this);
    this.line = null;
    this.isAnew = false;
    this.anewAt = 0;
    this.root = el('div', {class: 'ink'}, this.shown.canvas, this.next.canvas, this.lit.canvas);
    this.next.canvas.hidden = true;
    this.lit.canvas.hidden = true;
    root.prepend(this.root);
  }

  /**
   * Draws lines of a grid.
   *
   * @param want grid, count (of lines), last (bin), low and high (of the scale), width and height
   *     in screen pixels, ratio (of screen pixels to page pixels), shown (the set of lines to draw;
   *     null for all)
   * @return false if some are not drawn yet
   */
  draw(want) {
    const now = performance.now();
    if (!this.isAnew && (!this.shown.fits(want) || this.shown.late !== want.grid.late && now > this.anewAt)) {
      this.isAnew = true;
      this.next.begin(want);
      this.beganAt = now;
    } else if (this.isAnew && !this.next.fits(want)) {
      this.next.begin(want);
    }
    const sheet = this.isAnew ? this.next : this.shown;
    sheet.move(want.last);
    const isAll = sheet.draw(want.count, this.isAnew ? AT_ONCE : Infinity);
    if (this.isAnew && isAll) {
      this.isAnew = false;
      [this.shown, this.next] = [this.next, this.shown];
      this.shown.canvas.hidden = false;
      this.next.canvas.hidden = true;
      this.anewAt = now + Math.max(LATE_AFTER_MILLIS, LATE_AFTER * (performance.now() - this.beganAt));
    }
    this.want = want;
    this.light();
    return isAll;
  }

  /** Highlights one line, or none for null. */
  focus(line) {
    if (line !== this.line) {
      this.line = line;
      this.root.classList.toggle('dim', line !== null);
      this.lit.canvas.hidden = line === null;
      this.lit.grid = null;
      this.light();
    }
  }

  light() {
    if (this.line !== null && this.want) {
      if (!this.lit.fits(this.want)) {
        this.lit.begin(this.want);
      }
      this.lit.move(this.want.last);
      this.lit.trace(this.line, this.line + 1, false);
    }
  }
}

/** One picture. */
class Sheet {
  constructor(ink) {
    this.ink = ink;
    this.canvas = el('canvas');
    this.pen = this.canvas.getContext('2d');
    this.grid = null;
  }

  /** Whether only new values must be drawn. */
  fits({grid, count, last, low, high, width, height, shown}) {
    return grid === this.grid && shown === this.shown && low === this.low && high === this.high && width === this.width && height === this.height
      && last >= this.last && last < this.last + grid.bins && count < MANY === this.isFew;
  }

  begin({grid, count, last, low, high, width, height, ratio, shown}) {
    Object.assign(this, {grid, shown, last, low, high, width, height, ratio, late: grid.late, isFew: count < MANY, ends: [], done: 0});
    this.perBin = width / (grid.bins - 1);
    this.left = this.strip(last) - width;
    this.canvas.width = width + MARGIN;
    this.canvas.height = height;
    this.canvas.style.width = (width + MARGIN) / ratio + 'px';
    this.canvas.style.height = height / ratio + 'px';
    this.pen.lineJoin = this.isFew ? 'round' : 'bevel';
  }

  /**
   * The position of a bin on an endless strip, of which the picture is a part. Whole pixels, so
   * that the picture can be moved.
   */
  strip(bin) {
    return Math.round(bin * this.perBin);
  }

  /** Keeps a line at an end of the scale from being cut in half. */
  y(value) {
    return Math.max(this.ratio, Math.min(this.height - this.ratio, (this.high - value) / (this.high - this.low) * this.height));
  }

  /** Moves the picture so that it ends with a bin. */
  move(last) {
    const left = this.strip(last) - this.width;
    if (left > this.left) {
      this.pen.globalCompositeOperation = 'copy';
      this.pen.drawImage(this.canvas, this.left - left, 0);
      this.pen.globalCompositeOperation = 'source-over';
    }
    this.left = left;
    this.last = last;
  }

  /**
   * Draws the new values of the first `count` lines, within the limit of points. Returns whether
   * all are drawn.
   */
  draw(count, points) {
    if (this.done < count && points < Infinity) {
      const to = Math.min(count, this.done + Math.max(COLOURS, Math.floor(points / this.grid.bins)));
      this.trace(this.done, to, !this.isFew);
      this.done = to;
      if (to < count) {
        return false;
      }
    }
    this.trace(0, count, !this.isFew);
    this.done = count;
    return true;
  }

  /** Draws the new values of some lines. Hairlines of one colour share a stroke. */
  trace(from, to, areHairs) {
    const {pen} = this;
    pen.lineWidth = areHairs ? 1 : 2 * this.ratio;
    const strides = areHairs ? Math.min(COLOURS, to - from) : to - from;
    for (let first = from; first < from + strides; first++) {
      pen.beginPath();
      let isAny = false;
      for (let line = first; line < to; line += strides) {
        isAny = this.go(line) || isAny;
      }
      if (isAny) {
        pen.strokeStyle = this.ink.colours[first % COLOURS];
        const isDashed = this.isFew && first >= COLOURS;
        pen.setLineDash(isDashed ? DASHES.map(dash => dash * this.ratio) : []);
        pen.lineCap = areHairs || isDashed ? 'butt' : 'round';
        pen.stroke();
      }
    }
  }

  /** Continues a line from its end; returns whether anything was drawn. */
  go(line) {
    const ring = this.grid.rings[line];
    if (!ring || this.shown && !this.shown.has(line)) {
      return false;
    }
    const {bins} = this.grid;
    let end = this.ends[line];
    let isAny = end !== undefined && this.more(ring, end);
    const last = Math.min(ring.last, this.last);
    if (end && end.bin < last) {
      this.pen.moveTo(this.strip(end.bin) - this.left, this.y(end.value));
      this.pen.lineDashOffset = this.strip(end.bin) % 9000;
    }
    for (let bin = Math.max(end ? end.bin + 1 : 0, this.last - bins + 1); bin <= last; bin++) {
      const slot = bin % bins;
      if (ring.bin[slot] === bin) {
        end = this.point(end, bin, ring.low[slot], ring.value[slot], ring.high[slot]);
        isAny = true;
      }
    }
    this.ends[line] = end;
    return isAny;
  }

  /** Draws values that were added to the last bin of a line. */
  more(ring, end) {
    const slot = end.bin % this.grid.bins;
    if (ring.bin[slot] !== end.bin || ring.low[slot] >= end.low && ring.high[slot] <= end.high && ring.value[slot] === end.value) {
      return false;
    }
    end.low = ring.low[slot];
    end.high = ring.high[slot];
    end.value = ring.value[slot];
    this.bar(this.strip(end.bin) - this.left, end.low, end.high);
    return true;
  }

  /** Extends a line to a bin, unless it was silent before; returns its new end. */
  point(end, bin, low, value, high) {
    const x = this.strip(bin) - this.left;
    const y = this.y(value);
    const long = end ? bin - end.bin : 0;
    const period = periodAfter(end?.period, long);
    if (!end || isBroken(end.period, long)) {
      // Makes a single point visible.
      this.pen.moveTo(x - 1, y);
    }
    this.pen.lineTo(x, y);
    if (low < high) {
      this.bar(x, low, high);
      this.pen.moveTo(x, y);
    }
    return {bin, low, value, high, period};
  }

  bar(x, low, high) {
    this.pen.moveTo(x, this.y(low));
    this.pen.lineTo(x, this.y(high));
  }
}
