package io.weir.standalone.replay;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Writes output as lines: line protocol unmodified, each JSON record of alarming on a line. */
final class FeedWriter implements VirtualWeir.Sink {
    private final OutputStream to;
    private long lines;

    FeedWriter(OutputStream to) {
        this.to = to;
    }

    @Override
    public void written(Output from, byte[] value, int count) {
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

    /** The number of lines written. */
    long lines() {
        return lines;
    }
}
