package io.weir.writer.store.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.archive.Place;
import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineReader;
import io.weir.parquet.TextPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lines of one measurement and hour, in the order of their arrival, as columns. Used by one thread. */
final class Table {
    private static final int FIRST = 8;
    private static final int TYPES = 5;
    /** Of the objects, about. */
    private static final int OVERHEAD = 512;

    private final Place place;
    private final TextPool keys = new TextPool();
    private final List<FieldBuffer> fields = new ArrayList<>();
    /** Fields by the number of their key and their type. */
    private @Nullable FieldBuffer[] byKey = new FieldBuffer[TYPES * FIRST];

    private int[] series = new int[FIRST];
    private long[] times = new long[FIRST];
    private int rows;

    Table(Place place) {
        this.place = place;
    }

    Place place() {
        return place;
    }

    /**
     * Adds a line.
     *
     * @param number of its series
     * @return the memory that this took
     */
    long add(int number, LineReader line) {
        long more = 0;
        if (rows == times.length) {
            series = Arrays.copyOf(series, 2 * rows);
            times = Arrays.copyOf(times, 2 * rows);
            more += (long) rows * (Integer.BYTES + Long.BYTES);
        }
        series[rows] = number;
        times[rows] = line.timestamp();
        for (int i = 0; i < line.fieldCount(); i++) {
            int known = fields.size();
            FieldBuffer field = field(line, i);
            long before = fields.size() > known ? -OVERHEAD : field.memory();
            field.add(rows, line, i);
            more += field.memory() - before;
        }
        rows++;
        return more;
    }

    /** Adds the lines of another table, after those that are here. */
    void addAll(Table other) {
        if (rows + other.rows > times.length) {
            series = Arrays.copyOf(series, 2 * (rows + other.rows));
            times = Arrays.copyOf(times, 2 * (rows + other.rows));
        }
        System.arraycopy(other.series, 0, series, rows, other.rows);
        System.arraycopy(other.times, 0, times, rows, other.rows);
        for (FieldBuffer field : other.fields) {
            byte[] name = field.name().getBytes(UTF_8);
            field(keys.numberOf(name, 0, name.length), field.name(), field.type())
                    .addAll(field, rows);
        }
        rows += other.rows;
    }

    /** Whether two rows have the same values. */
    boolean isSame(int one, int other) {
        for (FieldBuffer field : fields) {
            if (!field.isSame(one, other)) {
                return false;
            }
        }
        return true;
    }

    /** A hash of the values of each row, equal for rows that are the same. */
    int[] hashes() {
        int[] hashes = new int[rows];
        for (FieldBuffer field : fields) {
            field.addTo(hashes);
        }
        return hashes;
    }

    int rows() {
        return rows;
    }

    /** The number of a row's series. */
    int series(int row) {
        return series[row];
    }

    long time(int row) {
        return times[row];
    }

    List<FieldBuffer> fields() {
        return fields;
    }

    private static int code(FieldType type) {
        return switch (type) {
            case FLOAT -> 0;
            case INTEGER -> 1;
            case UNSIGNED -> 2;
            case BOOLEAN -> 3;
            case STRING -> 4;
        };
    }

    private FieldBuffer field(LineReader line, int i) {
        int key = keys.numberOf(line.bytes(), line.fieldKeyStart(i), line.fieldKeyEnd(i));
        FieldBuffer known = known(key, line.fieldType(i));
        return known != null ? known : field(key, line.fieldKey(i), line.fieldType(i));
    }

    private @Nullable FieldBuffer known(int key, FieldType type) {
        int at = key * TYPES + code(type);
        return at < byKey.length ? byKey[at] : null;
    }

    private FieldBuffer field(int key, String name, FieldType type) {
        FieldBuffer found = known(key, type);
        if (found == null) {
            found = new FieldBuffer(name, type);
            int at = key * TYPES + code(type);
            if (at >= byKey.length) {
                byKey = Arrays.copyOf(byKey, 2 * Math.max(at, byKey.length));
            }
            byKey[at] = found;
            fields.add(found);
        }
        return found;
    }
}
