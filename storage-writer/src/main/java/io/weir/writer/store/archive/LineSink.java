package io.weir.writer.store.archive;

import java.io.IOException;

/** Receives the lines of an archive. */
@FunctionalInterface
public interface LineSink {
    /**
     * Receives canonical lines.
     *
     * @param bytes whole lines, each ended by a line feed, at {@code [0, length)}; valid during the call
     * @param count the number of lines
     */
    void lines(byte[] bytes, int length, int count) throws IOException;

    /**
     * Called after all lines of a file.
     *
     * @param fileBytes the size of the file
     */
    default void finished(long fileBytes) throws IOException {}
}
