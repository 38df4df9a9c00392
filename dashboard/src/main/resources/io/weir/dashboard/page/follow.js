// Fills lines with the store's history and with live values.

import {get, stream, serverNow} from './api.js';
import {idOf} from './lines.js';

/**
 * By then the store has the values that were on their way to it at the first query. Without a
 * second query, a slow store would leave a gap before the live values.
 */
const SEAM_AFTER_MILLIS = 15_000;
const SEAM_MILLIS = 60_000;
/** Time from the answer with an earlier time to the next query, while live values are followed. */
const EARLIER_AFTER_MILLIS = 10_000;
/** A stream that is opened again so soon leaves no gap that is worth a query. */
const HOLE_MILLIS = 3_000;

/**
 * Fills lines until the returned function is called. Their number stays within the server's limit
 * for a page: first the lines of the stream, then others from the store.
 *
 * @param wants [{selectors, lines}]; a selector that several want is followed once
 * @param to end of a past range in milliseconds; null follows live values
 * @param notify receives error messages for the user, and whether the user must correct something;
 *     returns a function that removes the message
 * @param changed is called when there is new data
 * @param restart is called if everything must be followed again, because the stream has other lines
 *     than before
 * @param capped is called instead of a message if there are more lines than the limit permits
 */
export function follow(wants, {to = null, every, notify, changed, restart, capped = null}) {
  if (wants.every(({selectors}) => selectors.length === 0)) {
    return () => {};
  }
  const following = new Following(wants, to, {notify, changed, restart, capped});
  if (to === null) {
    following.stream(every);
  } else {
    following.askStore();
  }
  return () => following.end();
}

class Following {
  constructor(wants, to, {notify, changed, restart, capped}) {
    Object.assign(this, {wants, to, notify, changed, restart, capped});
    this.selectors = [...new Set(wants.flatMap(want => want.selectors))];
    this.targets = this.selectors.map(selector => wants.filter(want => want.selectors.includes(selector)).map(want => want.lines));
    this.abort = new AbortController();
    this.shown = new Set();
    /** The server announces the limit of lines on a page. */
    this.most = Infinity;
    this.isAsked = false;
    /** Functions that remove the messages about missing history. */
    this.missing = [];
    /** Removes the message about a missing earlier time. */
    this.noEarlier = () => {};
    /** The last of the calls that query an earlier time; only it goes on. */
    this.turn = 0;
    this.stop = () => {};
  }

  end() {
    this.abort.abort();
    clearTimeout(this.seam);
    clearTimeout(this.nextEarlier);
    this.stop();
  }

  /**
   * Follows live values. The store is queried after the stream has announced its lines, so that it
   * returns the same lines.
   */
  stream(every) {
    let map = [];
    let isFirst = true;
    let eventMillis = Date.now();
    let isHole = false;
    this.stop = stream('api/live?every=' + every + this.selectors.map(q => '&q=' + encodeURIComponent(q)).join(''), {
      begin: () => {
        map = [];
        isFirst = true;
        // The stream was broken, or the tab was hidden.
        isHole = Date.now() - eventMillis > HOLE_MILLIS;
      },
      refused: text => {
        this.notify(text, true);
        this.setLive([]);
        this.isAsked || this.askStore();
      },
      lines: more => {
        more.forEach(name => {
          this.shown.add(this.selectors[name.q] + idOf(name));
          map[name.line] = this.targets[name.q].map(lines => [lines, lines.line(name)]);
          map[name.line].forEach(([lines, line]) => lines.live?.add(line));
        });
        this.bound();
      },
      values: values => {
        values.forEach(([at, millis, value]) => map[at].forEach(([lines, line]) => lines.put(line, millis, value, !isFirst)));
        isFirst = false;
        eventMillis = Date.now();
        this.changed();
      },
      capped: ({most}) => {
        this.most = most;
        this.notifyCapped();
      },
      // All current lines were sent.
      ready: ({stream, most}) => {
        this.id = stream;
        this.most = most;
        this.setLive(map.flat());
        if (isHole || !this.isAsked || this.missing.length > 0) {
          this.askStore();
        }
      },
    });
  }

  /** Sets the lines that the stream follows from now on. */
  setLive(followed) {
    this.wants.forEach(({lines}) => lines.live = new Set());
    followed.forEach(([lines, line]) => lines.live.add(line));
    this.bound();
  }

  /**
   * Keeps the limit: a stream that was opened again may follow other lines, for which lines from
   * the store must make room.
   */
  bound() {
    if (this.shown.size > this.most) {
      this.restart();
    } else {
      this.changed();
    }
  }

  notifyCapped() {
    if (this.capped) {
      this.capped();
    } else {
      this.notify(`More than ${this.most} series: ${this.most} are shown. Add tags to select fewer.`);
    }
  }

  /** Queries the store, and later once more for values that were on their way to it. */
  askStore() {
    if (this.abort.signal.aborted) {
      return;
    }
    this.isAsked = true;
    this.ask(false);
    clearTimeout(this.seam);
    this.seam = setTimeout(() => this.missing.length > 0 ? this.askStore() : this.to === null && this.ask(true), SEAM_AFTER_MILLIS);
  }

  /** The store has answered: messages about missing history are no longer true. */
  found() {
    this.missing.forEach(remove => remove());
    this.missing = [];
  }

  async ask(isSeam) {
    const end = this.to ?? await serverNow();
    const answers = new Map();
    const missing = [];
    let isWhole = true;
    for (const {selectors, lines} of this.wants) {
      const from = end - (isSeam ? Math.min(lines.span, SEAM_MILLIS) : lines.span);
      for (const selector of isWhole ? selectors : []) {
        const path = this.path(selector, from, end, lines.grid.bins) + (isSeam ? '' : '&last=1');
        try {
          if (!answers.has(path)) {
            answers.set(path, await get(path, this.abort.signal));
          }
          this.take(selector, lines, answers.get(path));
        } catch (e) {
          if (this.abort.signal.aborted) {
            return;
          }
          const remove = this.notify(e.status === 400 ? e.message : 'No history: ' + e.message, e.status === 400);
          if (e.status !== 400 && e.status !== 404) {
            missing.push(remove);
          }
          isWhole = e.status === 400 || e.status === 503;
        }
      }
      this.changed();
    }
    missing.length > 0 ? this.missing.push(...missing) : this.found();
    this.wants.forEach(({lines}) => lines.answered(isWhole));
    this.changed();
    if (!isSeam) {
      this.askEarlier();
    }
  }

  path(selector, from, to, points) {
    return 'api/history?q=' + encodeURIComponent(selector) + '&from=' + Math.round(from) + '&to=' + Math.round(to)
      + '&points=' + points + (this.id ? '&stream=' + this.id : '');
  }

  /** Queries an earlier time; while live values are followed, again and again for what is new. */
  async askEarlier() {
    clearTimeout(this.nextEarlier);
    const wants = this.wants.filter(({lines}) => lines.earlier);
    if (wants.length === 0) {
      return;
    }
    const turn = ++this.turn;
    let isForGood = false;
    try {
      const end = this.to ?? await serverNow();
      // A hidden page asks for all that it missed once it is shown.
      if (!document.hidden) {
        for (const {selectors, lines} of wants) {
          for (const selector of selectors) {
            await this.addEarlier(selector, lines, end);
          }
        }
        this.earlierEnd = end;
      }
      this.noEarlier();
      this.noEarlier = () => {};
    } catch (e) {
      isForGood = e.status === 400 || e.status === 404;
      if (!this.abort.signal.aborted) {
        this.noEarlier();
        this.noEarlier = this.notify(`No values of ${wants[0].lines.earlier.text}: ${e.message}`);
      }
    }
    if (this.abort.signal.aborted || turn !== this.turn) {
      return;
    }
    this.changed();
    if (!isForGood && (this.to === null || this.earlierEnd === undefined)) {
      this.nextEarlier = setTimeout(() => this.askEarlier(), EARLIER_AFTER_MILLIS);
    }
  }

  /** Adds what is new since the last query, and its last bins anew, which were not complete. */
  async addEarlier(selector, lines, end) {
    const {millis, text} = lines.earlier;
    const {step} = lines.grid;
    const known = this.earlierEnd === undefined ? end - lines.span : this.earlierEnd - Math.max(SEAM_MILLIS, 2 * step);
    const from = Math.floor(Math.max(known, end - lines.span) / step) * step;
    const points = Math.max(1, Math.ceil((end - from) / step));
    const {series, stepMillis, more, capped} = await get(this.path(selector, from - millis, end - millis, points), this.abort.signal);
    const all = series.map(one => ({...one, before: text}));
    const isShown = one => this.shown.has(selector + idOf({...one, before: ''}));
    const found = [...all.filter(isShown), ...all.filter(one => !isShown(one))].filter(one => this.hasRoom(selector, one));
    found.forEach(one => lines.addEarlier(one));
    lines.meanMillis = Math.max(lines.meanMillis, found.length > 0 ? stepMillis : 0);
    if (this.earlierEnd === undefined && (more || capped || found.length < all.length)) {
      this.notify(`Not all series of ${text} are shown. Add tags to select fewer.`);
    }
  }

  take(selector, lines, {series, texts, last, stepMillis, most, more, capped}) {
    this.most = Math.min(this.most, most);
    const all = series.length + texts.length + last.length;
    const points = series.filter(one => this.hasRoom(selector, one));
    const states = texts.filter(one => this.hasRoom(selector, one));
    const values = last.filter(one => this.hasRoom(selector, one));
    points.forEach(one => lines.addHistory(one));
    lines.meanMillis = Math.max(lines.meanMillis, points.length > 0 ? stepMillis : 0);
    states.forEach(one => lines.addTexts(one));
    values.forEach(one => lines.addLast(one));
    if (more || points.length + states.length + values.length < all) {
      this.notifyCapped();
    } else if (capped) {
      this.notify('Incomplete history: the store did not return everything. Add tags or shorten the range to select less.');
    }
  }

  /** Whether there is room for a series from the store. */
  hasRoom(selector, series) {
    const id = selector + idOf(series);
    if (!this.shown.has(id) && this.shown.size >= this.most) {
      return false;
    }
    this.shown.add(id);
    return true;
  }
}
