package io.weir.writer.store.directory;

import io.weir.writer.store.Refusals;
import java.io.IOException;
import java.util.OptionalLong;

/**
 * The files of one partition, each line in exactly one. Lines are in memory until {@link #complete}; after a crash,
 * the caller adds again all lines from {@link #next} on. Used by one thread; a lock excludes other processes.
 */
public interface PartitionFiles extends AutoCloseable {
    /** The offset after the last complete range, or empty. */
    OptionalLong next();

    /** Begins a range at this offset; lines in memory are discarded. */
    void begin(long offset);

    /**
     * Begins at an offset that does not follow the last complete range, and remembers that: the next {@link #next} is
     * this one.
     *
     * @throws IOException if that cannot be written
     */
    void skipTo(long offset) throws IOException;

    /**
     * Adds the lines of a record; reports those that cannot be stored.
     *
     * @param bytes canonical lines at {@code [from, to)}
     */
    void add(byte[] bytes, int from, int to, Refusals refusals);

    /** The offset after the last record of the range, whether it had lines or not. */
    void endAt(long offset);

    /** The number of lines in memory. */
    long lines();

    /** The bytes of lines in memory, about. */
    long memory();

    /**
     * Writes all lines in memory, and begins the next range. Returns after they are on the disk, with the offset after
     * them. A range without lines is complete, too. May be repeated after a failure, before anything is added.
     *
     * @throws IOException if that is not possible now; the lines remain in memory
     */
    long complete() throws IOException;

    /** Discards lines in memory. */
    @Override
    void close() throws IOException;
}
