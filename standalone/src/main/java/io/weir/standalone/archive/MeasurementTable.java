package io.weir.standalone.archive;

import io.weir.writer.store.archive.ArchiveDirectory;
import io.weir.writer.store.archive.DataFile;
import io.weir.writer.store.archive.Selection;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The measurements of an archive, as {@code weir archive ls} shows them. */
final class MeasurementTable {
    private static final String FORM = "%-40s %-13s %-13s %9s %15s";
    private static final int SECONDS_PER_HOUR = 3600;

    private final Map<String, Row> rows = new TreeMap<>();

    /** The hours, files and bytes of a measurement. */
    private static final class Row {
        private long firstHour = Long.MAX_VALUE;
        private long lastHour = Long.MIN_VALUE;
        private long files;
        private long bytes;

        private void add(DataFile file, long size) {
            if (!file.isScattered()) {
                firstHour = Math.min(firstHour, file.hour());
                lastHour = Math.max(lastHour, file.hour());
            }
            files++;
            bytes += size;
        }
    }

    private MeasurementTable() {}

    static MeasurementTable read(ArchiveDirectory archive, Selection selection) throws IOException {
        MeasurementTable table = new MeasurementTable();
        archive.visit(selection, file -> table.rows
                .computeIfAbsent(file.measurement(), name -> new Row())
                .add(file, file.size()));
        return table;
    }

    /** The table's lines, the sum last. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(Locale.ROOT, FORM, "measurement", "first hour", "last hour", "files", "bytes"));
        long files = 0;
        long bytes = 0;
        for (Map.Entry<String, Row> entry : rows.entrySet()) {
            Row row = entry.getValue();
            lines.add(String.format(
                    Locale.ROOT, FORM, entry.getKey(), hour(row.firstHour), hour(row.lastHour), row.files, row.bytes));
            files += row.files;
            bytes += row.bytes;
        }
        lines.add(String.format(Locale.ROOT, FORM, rows.size() + " measurements", "", "", files, bytes));
        return lines;
    }

    /** Returns the text of an hour, such as {@code 2026-11-27T15}; a dash if all lines are scattered. */
    private static String hour(long hour) {
        if (hour == Long.MAX_VALUE || hour == Long.MIN_VALUE) {
            return "-";
        }
        return Instant.ofEpochSecond(hour * SECONDS_PER_HOUR).toString().substring(0, "2026-11-27T15".length());
    }
}
