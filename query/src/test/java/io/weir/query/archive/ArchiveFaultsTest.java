package io.weir.query.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.store.RowReader;
import io.weir.writer.testing.WrittenArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that go, are damaged, replaced, or of others. */
class ArchiveFaultsTest {
    private final Path directory;
    private final Path archive;
    private final ArchivedLines lines;

    ArchiveFaultsTest(@TempDir Path directory) {
        this.directory = directory;
        archive = directory.resolve("archive");
        lines = new ArchivedLines(archive);
    }

    /** Between the list of files and their reading, or between two statements of a query. */
    @Test
    void aCompactionMeanwhileChangesNothing() throws IOException {
        for (int i = 0; i < 10; i++) {
            lines.write("cpu,host=a v=" + i + "@" + i);
        }
        for (String when : List.of("file_metadata", "kv_metadata", "schema", "sum0", "ORDER BY t")) {
            Path copy = directory.resolve(when.replace(' ', '_'));
            copy(archive, copy);
            boolean[] isCompacted = {false};
            ArchiveSeries source = new ArchiveSeries(new DuckDb(copy) {
                @Override
                void run(String statement, Duration within, RowReader reader) throws FileGoneException {
                    if (!isCompacted[0] && statement.contains(when)) {
                        isCompacted[0] = true;
                        compact(copy);
                    }
                    super.run(statement, within, reader);
                }
            });
            assertThat(ArchivedLines.answer(source, "sum_over_time(cpu_v[2h])"))
                    .as(when)
                    .isEqualTo(Map.of("{host=\"a\"}", 45.0));
            assertThat(ArchivedLines.only(source, "cpu_v").values()).as(when).hasSize(10);
            assertThat(isCompacted[0]).as(when).isTrue();
        }
    }

    private static void compact(Path archive) {
        try {
            WrittenArchive.compact(archive);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    @Test
    void whatIsNoArchiveIsAnError() throws IOException {
        assertThatThrownBy(() -> lines.answer("up"))
                .isInstanceOfSatisfying(
                        EvaluationException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNAVAILABLE))
                .hasMessage(archive + " is no archive: a writer with the store archive:" + archive + " makes it one");
        Files.createDirectories(archive);
        assertThatThrownBy(() -> lines.answer("up")).hasMessageContaining("is no archive");
    }

    @Test
    void aDamagedFileIsNamed() throws IOException {
        lines.write("cpu v=1@0");
        lines.write("net v=1@0");
        Path file = lines.files("cpu").get(0);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);
        assertThatThrownBy(() -> lines.answer("sum_over_time(cpu_v[2h])"))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining(file.getFileName().toString())
                .hasMessageEndingWith("weir archive verify names damaged files");
        assertThat(lines.answer("sum_over_time(net_v[2h])")).isEqualTo(Map.of("{}", 1.0));
    }

    /** Its columns may have other names. */
    @Test
    void aFileOfAnotherLayoutIsAnError() throws Exception {
        lines.write("cpu v=1@0");
        Path file = lines.files("cpu").get(0);
        Files.delete(file);
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (SELECT make_timestamp_ns(1700000000000000000) AS time, 1.0::DOUBLE AS v) TO '"
                    + file + "' (FORMAT parquet, KV_METADATA {'weir.layout': '1'})");
        }
        assertThatThrownBy(() -> lines.answer("sum_over_time(cpu_v[2h])"))
                .isInstanceOf(EvaluationException.class)
                .hasMessageStartingWith("queries read files of the layout 2, and that of " + file + " is 1: export");
    }

    /** The measurement of a cut name is in its files, but a selector may name it. */
    @Test
    void aDamagedFileOfALongNameHarmsNoNeighbour() throws IOException {
        lines.write("m".repeat(300) + " v=1@0");
        lines.write("net v=1@0");
        try (Stream<Path> all = Files.walk(archive)) {
            for (Path each : all.filter(file -> file.toString().contains("=mmm") && Files.isRegularFile(file))
                    .toList()) {
                Files.write(each, new byte[100]);
            }
        }
        assertThat(lines.answer("sum_over_time(net_v[2h])")).isEqualTo(Map.of("{}", 1.0));
        assertThat(lines.answer("sum_over_time({__measurement__=\"net\"}[2h])")).isEqualTo(Map.of("{}", 1.0));
    }

    /** The files of another program beside those of the archive. */
    @Test
    void filesOfOthersAreLeftOut() throws IOException {
        lines.write("cpu v=1@0");
        Files.writeString(archive.resolve("measurement=cpu.tar"), "x");
        Files.writeString(archive.resolve("measurement=cpu/day=x"), "x");
        Files.writeString(archive.resolve("measurement=cpu/day=2023-11-15"), "x");
        assertThat(lines.answer("sum_over_time({__measurement__=~\"cpu.*\"}[2h])"))
                .isEqualTo(Map.of("{}", 1.0));
    }

    /** Its files have the names of the old one. */
    @Test
    void aReplacedArchiveIsReadAnew() throws IOException {
        lines.write("cpu v=1@0");
        ArchiveSeries source = ArchiveSeries.of(archive);
        assertThat(ArchivedLines.answer(source, "sum_over_time(cpu_v[2h])")).isEqualTo(Map.of("{}", 1.0));
        try (Stream<Path> all = Files.walk(archive)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
        new ArchivedLines(archive).write("cpu w=22@0");
        assertThat(ArchivedLines.answer(source, "sum_over_time(cpu_w[2h])")).isEqualTo(Map.of("{}", 22.0));
    }
}
