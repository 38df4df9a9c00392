package io.weir.query.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.parquet.Column;
import io.weir.parquet.Column.Kind;
import io.weir.parquet.ParquetWriter;
import io.weir.parquet.TextPool;
import io.weir.query.series.ValueType;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes values as Parquet: a row for each value, which is in the column of its type. A row group at a time is in memory. A
 * file without its end cannot be read, so nothing marks an answer that is cut.
 */
final class ParquetValues implements ValueWriter {
    private static final int ROWS = 1 << 16;
    private static final int FIRST_ROWS = 1 << 6;
    /** Of the texts of a row group. A text may be larger. */
    private static final long TEXT_MEMORY = 8 << 20;

    private final LongColumn times = new LongColumn("time", Kind.TIME);
    private final TextColumn measurements = new TextColumn("measurement");
    private final TextColumn tags = new TextColumn("tags");
    private final TextColumn fields = new TextColumn("field");
    private final TextColumn types = new TextColumn("type");
    private final LongColumn floats = new LongColumn("value_float", Kind.FLOAT);
    private final LongColumn integers = new LongColumn("value_integer", Kind.INTEGER);
    private final LongColumn unsigned = new LongColumn("value_unsigned", Kind.UNSIGNED);
    private final LongColumn flags = new LongColumn("value_boolean", Kind.BOOLEAN);
    private final TextColumn texts = new TextColumn("value_text");
    private final TextColumn arrays = new TextColumn("value_array");
    private final List<ValueColumn> columns =
            List.of(times, measurements, tags, fields, types, floats, integers, unsigned, flags, texts, arrays);

    private final ParquetWriter file;
    private TextPool pool = new TextPool();
    private int rows;
    private long nanos;
    private String measurement = "";
    private @Nullable Map<String, String> lastTags;
    private String tagsText = "";

    ParquetValues(OutputStream out) throws IOException {
        file = new ParquetWriter(out, columns.stream().map(ValueColumn::column).toList());
    }

    @Override
    public void row(String nextMeasurement, Map<String, String> nextTags, long nextNanos) {
        measurement = nextMeasurement;
        nanos = nextNanos;
        if (!nextTags.equals(lastTags)) {
            lastTags = nextTags;
            StringBuilder object = new StringBuilder();
            LineFormat.json(nextTags, object);
            tagsText = object.toString();
        }
    }

    @Override
    public void value(String field, ValueType type, String text) throws IOException {
        times.add(rows, nanos);
        measurements.add(rows, measurement);
        tags.add(rows, tagsText);
        fields.add(rows, field);
        types.add(rows, type.toString());
        switch (type) {
            case FLOAT -> floats.add(rows, Double.doubleToRawLongBits(Double.parseDouble(text)));
            case INTEGER -> addInteger(text);
            case BOOLEAN -> flags.add(rows, Boolean.parseBoolean(text) ? 1 : 0);
            case TEXT -> texts.add(rows, text);
            case ARRAY -> arrays.add(rows, text);
        }
        rows++;
        if (rows == ROWS || pool.memory() > TEXT_MEMORY) {
            writeGroup();
        }
    }

    private void addInteger(String text) {
        try {
            integers.add(rows, Long.parseLong(text));
        } catch (NumberFormatException beyondLong) {
            try {
                unsigned.add(rows, Long.parseUnsignedLong(text));
            } catch (NumberFormatException unusual) {
                // Such as 7.0 in a document of another program.
                texts.add(rows, text);
            }
        }
    }

    @Override
    public void end(long values) throws IOException {
        if (rows > 0) {
            writeGroup();
        }
        file.finish(Map.of());
    }

    @Override
    public void cut(ErrorType type, String why) {
        // The end of the file is missing.
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private void writeGroup() throws IOException {
        file.begin(rows);
        for (ValueColumn each : columns) {
            each.write(rows);
        }
        rows = 0;
        pool = new TextPool();
    }

    /** The values of a column in the row group. Grows, because most answers are small, and many wait for their turn. */
    private abstract static class ValueColumn {
        private final Column column;
        private boolean[] present = new boolean[FIRST_ROWS];
        private int count;

        ValueColumn(String name, Kind kind) {
            column = new Column(name, kind);
        }

        final Column column() {
            return column;
        }

        /** Returns the place of the value of a row. */
        final int next(int row) {
            if (row >= present.length) {
                present = Arrays.copyOf(present, Math.max(row + 1, 2 * present.length));
            }
            present[row] = true;
            return count++;
        }

        final void write(int rows) throws IOException {
            if (rows > present.length) {
                present = Arrays.copyOf(present, rows);
            }
            write(count, present);
            count = 0;
            Arrays.fill(present, false);
        }

        abstract void write(int count, boolean[] present) throws IOException;
    }

    private final class LongColumn extends ValueColumn {
        private long[] bits = new long[FIRST_ROWS];

        LongColumn(String name, Kind kind) {
            super(name, kind);
        }

        void add(int row, long value) {
            int place = next(row);
            if (place == bits.length) {
                bits = Arrays.copyOf(bits, 2 * place);
            }
            bits[place] = value;
        }

        @Override
        void write(int count, boolean[] present) throws IOException {
            file.numbers(bits, count, column().kind() == Kind.TIME ? null : present);
        }
    }

    private final class TextColumn extends ValueColumn {
        private int[] numbers = new int[FIRST_ROWS];

        TextColumn(String name) {
            super(name, Kind.TEXT);
        }

        void add(int row, String text) {
            byte[] utf8 = text.getBytes(UTF_8);
            int place = next(row);
            if (place == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * place);
            }
            numbers[place] = pool.numberOf(utf8, 0, utf8.length);
        }

        @Override
        void write(int count, boolean[] present) throws IOException {
            file.texts(numbers, count, pool, present);
        }
    }
}
