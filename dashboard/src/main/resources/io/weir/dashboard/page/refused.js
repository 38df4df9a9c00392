// Refused lines as a table, with a mark at the wrong character.

import {el, fill, renew, scroller} from './dom.js';
import {clock, full} from './times.js';

export class Refused {
  constructor(root) {
    this.rows = el('tbody');
    fill(root, scroller('Refused lines', el('table', {},
      el('thead', {}, el('tr', {}, ['Time', 'Reason', 'Source', 'Line'].map(name => el('th', {scope: 'col'}, name)))), this.rows)));
  }

  show(lines) {
    renew(this.rows, lines, () => lines.length === 0 ? el('tr', {}, el('td', {colspan: 4, class: 'note'}, 'No refused lines')) : lines.map(line => el('tr', {},
      el('td', {title: full(line.millis)}, clock(line.millis)),
      el('td', {}, el('b', {}, line.reason), el('br'), el('small', {}, line.stage)),
      el('td', {}, line.source),
      el('td', {}, offending(line)))));
  }
}

function offending({text, at}) {
  if (at < 0 || at > text.length) {
    return el('code', {}, text);
  }
  return el('code', {}, text.slice(0, at), el('mark', {title: 'Position of the error'}, text.slice(at, at + 1) || '\u00a0'), text.slice(at + 1));
}
