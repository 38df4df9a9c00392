package io.weir.writer.store.clickhouse;

import io.weir.contract.line.SeriesHash;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Known shapes by their keys. Cleared when full, which bounds its memory for senders of ever new
 * names. Used by one thread.
 */
final class ShapeTable {
    private static final int SLOTS = 1 << 17;
    private static final int MOST = SLOTS / 2;

    private final @Nullable Shape[] shapes = new @Nullable Shape[SLOTS];
    private @Nullable Shape last;
    private int size;

    /** The shape of a key, or null. Consecutive lines often have the same one. */
    @Nullable
    Shape find(ShapeKey key) {
        Shape latest = last;
        if (latest != null && isOf(latest, key)) {
            return latest;
        }
        last = shapes[slot(key)];
        return last;
    }

    /** Adds the shape of a key. */
    void put(ShapeKey key, Shape shape) {
        if (size == MOST) {
            clear();
        }
        int slot = slot(key);
        size += shapes[slot] == null ? 1 : 0;
        shapes[slot] = shape;
        last = shape;
    }

    /** Removes all shapes. */
    void clear() {
        Arrays.fill(shapes, null);
        last = null;
        size = 0;
    }

    private int slot(ShapeKey key) {
        int slot = (int) SeriesHash.of(key.bytes(), 0, key.length()) & (SLOTS - 1);
        while (true) {
            Shape shape = shapes[slot];
            if (shape == null || isOf(shape, key)) {
                return slot;
            }
            slot = (slot + 1) & (SLOTS - 1);
        }
    }

    private static boolean isOf(Shape shape, ShapeKey key) {
        return Arrays.equals(shape.key(), 0, shape.key().length, key.bytes(), 0, key.length());
    }
}
