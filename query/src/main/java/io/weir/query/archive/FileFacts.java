package io.weir.query.archive;

import io.weir.contract.archive.ArchiveHours;
import io.weir.contract.archive.ArchiveHours.Hour;
import io.weir.contract.archive.ArchiveHours.NamedFile;
import io.weir.contract.archive.FileKeys;
import io.weir.query.series.Deadline;
import io.weir.query.series.EvaluationException;
import io.weir.query.store.StoreJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lists the files of a measurement with their metadata. Remembers the metadata: a file never changes, except when the
 * whole archive is replaced. Thread-safe.
 */
final class FileFacts {
    private static final List<String> KEYS = List.of(FileKeys.LAYOUT, FileKeys.FIRST_TIME, FileKeys.LAST_TIME);

    /** Some hundred bytes each. */
    private static final int MOST_KNOWN = 100_000;

    private final DuckDb duckDb;
    private final PartLimits limits;
    private final Map<Listed, ArchiveFile> known = new ConcurrentHashMap<>();
    /** One list for equal ones. */
    private final Map<List<String>, List<String>> columns = new ConcurrentHashMap<>();

    FileFacts(DuckDb duckDb, PartLimits limits) {
        this.duckDb = duckDb;
        this.limits = limits;
    }

    /**
     * A file whose metadata are not read yet.
     *
     * @param modified in milliseconds
     */
    private record Listed(long hour, NamedFile file, long bytes, long modified) {
        static Listed of(long hour, NamedFile file) throws IOException, FileGoneException {
            try {
                BasicFileAttributes attributes = Files.readAttributes(file.path(), BasicFileAttributes.class);
                return new Listed(
                        hour,
                        file,
                        attributes.size(),
                        attributes.lastModifiedTime().toMillis());
            } catch (NoSuchFileException e) {
                throw new FileGoneException(file.path() + " was deleted meanwhile");
            }
        }

        String path() {
            return file.path().toString();
        }
    }

    /**
     * Lists the files that may have lines of a time in milliseconds.
     *
     * @param directory of the measurement
     */
    ArchiveFiles files(Path directory, long from, long to, Deadline deadline) throws IOException, FileGoneException {
        List<Listed> listed = new ArrayList<>();
        for (Hour hour : ArchiveHours.hours(directory, number -> ArchiveFile.isInHours(number, from, to))) {
            for (NamedFile file : hour.files()) {
                listed.add(Listed.of(hour.number(), file));
            }
        }
        listed.sort(Comparator.comparing(each -> each.file().name()));
        Map<Listed, ArchiveFile> facts = new HashMap<>();
        List<Listed> unknown = new ArrayList<>();
        for (Listed each : listed) {
            ArchiveFile file = known.get(each);
            if (file == null) {
                unknown.add(each);
            } else {
                facts.put(each, file);
            }
        }
        for (int i = 0; i < unknown.size(); i += limits.files()) {
            read(unknown.subList(i, Math.min(unknown.size(), i + limits.files())), deadline, facts);
        }
        remember(facts);
        return new ArchiveFiles(
                directory,
                from,
                to,
                listed.stream()
                        .map(each -> Objects.requireNonNull(facts.get(each)))
                        .toList(),
                limits);
    }

    private void remember(Map<Listed, ArchiveFile> facts) {
        if (known.size() > MOST_KNOWN) {
            known.clear();
            columns.clear();
        }
        known.putAll(facts);
    }

    private void read(List<Listed> listed, Deadline deadline, Map<Listed, ArchiveFile> facts) throws FileGoneException {
        String paths = DuckDb.paths(listed.stream().map(each -> each.file().path()));
        Map<String, Long> rows = new HashMap<>();
        duckDb.run("SELECT file_name, num_rows FROM parquet_file_metadata(" + paths + ")", deadline.left(), row -> {
            String name = StoreJson.nextText(row);
            row.nextToken();
            rows.put(name, row.getLongValue());
            StoreJson.endRow(row);
        });
        Map<String, List<String>> names = new HashMap<>();
        String schema = "SELECT file_name, name FROM parquet_schema(" + paths + ") WHERE num_children IS NULL";
        duckDb.run(schema, deadline.left(), row -> {
            String name = StoreJson.nextText(row);
            names.computeIfAbsent(name, unknown -> new ArrayList<>()).add(StoreJson.nextText(row));
            StoreJson.endRow(row);
        });
        Map<String, Map<String, String>> metadata = new HashMap<>();
        String statement = "SELECT file_name, decode(key), decode(value) FROM parquet_kv_metadata(" + paths
                + ") WHERE key IN ("
                + String.join(
                        ", ",
                        KEYS.stream().map(key -> Sql.literal(key) + "::BLOB").toList()) + ")";
        duckDb.run(statement, deadline.left(), row -> {
            String name = StoreJson.nextText(row);
            String key = StoreJson.nextText(row);
            metadata.computeIfAbsent(name, unknown -> new HashMap<>()).put(key, StoreJson.nextText(row));
            StoreJson.endRow(row);
        });
        for (Listed each : listed) {
            List<String> ofFile = names.getOrDefault(each.path(), List.of());
            facts.put(
                    each,
                    file(
                            each,
                            columns.computeIfAbsent(ofFile, List::copyOf),
                            rows.getOrDefault(each.path(), 0L),
                            metadata.getOrDefault(each.path(), Map.of())));
        }
    }

    private static ArchiveFile file(Listed listed, List<String> columns, long rows, Map<String, String> metadata) {
        String layout = metadata.getOrDefault(FileKeys.LAYOUT, "none");
        if (!layout.equals(FileKeys.VERSION)) {
            throw new EvaluationException("queries read files of the layout " + FileKeys.VERSION + ", and that of "
                    + listed.path() + " is " + layout
                    + ": export such lines with weir archive export, send them again, and delete the file");
        }
        return new ArchiveFile(
                listed.hour(),
                listed.file().path(),
                listed.file().name(),
                columns,
                rows,
                time(metadata, FileKeys.FIRST_TIME, Long.MIN_VALUE),
                time(metadata, FileKeys.LAST_TIME, Long.MAX_VALUE));
    }

    private static long time(Map<String, String> metadata, String key, long unknown) {
        String time = metadata.get(key);
        try {
            return time == null ? unknown : Long.parseLong(time);
        } catch (NumberFormatException e) {
            return unknown;
        }
    }
}
