package io.weir.writer.store.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.archive.FileKeys;
import io.weir.contract.line.FieldKey;
import io.weir.contract.line.LineBuffer;
import io.weir.contract.line.Series;
import io.weir.parquet.Column.Kind;
import io.weir.parquet.ColumnValues;
import io.weir.parquet.ParquetFile;
import io.weir.parquet.UnreadableFileException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The lines of a data file as canonical line protocol, by series and time. Used once, by one thread. */
final class FileLines {
    private static final int FLUSH_BYTES = 1 << 16;
    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};

    private final ParquetFile file;
    private final List<String> tags = new ArrayList<>();
    private final List<byte[]> keys = new ArrayList<>();
    private final LineBuffer lines = new LineBuffer(2 * FLUSH_BYTES);
    private final ByteArrayOutputStream value = new ByteArrayOutputStream();
    private final String measurement;
    /** The number of lines in the buffer. */
    private int waiting;

    private FileLines(ParquetFile file) throws IOException {
        this.file = file;
        Layout.check(file.metadata());
        measurement = meaning(FileKeys.MEASUREMENT);
        for (int i = 1; i < file.columns().size(); i++) {
            String meaning = meaning(ColumnNames.MEANING + i);
            if (meaning.startsWith(ColumnNames.TAG)) {
                tags.add(meaning.substring(ColumnNames.TAG.length()));
            } else {
                keys.add(FieldKey.spelled(meaning.substring(ColumnNames.FIELD.length())));
            }
        }
    }

    /** Writes all lines of a file whose time is at {@code [fromNanos, toNanos)}; returns their number. */
    static long write(FileChannel channel, long fromNanos, long toNanos, LineSink out) throws IOException {
        try (ParquetFile file = new ParquetFile(channel)) {
            FileLines lines = new FileLines(file);
            long count = 0;
            for (int group = 0; group < file.groups(); group++) {
                count += lines.write(file.group(group), fromNanos, toNanos, out);
            }
            return count;
        }
    }

    private String meaning(String key) throws IOException {
        String found = file.metadata().get(key);
        if (found == null) {
            throw new UnreadableFileException("was not written by Weir: it has no " + key);
        }
        return found;
    }

    private long write(List<ColumnValues> columns, long fromNanos, long toNanos, LineSink out) throws IOException {
        long count = 0;
        long[] times = columns.get(0).bits();
        byte[] series = {};
        byte[] @Nullable [] known = null;
        for (int row = 0; row < times.length; row++) {
            if (times[row] < fromNanos || times[row] >= toNanos) {
                continue;
            }
            byte[][] found = tagValues(columns, row);
            if (known == null || !Arrays.deepEquals(known, found)) {
                known = found;
                series = series(found);
            }
            lines.series(series);
            for (int i = 0; i < keys.size(); i++) {
                int column = 1 + tags.size() + i;
                if (columns.get(column).present()[row]) {
                    field(keys.get(i), file.columns().get(column).kind(), columns.get(column), row);
                }
            }
            lines.timestamp(times[row]);
            count++;
            waiting++;
            if (lines.length() >= FLUSH_BYTES) {
                flush(out);
            }
        }
        flush(out);
        return count;
    }

    /** The values of a row's tags; empty for one that the row does not have. */
    private byte[][] tagValues(List<ColumnValues> columns, int row) {
        byte[][] values = new byte[tags.size()][];
        for (int i = 0; i < values.length; i++) {
            ColumnValues column = columns.get(1 + i);
            values[i] = column.present()[row] ? column.texts()[row] : new byte[0];
        }
        return values;
    }

    private byte[] series(byte[][] values) {
        SortedMap<String, String> present = new TreeMap<>();
        for (int i = 0; i < values.length; i++) {
            if (values[i].length > 0) {
                present.put(tags.get(i), new String(values[i], UTF_8));
            }
        }
        return new Series(measurement, present).canonical();
    }

    private void field(byte[] key, Kind kind, ColumnValues column, int row) {
        switch (kind) {
            case FLOAT -> lines.field(key, Double.longBitsToDouble(column.bits()[row]));
            case INTEGER -> lines.field(key, column.bits()[row]);
            case UNSIGNED -> spelled(key, (Long.toUnsignedString(column.bits()[row]) + "u").getBytes(UTF_8));
            case BOOLEAN -> spelled(key, column.bits()[row] != 0 ? TRUE : FALSE);
            case TEXT -> spelled(key, quoted(column.texts()[row]));
            case TIME -> throw new IllegalStateException("the time is no field");
        }
    }

    private void spelled(byte[] key, byte[] spelling) {
        lines.field(key, spelling, 0, spelling.length);
    }

    private byte[] quoted(byte[] text) {
        value.reset();
        value.write('"');
        for (byte each : text) {
            if (each == '"' || each == '\\') {
                value.write('\\');
            }
            value.write(each);
        }
        value.write('"');
        return value.toByteArray();
    }

    private void flush(LineSink out) throws IOException {
        out.lines(lines.array(), lines.length(), waiting);
        lines.clear();
        waiting = 0;
    }
}
