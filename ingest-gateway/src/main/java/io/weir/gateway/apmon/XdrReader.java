package io.weir.gateway.apmon;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A reusable cursor over XDR (RFC 4506). After a read beyond the end it has {@link #failed} until
 * the next {@link #wrap}, and all values are 0. Never throws because of data. Not thread-safe.
 */
final class XdrReader {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private byte[] bytes = {};
    private int to;
    private int at;
    private boolean failed;
    private int textFrom;
    private int textTo;

    /** Starts with the bytes from {@code from} up to {@code to}. */
    void wrap(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.at = from;
        this.to = to;
        this.failed = false;
    }

    /** Moves to an index that was read before. */
    void seek(int index) {
        at = index;
        failed = false;
    }

    boolean failed() {
        return failed;
    }

    /** Index of the next byte; after a failure, of the truncated item. */
    int at() {
        return at;
    }

    int left() {
        return to - at;
    }

    int integer() {
        return skip(Integer.BYTES) ? (int) INT.get(bytes, at - Integer.BYTES) : 0;
    }

    long hyper() {
        return skip(Long.BYTES) ? (long) LONG.get(bytes, at - Long.BYTES) : 0;
    }

    /** Reads a string, whose bytes then lie from {@link #textFrom} to {@link #textTo}. */
    void string() {
        int start = at;
        int length = integer();
        if (failed || length < 0 || length > left()) {
            failed = true;
            at = start;
            textFrom = textTo = start;
            return;
        }
        textFrom = at;
        textTo = at + length;
        // The last string of a packet may lack its padding.
        at = Math.min(to, textTo + (-length & 3));
    }

    int textFrom() {
        return textFrom;
    }

    int textTo() {
        return textTo;
    }

    /** Skips this many bytes. Returns false if there are fewer. */
    boolean skip(int count) {
        if (failed || left() < count) {
            failed = true;
            return false;
        }
        at += count;
        return true;
    }
}
