// The scale of a heat map: its rows, which are equally high.

/** Pixels that a text beside the rows needs. */
const SPACE = 28;

export class Rows {
  /** @param edges the texts between the rows, from below the first one on */
  constructor(edges) {
    this.edges = edges;
    this.range = [0, edges.length - 1];
    /** The part of the height by which a key moves the cursor. */
    this.step = 1 / (edges.length - 1);
  }

  /** As of Scale. */
  fit() {
    return this.range;
  }

  /** The rows at which a text has room. */
  splits(height) {
    const every = Math.ceil(this.edges.length * SPACE / Math.max(SPACE, height));
    return this.edges.map((text, row) => row).filter(row => row % every === 0);
  }

  text(row) {
    return this.edges[row];
  }
}
