package io.weir.standalone.replay;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Writes what comes out as lines: those of line protocol as they are, what is of alarming a line each. */
final class FeedWriter implements VirtualWeir.Sink {
    private final OutputStream to;
    private long lines;

    FeedWriter(OutputStream to) {
        this.to = to;
    }

    @Override
    public void came(Output from, byte[] value, int count) {
        lines += count;
        try {
            to.write(value);
            if (from.isOfAlarming()) {
                to.write('\n');
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many came out. */
    long lines() {
        return lines;
    }
}
