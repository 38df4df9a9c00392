// The texts of lines over time.

/** Limit of texts that are kept of a line; earlier ones are forgotten. */
const MOST = 500;

export class States {
  constructor() {
    this.texts = [];
  }

  /** Adds a text, from the stream or the store, in any order. */
  put(line, millis, text) {
    const list = this.texts[line] ??= [];
    let at = list.length;
    while (at > 0 && list[at - 1].millis > millis) {
      at--;
    }
    list.splice(at, 0, {millis, text});
    if (list.length > MOST) {
      const ends = list.filter((one, i) => list[i - 1]?.text !== one.text || list[i + 1]?.text !== one.text);
      this.texts[line] = ends.slice(-MOST);
    }
  }

  /** Whether a line has texts. */
  has(line) {
    return this.texts[line] !== undefined;
  }

  /** The texts of a line in a time, each with its part of it: {from, to, text}. */
  between(line, from, to) {
    const changes = (this.texts[line] ?? []).filter(({text}, i, list) => list[i - 1]?.text !== text);
    return changes.map(({millis, text}, i) => ({from: Math.max(from, millis), to: Math.min(to, changes[i + 1]?.millis ?? to), text}))
      .filter(part => part.from < part.to);
  }
}
