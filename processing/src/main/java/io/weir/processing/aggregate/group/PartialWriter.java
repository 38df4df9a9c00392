package io.weir.processing.aggregate.group;

import io.weir.processing.aggregate.cell.Varint;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Collects partials for one partition of {@code metrics.partials} until they are sent. Not
 * thread-safe.
 */
public final class PartialWriter {

    static final int FORMAT = 6;

    /** The format of a partial with the rule, the start and a part of the series of the one before it. */
    static final int FOLLOWING = 7;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private byte[] series = {};
    private long identity;
    private long start;

    /** Appends the partition's part of a window of the group with this key. */
    public void append(byte[] key, PartialWindow window) {
        ByteArrayOutputStream partial = new ByteArrayOutputStream(256);
        try {
            DataOutputStream out = new DataOutputStream(partial);
            boolean follows = bytes.size() > 0 && identity == GroupKey.identity(key) && start == window.start();
            out.writeByte(follows ? FOLLOWING : FORMAT);
            if (!follows) {
                identity = GroupKey.identity(key);
                start = window.start();
                out.writeLong(identity);
                out.writeLong(start);
            }
            byte[] before = series;
            series = GroupKey.series(key);
            int shared = 0;
            if (follows) {
                shared = Math.max(0, Arrays.mismatch(before, series));
                Varint.write(shared, out);
            }
            Varint.write(series.length - shared, out);
            out.write(series, shared, series.length - shared);
            window.write(out);
            Varint.write(partial.size(), new DataOutputStream(bytes));
            partial.writeTo(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("memory streams do not fail", e);
        }
    }

    /** The number of collected bytes. */
    public int length() {
        return bytes.size();
    }

    /** Returns and removes the collected partials. */
    public byte[] take() {
        byte[] taken = bytes.toByteArray();
        bytes.reset();
        return taken;
    }
}
