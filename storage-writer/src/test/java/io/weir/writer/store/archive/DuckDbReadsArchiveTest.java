package io.weir.writer.store.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.LineReader;
import io.weir.contract.line.Series;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads the archive with a program that shares no code with Weir. */
class DuckDbReadsArchiveTest {
    private static final long SEED = Long.getLong("weir.test.seed", System.nanoTime());

    @TempDir
    private Path root = Path.of("");

    private Connection duckDb;

    @BeforeEach
    void connect() throws SQLException {
        duckDb = DriverManager.getConnection("jdbc:duckdb:");
    }

    @AfterEach
    void disconnect() throws SQLException {
        duckDb.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyValueIsBitEqual(boolean isCompacted) throws IOException, SQLException {
        RandomLines random = new RandomLines(SEED);
        List<String> expected = new ArrayList<>();
        try (PartitionArchive archive = Archives.open(root)) {
            archive.begin(0);
            for (int i = 0; i < 3_000; i++) {
                byte[] line = random.next();
                expected.add(canonical(line));
                Archives.add(archive, i, List.of(line));
                if (isCompacted && i % 500 == 0) {
                    archive.complete();
                }
            }
            archive.complete();
        }
        if (isCompacted) {
            try (Compaction compaction = Compaction.open(ArchiveDirectory.of(root), file -> {})) {
                assertThat(compaction.run(Selection.ALL).merged()).isPositive();
            }
        }
        List<String> found = new ArrayList<>();
        for (Path file : Archives.files(root)) {
            found.addAll(rows(file));
        }
        expected.sort(null);
        found.sort(null);
        assertThat(found).as("seed %d", SEED).isEqualTo(expected);
    }

    /** More rows than a page has, few and many different values, in all encodings. */
    @Test
    void manyRowsAreReadAcrossPages() throws IOException, SQLException {
        int rows = 75_000;
        try (PartitionArchive archive = Archives.open(root)) {
            archive.begin(0);
            for (int i = 0; i < rows; i++) {
                String line = "m,host=h" + i % 7 + (i % 2 == 0 ? ",even=yes" : "") + " few=" + i % 3 + ",many="
                        + i / 8.0
                        + ",counter=" + 3L * i + "i,text=\"t" + i + "\",state=\"" + (i % 5 == 0 ? "up" : "down") + '"'
                        + (i % 11 == 0 ? ",ok=true" : "") + " " + (1_700_000_000_000_000_000L + i);
                Archives.add(archive, i, List.of(line.getBytes(UTF_8)));
            }
            archive.complete();
        }
        Path file = Archives.files(root).get(0);
        try (Statement statement = duckDb.createStatement();
                ResultSet sums = statement.executeQuery(
                        "SELECT count(*), sum(few_float), sum(many_float), sum(counter_integer), count(ok_boolean), count(even), "
                                + "count(*) FILTER (text_string = 't' || (counter_integer // 3) AND many_float = counter_integer / 3 / 8 "
                                + "AND epoch_ns(time) = 1700000000000000000 + counter_integer // 3 "
                                + "AND host = 'h' || (counter_integer // 3 % 7) "
                                + "AND (state_string = 'up') = (counter_integer // 3 % 5 = 0) "
                                + "AND (even IS NOT NULL) = (counter_integer // 3 % 2 = 0) "
                                + "AND (ok_boolean IS NOT NULL) = (counter_integer // 3 % 11 = 0)) FROM read_parquet('"
                                + file
                                + "')")) {
            sums.next();
            assertThat(sums.getLong(1)).isEqualTo(rows);
            assertThat(sums.getDouble(2)).isEqualTo(rows);
            assertThat(sums.getDouble(3)).isEqualTo((double) rows * (rows - 1) / 2 / 8);
            assertThat(sums.getLong(4)).isEqualTo(3L * rows * (rows - 1) / 2);
            assertThat(sums.getLong(5)).isEqualTo((rows + 10) / 11);
            assertThat(sums.getLong(6)).isEqualTo(rows / 2);
            assertThat(sums.getLong(7)).isEqualTo(rows);
        }
    }

    @Test
    void measurementDayAndHourArePartitions() throws IOException, SQLException {
        try (PartitionArchive archive = Archives.open(root)) {
            archive.begin(0);
            Archives.add(
                    archive,
                    0,
                    List.of(
                            "a/b v=1 1700000000000000000".getBytes(UTF_8),
                            "a/b v=2 1700003600000000000".getBytes(UTF_8)));
            archive.complete();
        }
        try (Statement statement = duckDb.createStatement();
                ResultSet row = statement.executeQuery("SELECT measurement, day, hour, v_float FROM read_parquet('"
                        + root + "/*/*/*/*.parquet', hive_partitioning = true) WHERE hour = 23")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getString(1)).isEqualTo("a/b");
            assertThat(row.getString(2)).isEqualTo("2023-11-14");
            assertThat(row.getDouble(4)).isEqualTo(2);
            assertThat(row.next()).isFalse();
        }
    }

    /** Names in other capitals and values of other types are columns of their own, whatever else a file has. */
    @Test
    void aQueryOfSeveralFilesMixesNoColumns() throws IOException, SQLException {
        String[] lines = {
            "m,host=a v=1", "m,Host=b v=2i", "m,host=c,Host=d v=\"x\",V=3", "m,V=e V=4u,v=5", "m,HOST=f v=true"
        };
        try (PartitionArchive archive = Archives.open(root)) {
            archive.begin(0);
            for (int i = 0; i < lines.length; i++) {
                Archives.add(archive, i, List.of((lines[i] + " " + (1_700_000_000_000_000_000L + i)).getBytes(UTF_8)));
                archive.complete();
            }
        }
        List<String> rows = new ArrayList<>();
        try (Statement statement = duckDb.createStatement();
                ResultSet found = statement.executeQuery(
                        "SELECT host, Host_c1, HOST_cf, V_c1, v_float, v_integer, v_string, v_boolean, V_c1_float, "
                                + "V_c1_unsigned FROM read_parquet('" + root
                                + "/*/*/*/*.parquet', union_by_name = true) ORDER BY time")) {
            while (found.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= 10; i++) {
                    row.append(found.getObject(i)).append(' ');
                }
                rows.add(row.toString().replace("null", "-").strip());
            }
        }
        assertThat(rows)
                .containsExactly(
                        "a - - - 1.0 - - - - -",
                        "- b - - - 2 - - - -",
                        "c d - - - - x - 3.0 -",
                        "- - - e 5.0 - - - - 4",
                        "- - f - - - - true - -");
    }

    /** The row of each line, as {@link #canonical} spells it. */
    private List<String> rows(Path file) throws SQLException, IOException {
        // The name of a file may contain what is a pattern or an escape for DuckDB.
        Path copy = root.resolve("copy");
        Files.deleteIfExists(copy);
        Files.copy(file, copy);
        List<String> rows = new ArrayList<>();
        try (Statement statement = duckDb.createStatement()) {
            Map<String, String> metadata = new TreeMap<>();
            try (ResultSet pairs = statement.executeQuery(
                    "SELECT decode(key), decode(value) FROM parquet_kv_metadata('" + copy + "')")) {
                while (pairs.next()) {
                    metadata.put(pairs.getString(1), pairs.getString(2));
                }
            }
            try (ResultSet found = statement.executeQuery(
                    "SELECT epoch_ns(time), * EXCLUDE (time) FROM read_parquet('" + copy + "')")) {
                while (found.next()) {
                    rows.add(row(found, metadata));
                }
            }
        }
        return rows;
    }

    private static String row(ResultSet found, Map<String, String> metadata) throws SQLException {
        StringBuilder tags = new StringBuilder();
        StringBuilder fields = new StringBuilder();
        for (int column = 2; column <= found.getMetaData().getColumnCount(); column++) {
            Object value = found.getObject(column);
            if (value == null) {
                continue;
            }
            String[] meaning =
                    metadata.getOrDefault("weir.column." + (column - 1), "").split(" ", 2);
            if (meaning[0].equals("tag")) {
                tags.append(meaning[1]).append('=').append(value).append('|');
            } else {
                fields.append(meaning[1]).append('=').append(spelled(value)).append('|');
            }
        }
        return metadata.get("weir.measurement") + '|' + tags + fields + found.getLong(1);
    }

    private static String spelled(Object value) {
        if (value instanceof Double number) {
            return "FLOAT " + Double.doubleToRawLongBits(number);
        }
        if (value instanceof Long) {
            return "INTEGER " + value;
        }
        if (value instanceof BigInteger) {
            return "UNSIGNED " + value;
        }
        return (value instanceof Boolean ? "BOOLEAN " : "STRING ") + value;
    }

    private static String canonical(byte[] line) {
        LineReader reader = new LineReader();
        reader.wrap(line, 0, line.length);
        assertThat(reader.next()).isTrue();
        Series series = Series.parse(line, reader.seriesStart(), reader.seriesEnd());
        StringBuilder row = new StringBuilder(series.measurement()).append('|');
        series.tags()
                .forEach((key, value) ->
                        row.append(key).append('=').append(value).append('|'));
        for (int i = 0; i < reader.fieldCount(); i++) {
            String value =
                    switch (reader.fieldType(i)) {
                        case FLOAT -> "" + Double.doubleToRawLongBits(reader.doubleValue(i));
                        case INTEGER -> "" + reader.longValue(i);
                        case UNSIGNED -> Long.toUnsignedString(reader.longValue(i));
                        case BOOLEAN -> "" + reader.booleanValue(i);
                        case STRING -> reader.stringValue(i);
                    };
            row.append(reader.fieldKey(i))
                    .append('=')
                    .append(reader.fieldType(i))
                    .append(' ')
                    .append(value)
                    .append('|');
        }
        return row.append(reader.timestamp()).toString();
    }
}
