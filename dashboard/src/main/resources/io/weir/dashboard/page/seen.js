// Of many rows only those are written that somebody sees.

/** So many are written always. */
const FEW = 60;

export class SeenRows {
  /** @param changed is called when others are seen */
  constructor(rows, changed) {
    this.seen = new Set(rows.length <= FEW ? rows.keys() : []);
    if (rows.length > FEW) {
      const numbers = new Map(rows.map((row, i) => [row, i]));
      this.observer = new IntersectionObserver(changes => {
        changes.forEach(({target, isIntersecting}) => isIntersecting ? this.seen.add(numbers.get(target)) : this.seen.delete(numbers.get(target)));
        changed();
      }, {rootMargin: '50%'});
      rows.forEach(row => this.observer.observe(row));
    }
  }

  /** Calls back with the number of each row that is seen. */
  forEach(write) {
    this.seen.forEach(write);
  }

  close() {
    this.observer?.disconnect();
  }
}
