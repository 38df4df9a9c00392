// The rows that the operator has selected: the cursor's, or those that are marked. Uses no elements.

export class Selection {
  /** @param cursor the path of a row, or an empty text */
  constructor(cursor) {
    this.cursor = cursor;
    this.anchor = cursor;
    this.marked = new Set();
    this.sent = null;
  }

  /** Moves the cursor; the marks stay. */
  move(path) {
    this.cursor = this.anchor = path;
    this.sent = null;
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

  /** Marks the rows from the anchor to a row, and no others. */
  extend(path, paths) {
    const from = Math.max(0, paths.indexOf(this.anchor));
    const to = paths.indexOf(path);
    this.marked = new Set(paths.slice(Math.min(from, to), Math.max(from, to) + 1));
    this.cursor = path;
    this.sent = null;
  }

  /** Marks all rows; the cursor stays. */
  all(path, paths) {
    this.marked = new Set(paths);
  }

  /** Whether a row is selected. */
  has(path) {
    return this.marked.size > 0 ? this.marked.has(path) : path === this.cursor;
  }

  /** Notes that a command for alarms is sent: the rows that it moves must not take the cursor away. */
  leave(paths, alarms) {
    const ids = new Set(alarms.map(alarm => alarm.id));
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
    this.marked.forEach(path => places.has(path) || this.marked.delete(path));
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
