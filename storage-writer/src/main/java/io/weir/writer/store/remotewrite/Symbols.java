package io.weir.writer.store.remotewrite;

import com.google.protobuf.WireFormat;
import io.weir.writer.store.Bytes;
import java.util.Arrays;

/**
 * The different texts of a request, in the form of its field {@code symbols}. The first one is
 * empty, as the specification requires. Used by one thread.
 */
final class Symbols {
    private static final int SYMBOL = 4 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final long PRIME = 0x100000001b3L;
    private static final byte[] EMPTY = {};
    private static final int BITS = 7;

    private final Bytes message = new Bytes();
    /** Open addressing: the number of a symbol + 1, or 0. */
    private int[] slots = new int[1 << 12];

    private long[] hashes = new long[1 << 10];
    /** The places of the symbols in the message. */
    private int[] starts = new int[1 << 10];

    private int[] ends = new int[1 << 10];
    private int count;

    Symbols() {
        clear();
    }

    /** Removes all symbols except the empty one. */
    void clear() {
        message.reset();
        Arrays.fill(slots, 0);
        count = 0;
        number(EMPTY, 0, 0);
    }

    /** The number of the symbol with the bytes at {@code [from, to)}, which is added if it is new. */
    int number(byte[] bytes, int from, int to) {
        long hash = hash(bytes, from, to);
        int mask = slots.length - 1;
        int slot = slot(hash) & mask;
        while (slots[slot] != 0) {
            int symbol = slots[slot] - 1;
            if (hashes[symbol] == hash
                    && Arrays.equals(message.bytes(), starts[symbol], ends[symbol], bytes, from, to)) {
                return symbol;
            }
            slot = slot + 1 & mask;
        }
        slots[slot] = count + 1;
        add(hash, bytes, from, to);
        if (2 * count > slots.length) {
            grow();
        }
        return count - 1;
    }

    /** The fields {@code symbols} of a request. */
    Bytes message() {
        return message;
    }

    private void add(long hash, byte[] bytes, int from, int to) {
        if (count == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * count);
            starts = Arrays.copyOf(starts, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
        }
        message.write(SYMBOL);
        int rest = to - from;
        for (; rest >= 1 << BITS; rest >>>= BITS) {
            message.write(rest | 1 << BITS);
        }
        message.write(rest);
        hashes[count] = hash;
        starts[count] = message.size();
        message.write(bytes, from, to - from);
        ends[count] = message.size();
        count++;
    }

    private void grow() {
        slots = new int[2 * slots.length];
        int mask = slots.length - 1;
        for (int symbol = 0; symbol < count; symbol++) {
            int slot = slot(hashes[symbol]) & mask;
            while (slots[slot] != 0) {
                slot = slot + 1 & mask;
            }
            slots[slot] = symbol + 1;
        }
    }

    private static int slot(long hash) {
        return (int) (hash ^ hash >>> 32);
    }

    private static long hash(byte[] bytes, int from, int to) {
        long hash = 1;
        for (int at = from; at < to; at++) {
            hash = (hash ^ bytes[at]) * PRIME;
        }
        return hash;
    }
}
