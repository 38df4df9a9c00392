package io.weir.standalone.query;

import java.io.IOException;

/** Writes the result of a query in one format, as it arrives. */
interface ResultWriter {

    /** @param isMatrix whether series have many samples; else at most one */
    void begin(boolean isMatrix) throws IOException;

    /** The samples that follow belong to this series. */
    void series(Labels labels) throws IOException;

    /** @param millis since 1970 */
    void sample(long millis, double value) throws IOException;

    /** The result is a text. */
    void text(long millis, String text) throws IOException;

    /** The result is complete. */
    void end() throws IOException;
}
