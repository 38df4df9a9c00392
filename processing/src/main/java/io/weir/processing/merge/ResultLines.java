package io.weir.processing.merge;

/** Receives the result lines of a window of a group. */
interface ResultLines {

    /** Begins a line of the series with these canonical bytes. */
    void line(byte[] series);

    /** Adds a field to the line. A value that is not finite is omitted and counted. */
    void field(byte[] key, double value);

    /** Adds a field to the line. */
    void field(byte[] key, long value);

    /** Adds a field to the line. */
    void field(byte[] key, String text);
}
