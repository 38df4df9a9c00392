// The rows that the operator has selected: the cursor's, or those that are marked. Uses no elements.

export class Selection {
  /** @param cursor the path of a row, or an empty text */
  constructor(cursor) {
    this.cursor = cursor;
    this.anchor = cursor;
    this.marked = new Set();
    this.sent = null;
    /** Whether all marked rows left the list by themselves: nothing is selected then. */
    this.isLost = false;
    /** The last place of the cursor's row. */
    this.place = 0;
  }

  /** Moves the cursor; the marks stay. */
  move(path) {
    this.cursor = this.anchor = path;
    this.sent = null;
    this.isLost = false;
  }

  /** Moves the cursor and removes the marks. */
  only(path) {
    this.move(path);
    this.marked.clear();
  }

  /** Marks a row, or removes its mark. */
  toggle(path) {
    this.move(path);
    this.marked.delete(path) || this.marked.add(path);
  }

  /** The same for a further row: until there is a mark, the cursor's row is the first one. */
  toggleMore(path, paths) {
    if (this.marked.size === 0 && path !== this.cursor && paths.includes(this.cursor)) {
      this.marked.add(this.cursor);
    }
    this.toggle(path);
  }

  /** Marks the rows from the anchor to a row, and no others; only that row if the anchor is gone. */
  extend(path, paths) {
    const to = paths.indexOf(path);
    const anchor = paths.indexOf(this.anchor);
    const from = anchor < 0 ? to : anchor;
    this.anchor = paths[from];
    this.marked = new Set(paths.slice(Math.min(from, to), Math.max(from, to) + 1));
    this.cursor = path;
    this.sent = null;
    this.isLost = false;
  }

  /** Marks all rows; the cursor stays. */
  all(path, paths) {
    this.marked = new Set(paths);
    this.isLost = false;
  }

  /** Remembers the place of the cursor's row. */
  note(paths) {
    const at = paths.indexOf(this.cursor);
    this.place = at < 0 ? this.place : at;
  }

  /** Whether a row is selected. */
  has(path) {
    return this.marked.size > 0 ? this.marked.has(path) : !this.isLost && path === this.cursor;
  }

  /**
   * Notes that a command for alarms is sent: the rows that it moves must not take the cursor away.
   *
   * @param below all alarms of the cursor's row, which move with it
   */
  leave(paths, alarms, below) {
    const ids = new Set([...alarms, ...below].map(alarm => alarm.id));
    const at = paths.indexOf(this.cursor);
    const isOther = path => !ids.has(path) && !path.startsWith(this.cursor + '/');
    this.sent = {alarms, after: paths.slice(at + 1).filter(isOther), before: paths.slice(0, at).filter(isOther).reverse()};
  }

  /** The command had no effect. */
  stay() {
    this.sent = null;
  }

  /**
   * Adapts to changed rows: the marks of others are removed, and the cursor goes to the row that
   * took the place of its own.
   *
   * @param known the alarms by id
   */
  settle(paths, known) {
    const places = new Map(paths.map((path, i) => [path, i]));
    const hadMarks = this.marked.size > 0;
    this.marked.forEach(path => places.has(path) || this.marked.delete(path));
    this.isLost ||= hadMarks && this.marked.size === 0 && this.sent === null;
    this.note(paths);
    const changed = (this.sent?.alarms ?? []).filter(({id, transition}) => known.get(id)?.transition !== transition);
    if (changed.length === 0) {
      return;
    }
    const {alarms, after, before} = this.sent;
    const next = after.find(path => places.has(path));
    const isGone = !places.has(this.cursor);
    if (next !== undefined && (isGone || places.get(next) < places.get(this.cursor))) {
      this.move(next);
    } else if (isGone) {
      this.move(before.find(path => places.has(path)) ?? this.cursor);
    } else if (changed.length === alarms.length) {
      this.sent = null;
    }
  }
}
