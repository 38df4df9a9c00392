package io.weir.gateway.collectd;

import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds values by keys that lie within an array, without allocating. Immutable. */
final class ByteMap<V> {
    private final byte[] @Nullable [] keys;
    private final @Nullable Object[] values;
    private final int mask;

    /**
     * Open addressing, at most half full. The bytes of a key are its {@code ISO_8859_1} encoding.
     */
    ByteMap(Map<String, ? extends V> entries) {
        int capacity = Math.max(4, Integer.highestOneBit(entries.size() * 2) * 2);
        keys = new byte[capacity][];
        values = new Object[capacity];
        mask = capacity - 1;
        entries.forEach(this::put);
    }

    private void put(String text, V value) {
        byte[] key = text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        int at = slot(key, 0, key.length);
        keys[at] = key;
        values[at] = value;
    }

    @SuppressWarnings("unchecked") // Only put writes values.
    @Nullable
    V find(byte[] bytes, int from, int to) {
        return (V) values[slot(bytes, from, to)];
    }

    private int slot(byte[] bytes, int from, int to) {
        int hash = 0;
        for (int at = from; at < to; at++) {
            hash = 31 * hash + bytes[at];
        }
        int at = (hash ^ (hash >>> 16)) & mask;
        while (keys[at] != null && !Arrays.equals(keys[at], 0, keys[at].length, bytes, from, to)) {
            at = (at + 1) & mask;
        }
        return at;
    }
}
