// Plots over time, in the colours of the page.

import uPlot from './lib/uplot.js';
import {short} from './dom.js';

const COLOURS = 8;

/** Of a time axis, in seconds. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800];

function variable(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** The colour of a line by its number; behind the eighth they come again, dashed. */
export function colour(line) {
  return variable('--s' + line % COLOURS);
}

export class Plot {
  /**
   * @param options height; small: without axes; min and max of the scale; marks: [{value, variable}], lines across, each in the colour of
   * a variable; select: is called with two times in milliseconds when a range is chosen; hover: with the index of the point below the
   * cursor, or null
   */
  constructor(root, options) {
    this.root = root;
    this.options = options;
    this.labels = [];
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(root);
    this.scheme = matchMedia('(prefers-color-scheme: dark)');
    this.repaint = () => this.make();
    this.scheme.addEventListener('change', this.repaint);
  }

  /** Names of the lines; to be called before data of more lines come. */
  lines(labels) {
    if (labels.length !== this.labels.length || labels.some((label, i) => label !== this.labels[i])) {
      this.labels = labels;
      this.data = [[], ...labels.map(() => [])];
      this.make();
    }
  }

  /** Seconds, then the values of each line. */
  show(data) {
    this.data = data;
    this.plot?.setData(data);
  }

  /** Lets one line stand out; none: all alike. */
  focus(line) {
    this.plot?.setSeries(line === null ? null : line + 1, {focus: line !== null});
  }

  close() {
    this.observer.disconnect();
    this.scheme.removeEventListener('change', this.repaint);
    this.plot?.destroy();
  }

  resize() {
    const width = this.root.clientWidth;
    if (this.plot && width > 0 && width !== this.plot.width) {
      this.plot.setSize({width, height: this.options.height});
    }
  }

  make() {
    this.plot?.destroy();
    const {height, small, select, hover, min, max, marks = []} = this.options;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const axis = {stroke: variable('--muted'), grid: {stroke: variable('--grid'), width: 1}, ticks: {show: false}, font: rem * 0.8 + 'px system-ui'};
    this.plot = new uPlot({
      width: Math.max(50, this.root.clientWidth),
      height,
      legend: {show: false},
      cursor: small ? {show: false} : {
        drag: {x: true, y: false, setScale: false},
        focus: {prox: 24},
        points: {size: 7},
      },
      focus: {alpha: 0.25},
      scales: {y: {range: (self, low, high) => range(low, high, min, max)}},
      axes: small ? [{show: false}, {show: false}] : [
        {...axis, values: times, space: rem * 5.5, size: rem * 1.8, incrs: STEPS},
        {...axis, values: (self, ticks, axis, space, step) => ticks.map(tick => marked(tick, step)), space: rem * 2.2, size: rem * 4.2},
      ],
      series: [{}, ...this.labels.map((label, i) => ({
        label,
        stroke: colour(i),
        width: small ? 1.5 : 2,
        dash: i >= COLOURS ? [6, 3] : undefined,
        spanGaps: true,
        points: {show: false},
        fill: small && i === 0 ? colour(i) + '22' : undefined,
      }))],
      hooks: {
        setSelect: [self => {
          if (select && self.select.width > 4) {
            select(self.posToVal(self.select.left, 'x') * 1000, self.posToVal(self.select.left + self.select.width, 'x') * 1000);
            self.setSelect({left: 0, width: 0, top: 0, height: 0}, false);
          }
        }],
        setCursor: [self => hover?.(self.cursor.idx ?? null)],
        draw: [self => marks.forEach(mark => across(self, mark))],
      },
    }, this.data ?? [[]], this.root);
  }
}

function times(self, marks) {
  const span = marks.length > 1 ? marks[marks.length - 1] - marks[0] : 0;
  return marks.map(mark => {
    const date = new Date(mark * 1000);
    return span > 86400
      ? date.toLocaleDateString([], {month: 'short', day: 'numeric'}) + ' ' + date.toLocaleTimeString([], {hour: '2-digit', minute: '2-digit', hour12: false})
      : date.toLocaleTimeString([], {hour: '2-digit', minute: '2-digit', second: span < 1200 ? '2-digit' : undefined, hour12: false});
  });
}

/** As many digits as tell a mark from the next one. */
function marked(tick, step) {
  if (Math.abs(tick) >= 1000 || step >= 1 || step < 1e-6) {
    return short(tick);
  }
  const digits = Math.ceil(-Math.log10(step) - 1e-9);
  const scaled = step * 10 ** digits;
  // Steps of a quarter need one more.
  return tick.toFixed(Math.abs(scaled - Math.round(scaled)) > 1e-6 ? digits + 1 : digits);
}

/** A dashed line at a value, if the scale has it. */
function across(plot, mark) {
  if (mark.value < plot.scales.y.min || mark.value > plot.scales.y.max) {
    return;
  }
  const y = Math.round(plot.valToPos(mark.value, 'y', true)) + 0.5;
  const {left, width} = plot.bbox;
  const context = plot.ctx;
  context.save();
  context.strokeStyle = variable(mark.variable);
  context.setLineDash([5 * devicePixelRatio, 4 * devicePixelRatio]);
  context.lineWidth = devicePixelRatio;
  context.beginPath();
  context.moveTo(left, y);
  context.lineTo(left + width, y);
  context.stroke();
  context.restore();
}

/** As far as it is not given: from 0 where that wastes little, with room above. */
function range(low, high, min, max) {
  const [from, to] = natural(low, high);
  const begin = min === undefined ? from : Math.min(min, low ?? min);
  const end = max === undefined ? to : Math.max(max, high ?? max);
  return begin < end ? [begin, end] : [begin, begin + 1];
}

function natural(low, high) {
  if (low === null || high === null) {
    return [0, 1];
  }
  if (low === high) {
    return low === 0 ? [0, 1] : low > 0 ? [0, high * 1.2] : [low * 1.2, 0];
  }
  const room = (high - low) * 0.08;
  return [low >= 0 && low < high * 0.6 ? 0 : low - room, high + room];
}
