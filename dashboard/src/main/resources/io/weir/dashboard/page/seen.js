// Updates only the visible ones of many rows.

/** Up to this number, all rows are updated. */
const FEW = 60;

export class SeenRows {
  /** @param changed is called when other rows become visible */
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

  /** Calls back with the number of each visible row. */
  forEach(write) {
    this.seen.forEach(write);
  }

  close() {
    this.observer?.disconnect();
  }
}
