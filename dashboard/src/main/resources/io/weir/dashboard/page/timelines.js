// Texts as timelines: for each line a bar, in which each text is a part as long as the text lasted.

import {el, fill} from './dom.js';
import {colourName} from './plot.js';
import {labels, title} from './selectors.js';
import {full, second} from './times.js';

const MOST_LINES = 50;
const DRAW_EVERY = 1_000;

export class Timelines {
  constructor(root) {
    this.root = root;
    this.root.hidden = true;
    this.drawAgain();
  }

  /** Lets the next call of draw() draw. */
  drawAgain() {
    this.lines = null;
  }

  /**
   * Shows the lines that have texts, up to the end of the shown time; the same lines once a second
   * at most, however fast their texts change.
   */
  draw(lines, end) {
    const now = performance.now();
    if (lines === this.lines && now < this.drawAt) {
      return;
    }
    const {names, states} = lines;
    const all = names.map((name, line) => line).filter(line => states.has(line));
    this.root.hidden = all.length === 0;
    if (all.length > 0) {
      this.lines = lines;
      this.drawAt = now + DRAW_EVERY;
      const texts = labels(names);
      fill(this.root, all.slice(0, MOST_LINES).map(line => this.bar(lines, line, texts[line], end)),
        el('p', {class: 'note'}, second(end - lines.span), el('span', {class: 'until'}, second(end))),
        all.length > MOST_LINES ? el('p', {class: 'note'}, `and ${all.length - MOST_LINES} more`) : null);
    }
  }

  bar(lines, line, label, end) {
    const begin = end - lines.span;
    const {millis, value} = lines.now[line] ?? {millis: end};
    const age = lines.age(line, end);
    // What an old text has become is not known.
    const parts = lines.states.between(line, begin, age ? Math.min(end, millis) : end);
    const bar = el('div', {class: 'bar-of-states', role: 'img', 'aria-label': label + ': ' + parts.map(({from, text}) => `${text} from ${second(from)}`).join(', ')},
      parts.map(({from, to, text}) => {
        const part = el('span', {class: 'state', title: `${text}\n${full(from)} to ${full(to)}`}, text);
        part.style.left = (from - begin) / lines.span * 100 + '%';
        part.style.width = (to - from) / lines.span * 100 + '%';
        part.style.borderTopColor = `var(${colourName(hash(text))})`;
        return part;
      }));
    return el('div', {class: 'timeline', title: title(lines.names[line])}, el('p', {}, label, ' ', el('b', {class: age ? 'old' : ''}, (value ?? '–') + (age && ' · ' + age))), bar);
  }
}

/** A number for a text (FNV-1a): equal texts have the same colour in every plot. */
function hash(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}
