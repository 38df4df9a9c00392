package io.weir.gateway.snmp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.weir.gateway.exposition.HeldBytes;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The series of the rows of one table of one device, from the last poll that read the table. Belongs to
 * one thread.
 */
final class LiveRows {
    /** Estimated memory of a row, without its series. */
    private static final int ROW_BYTES = 110;

    private final HeldBytes memory;
    private long taken;
    private Set<String> before = new HashSet<>();
    private Set<String> now = new HashSet<>();

    /** Without rows. They are held in this memory. */
    LiveRows(HeldBytes memory) {
        this.memory = memory;
    }

    /** Adds the row with the series {@code bytes[from, to)}. Returns whether it is the first one of this poll. */
    boolean add(byte[] bytes, int from, int to) {
        return now.add(new String(bytes, from, to - from, ISO_8859_1));
    }

    /**
     * Ends the poll of a table that was read completely. The rows are forgotten if there is no memory for
     * them.
     *
     * @param left receives the series of the poll before that are gone
     * @return whether there is memory for the rows
     */
    boolean end(Consumer<byte[]> left) {
        before.removeAll(now);
        endAll(left);
        long bytes =
                now.stream().mapToLong(series -> ROW_BYTES + series.length()).sum();
        boolean hasMemory = memory.take(bytes);
        if (hasMemory) {
            taken = bytes;
            before = now;
        }
        now = new HashSet<>();
        return hasMemory;
    }

    /** Forgets the rows. {@code left} receives the series of each. */
    void endAll(Consumer<byte[]> left) {
        before.forEach(series -> left.accept(series.getBytes(ISO_8859_1)));
        forget();
    }

    /** Forgets the rows, which another gateway may poll. */
    void forget() {
        before = new HashSet<>();
        memory.give(taken);
        taken = 0;
    }
}
