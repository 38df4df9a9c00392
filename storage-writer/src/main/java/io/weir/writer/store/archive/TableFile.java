package io.weir.writer.store.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.archive.FileKeys;
import io.weir.contract.line.FieldType;
import io.weir.contract.line.Series;
import io.weir.parquet.ParquetWriter;
import io.weir.parquet.TextPool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Writes one table as a file, its rows sorted by series and time. Used once, by one thread. */
final class TableFile {
    private final OpenRange range;
    private final Table table;
    private final int rows;
    /** The rows in the order of the file. */
    private final int[] order;
    /** The place of each row in the file; -1 for a row that is left out. */
    private final int[] placeOf;
    /** Series of the table in their order, by their numbers. */
    private final int[] numbers;

    /** @param dropsRepeats leaves out lines that are equal to a later one */
    TableFile(OpenRange range, Table table, boolean dropsRepeats) {
        this.range = range;
        this.table = table;
        numbers = numbers();
        order = dropsRepeats ? Repeats.without(table, order()) : order();
        rows = order.length;
        placeOf = new int[table.rows()];
        Arrays.fill(placeOf, -1);
        for (int i = 0; i < rows; i++) {
            placeOf[order[i]] = i;
        }
    }

    /** The number of rows of the file. */
    int rows() {
        return rows;
    }

    /**
     * Writes the file; returns after it is on the disk.
     *
     * @param metadata further metadata of the file, beside the meaning of the columns
     */
    void write(Path path, Map<String, String> metadata) throws IOException {
        Map<String, String> all = new LinkedHashMap<>(metadata);
        all.put(FileKeys.MEASUREMENT, table.place().measurement());
        LongSummaryStatistics times =
                Arrays.stream(order).mapToLong(table::time).summaryStatistics();
        all.put(FileKeys.FIRST_TIME, Long.toString(times.getMin()));
        all.put(FileKeys.LAST_TIME, Long.toString(times.getMax()));
        ColumnNames names = new ColumnNames();
        TreeSet<String> tags = new TreeSet<>();
        for (int number : numbers) {
            tags.addAll(range.series(number).tags().keySet());
        }
        tags.forEach(tag -> names.tag(tag, all));
        List<FieldBuffer> fields = table.fields().stream()
                .sorted(Comparator.comparing(FieldBuffer::name).thenComparing(FieldBuffer::type))
                .toList();
        fields.forEach(field -> names.field(field.name(), field.type(), all));
        try (ParquetWriter file = new ParquetWriter(path, names.columns())) {
            file.begin(rows);
            writeTimes(file);
            for (String tag : tags) {
                writeTag(file, tag);
            }
            for (FieldBuffer field : fields) {
                writeField(file, field);
            }
            file.finish(all);
        }
    }

    private int[] numbers() {
        boolean[] isUsed = new boolean[range.spellings().size()];
        for (int row = 0; row < table.rows(); row++) {
            isUsed[table.series(row)] = true;
        }
        TextPool spellings = range.spellings();
        return IntStream.range(0, isUsed.length)
                .filter(number -> isUsed[number])
                .boxed()
                .sorted(spellings::compare)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Rows by series, then by time, then by their arrival. */
    private int[] order() {
        int[] starts = new int[range.spellings().size()];
        for (int row = 0; row < table.rows(); row++) {
            starts[table.series(row)]++;
        }
        int at = 0;
        for (int number : numbers) {
            int count = starts[number];
            starts[number] = at;
            at += count;
        }
        int[] sorted = new int[table.rows()];
        for (int row = 0; row < table.rows(); row++) {
            sorted[starts[table.series(row)]++] = row;
        }
        int from = 0;
        for (int number : numbers) {
            sortByTime(sorted, from, starts[number]);
            from = starts[number];
        }
        return sorted;
    }

    private void sortByTime(int[] sorted, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            if (table.time(sorted[i]) < table.time(sorted[i - 1])) {
                int[] ordered = Arrays.stream(sorted, from, to)
                        .boxed()
                        .sorted(Comparator.comparingLong(table::time))
                        .mapToInt(Integer::intValue)
                        .toArray();
                System.arraycopy(ordered, 0, sorted, from, ordered.length);
                return;
            }
        }
    }

    private void writeTimes(ParquetWriter file) throws IOException {
        long[] times = new long[rows];
        for (int i = 0; i < rows; i++) {
            times[i] = table.time(order[i]);
        }
        file.numbers(times, rows, null);
    }

    private void writeTag(ParquetWriter file, String tag) throws IOException {
        TextPool pool = new TextPool();
        boolean[] present = new boolean[rows];
        int[] values = new int[rows];
        int count = 0;
        int number = -1;
        int value = -1;
        for (int i = 0; i < rows; i++) {
            if (table.series(order[i]) != number) {
                number = table.series(order[i]);
                value = tagValue(range.series(number), tag, pool);
            }
            if (value >= 0) {
                present[i] = true;
                values[count++] = value;
            }
        }
        file.texts(values, count, pool, present);
    }

    /** The number of a series' tag value; -1 if it has no such tag. */
    private static int tagValue(Series series, String tag, TextPool pool) {
        String value = series.tags().get(tag);
        if (value == null) {
            return -1;
        }
        byte[] bytes = value.getBytes(UTF_8);
        return pool.numberOf(bytes, 0, bytes.length);
    }

    private void writeField(ParquetWriter file, FieldBuffer field) throws IOException {
        int[] valueAt = new int[rows];
        for (int value = 0; value < field.count(); value++) {
            int place = placeOf[field.row(value)];
            if (place >= 0) {
                valueAt[place] = value + 1;
            }
        }
        boolean[] present = new boolean[rows];
        boolean isText = field.type() == FieldType.STRING;
        int[] texts = new int[isText ? field.count() : 0];
        long[] bits = new long[isText ? 0 : field.count()];
        int count = 0;
        for (int i = 0; i < rows; i++) {
            if (valueAt[i] > 0) {
                present[i] = true;
                if (isText) {
                    texts[count++] = field.text(valueAt[i] - 1);
                } else {
                    bits[count++] = field.bits(valueAt[i] - 1);
                }
            }
        }
        if (isText) {
            file.texts(texts, count, field.pool(), present);
        } else {
            file.numbers(bits, count, present);
        }
    }
}
