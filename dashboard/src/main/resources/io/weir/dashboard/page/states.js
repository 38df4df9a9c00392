// The texts of lines over time: for each line, when its text changed.

/** Limit of changes that are kept of a line; earlier ones are forgotten. */
const MOST = 500;

export class States {
  constructor() {
    this.changes = [];
    /** Increases with every change. */
    this.edition = 0;
  }

  /** Adds a text, from the stream or the store, in any order. */
  put(line, millis, text) {
    const list = this.changes[line] ??= [];
    let at = list.length;
    while (at > 0 && list[at - 1].millis > millis) {
      at--;
    }
    if (list[at - 1]?.text === text) {
      return;
    }
    this.edition++;
    if (list[at]?.text === text) {
      list[at].millis = millis;
      return;
    }
    list.splice(at, 0, {millis, text});
    if (list.length > MOST) {
      list.shift();
    }
  }

  /** Whether a line has texts. */
  has(line) {
    return this.changes[line] !== undefined;
  }

  /** The texts of a line in a time, each with its part of it: {from, to, text}. */
  between(line, from, to) {
    const list = this.changes[line] ?? [];
    return list.map(({millis, text}, i) => ({from: Math.max(from, millis), to: Math.min(to, list[i + 1]?.millis ?? to), text}))
      .filter(part => part.from < part.to);
  }
}
