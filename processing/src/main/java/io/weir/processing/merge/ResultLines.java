package io.weir.processing.merge;

/** Takes the lines that a window of a group makes. */
interface ResultLines {

    /** Begins a line of the series that is spelled by these canonical bytes. */
    void line(byte[] series);

    /** Adds a field to the line; one that is not finite is left out and counted. */
    void field(byte[] key, double value);

    /** Adds a field to the line. */
    void field(byte[] key, long value);
}
