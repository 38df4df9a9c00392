package io.weir.processing.series;

import io.weir.contract.line.SeriesHash;
import io.weir.processing.batch.Metrics;
import io.weir.processing.series.FieldTable.Field;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Fields in the order of their first arrival, numbered from 0, with their rules. Grows and never
 * forgets.
 *
 * <p>Shared by all series under the same rules whose fields arrived in this order, so that the
 * names of most lines are in the processor's caches. Each series has the first {@code known}
 * fields. A series whose fields arrive in another order has another object, so a field's number
 * depends on its series alone. Not thread-safe.
 */
public final class FieldNames {

    /** Limits the cost of one series, however many names its sender invents. */
    public static final int MOST = 4096;

    /** Up to this number of fields, comparing is faster than hashing. */
    private static final int FEW = 8;

    /** Limit of shared orders; a series with yet another order has an object of its own. */
    private static final int MOST_SHARED = 16;

    /**
     * A series with more fields has an object of its own, because shared names are never forgotten.
     */
    private static final int MOST_SHARED_FIELDS = 256;

    private static final int EMPTY = -1;
    private static final int[] NO_INDEX = new int[0];

    private final FieldTable table;

    /** All shared objects, including this one if it is shared. */
    private final List<FieldNames> shared;

    private Field[] fields;
    private int size;
    private int[] index = NO_INDEX;

    /** Creates a shared object without fields. */
    FieldNames(FieldTable table) {
        this(table, new ArrayList<>(), new Field[1], 0);
        shared.add(this);
    }

    private FieldNames(FieldTable table, List<FieldNames> shared, Field[] fields, int size) {
        this.table = table;
        this.shared = shared;
        this.fields = fields;
        this.size = size;
    }

    /**
     * The number of the field whose key in line protocol is {@code bytes[from, to)}.
     *
     * @param hint the field's place in its line: a series rarely changes the order of its fields
     * @param known the number of fields that the series has
     * @return {@link Metrics#UNNUMBERED} if the field is not among them
     */
    int number(byte[] bytes, int from, int to, int hint, int known) {
        if (hint < known && isKey(hint, bytes, from, to)) {
            return hint;
        }
        if (known > FEW) {
            int number = index[place(bytes, from, to)];
            return number < known ? number : Metrics.UNNUMBERED;
        }
        for (int number = 0; number < known; number++) {
            if (isKey(number, bytes, from, to)) {
                return number;
            }
        }
        return Metrics.UNNUMBERED;
    }

    /** The fields of a series that has the first {@code known} of these and receives a new one. */
    FieldNames with(int known, byte[] bytes, int from, int to) {
        boolean mayBeShared = known < MOST_SHARED_FIELDS;
        if (known == size && (mayBeShared || !shared.contains(this))) {
            add(Arrays.copyOfRange(bytes, from, to));
        }
        if (known < size && isKey(known, bytes, from, to)) {
            return this;
        }
        if (mayBeShared) {
            for (FieldNames other : shared) {
                if (other.size > known && other.isKey(known, bytes, from, to) && other.beginsLike(this, known)) {
                    return other;
                }
            }
        }
        FieldNames other = new FieldNames(table, shared, Arrays.copyOf(fields, known + 1), known);
        other.add(Arrays.copyOfRange(bytes, from, to));
        if (mayBeShared && shared.size() < MOST_SHARED) {
            shared.add(other);
        }
        return other;
    }

    @SuppressWarnings("ReferenceEquality") // the table has each name once
    private boolean beginsLike(FieldNames other, int known) {
        for (int number = 0; number < known; number++) {
            if (fields[number] != other.fields[number]) {
                return false;
            }
        }
        return true;
    }

    /** The key of a field in line protocol; must not be changed. */
    byte[] key(int number) {
        return fields[number].key();
    }

    /** The rules of a field. */
    FieldRules rules(int number) {
        return fields[number].rules();
    }

    private boolean isKey(int number, byte[] bytes, int from, int to) {
        byte[] key = fields[number].key();
        return Arrays.equals(key, 0, key.length, bytes, from, to);
    }

    private void add(byte[] key) {
        if (size == fields.length) {
            fields = Arrays.copyOf(fields, size * 2);
        }
        fields[size++] = table.of(key);
        if (size > FEW && size * 2 > index.length) {
            rehash();
        } else if (size > FEW) {
            index[place(key, 0, key.length)] = size - 1;
        }
    }

    private void rehash() {
        index = new int[Integer.highestOneBit(size) * 4];
        Arrays.fill(index, EMPTY);
        for (int number = 0; number < size; number++) {
            index[place(key(number), 0, key(number).length)] = number;
        }
    }

    /** The place of the key in the index, or its free place. */
    private int place(byte[] bytes, int from, int to) {
        int mask = index.length - 1;
        int at = (int) SeriesHash.of(bytes, from, to) & mask;
        while (index[at] != EMPTY && !isKey(index[at], bytes, from, to)) {
            at = (at + 1) & mask;
        }
        return at;
    }

    /** Writes the keys of the first {@code known} fields. */
    void write(int known, DataOutput out) throws IOException {
        out.writeInt(known);
        for (int number = 0; number < known; number++) {
            out.writeInt(key(number).length);
            out.write(key(number));
        }
    }
}
