package io.weir.writer.store.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScatteredHoursTest {
    private static final long SEED = Long.getLong("weir.test.seed", System.nanoTime());
    private static final long T = 1_700_000_000_000_000_000L;
    private static final long HOUR = 3_600_000_000_000L;
    private static final String COMMON = "day=0001-01-01/hour=00";

    @TempDir
    private Path root = Path.of("");

    @Test
    void scatteredTimesShareAFileAndHarmNoFullHour() throws IOException, SQLException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 1_500; i++) {
            lines.add("bad,host=h" + i % 3 + " v=" + i + ".5 " + (T + i));
        }
        // 150 hours of one line each, of which a text, a second type and another tag are in some only.
        for (int i = 1; i <= 150; i++) {
            lines.add("bad," + (i % 5 == 0 ? "host=x" : "rack=r") + " v=" + i
                    + (i % 2 == 0 ? ".25" : "i")
                    + (i % 7 == 0 ? ",w=\"text " + i + "\"" : "")
                    + " " + (T - i * HOUR));
        }
        Collections.shuffle(lines, new Random(SEED));
        write(lines);

        assertThat(Archives.files(root)).hasSize(ScatteredHours.MOST_HOURS + 1);
        assertThat(Archives.visible(root))
                .as("seed %d", SEED)
                .isEqualTo(lines.stream().sorted().toList());
        assertThat(Archives.problems(root)).isEmpty();
        String all = "read_parquet('" + root + "/*/*/*/*.parquet', union_by_name = true,"
                + " hive_types = {'day': DATE, 'hour': BIGINT})";
        assertThat(number("SELECT count(*) FROM " + all + " WHERE day = '2023-11-14' AND hour = 22"))
                .isEqualTo(1_500);
        assertThat(number("SELECT count(*) FROM " + all + " WHERE day = DATE '0001-01-01' AND hour < 22"))
                .isEqualTo(150 - (ScatteredHours.MOST_HOURS - 1));
        assertThat(number("SELECT count(*) FROM " + all + " WHERE epoch_ns(time) = " + (T - 133 * HOUR)
                        + " AND v_integer = 133"))
                .isEqualTo(1);
    }

    @Test
    void hoursOfAHistoryHaveFilesOfTheirOwn() throws IOException {
        List<String> lines = new ArrayList<>();
        int hours = ScatteredHours.MOST_HOURS + 5;
        for (int i = 0; i < hours * ScatteredHours.FEWEST_LINES; i++) {
            lines.add("past v=1 " + (T + i % hours * HOUR + i));
        }
        write(lines);
        assertThat(Archives.files(root)).hasSize(hours).noneMatch(file -> file.toString()
                .contains(COMMON));
    }

    @Test
    void scatteredLinesAreDeletedOnceAllAreOld() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            lines.add("bad v=1 " + (T - i * HOUR));
        }
        write(lines);
        ArchiveDirectory archive = ArchiveDirectory.of(root);
        assertThat(scattered()).isEqualTo(1);
        long newest = Archives.linesOf(scatteredFile())
                .lines()
                .mapToLong(ScatteredHoursTest::time)
                .max()
                .orElseThrow();
        Deletions.deleteBefore(archive, Instant.ofEpochSecond(0, newest), false, file -> {});
        assertThat(scattered()).isEqualTo(1);
        Deletions.deleteBefore(archive, Instant.ofEpochSecond(0, newest + 1), false, file -> {});
        assertThat(scattered()).isZero();
        assertThat(Archives.problems(root)).isEmpty();
        Deletions.deleteBefore(archive, Instant.ofEpochSecond(0, T + HOUR), false, file -> {});
        assertThat(Archives.files(root)).isEmpty();
        assertThat(Archives.problems(root)).isEmpty();
    }

    @Test
    void scatteredLinesOfTwoMeasurementsAreDeletedInTwoRuns() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            lines.add("old v=1 " + (T - (i + 100) * HOUR));
            lines.add("new v=1 " + (T - i * HOUR));
        }
        write(lines);
        ArchiveDirectory archive = ArchiveDirectory.of(root);
        assertThat(scattered()).isEqualTo(2);
        Deletions.deleteBefore(archive, Instant.ofEpochSecond(0, T - 99 * HOUR), false, file -> {});
        assertThat(scattered()).isEqualTo(1);
        assertThat(Archives.problems(root)).isEmpty();
        Deletions.deleteBefore(archive, Instant.ofEpochSecond(0, T + HOUR), false, file -> {});
        assertThat(Archives.files(root)).isEmpty();
        assertThat(Archives.problems(root)).isEmpty();
    }

    private static long time(String line) {
        return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
    }

    private long scattered() throws IOException {
        return Archives.files(root).stream()
                .filter(file -> file.toString().contains(COMMON))
                .count();
    }

    private Path scatteredFile() throws IOException {
        return Archives.files(root).stream()
                .filter(file -> file.toString().contains(COMMON))
                .findAny()
                .orElseThrow();
    }

    private void write(List<String> lines) throws IOException {
        try (PartitionArchive archive = Archives.open(root)) {
            archive.begin(0);
            for (int i = 0; i < lines.size(); i++) {
                Archives.add(archive, i, List.of(lines.get(i).getBytes(UTF_8)));
            }
            archive.complete();
        }
    }

    private static long number(String query) throws SQLException {
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckDb.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
