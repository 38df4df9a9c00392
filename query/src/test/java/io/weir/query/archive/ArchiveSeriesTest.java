package io.weir.query.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.query.eval.Evaluator;
import io.weir.query.eval.Limits;
import io.weir.query.eval.Result;
import io.weir.query.promql.Promql;
import io.weir.query.series.Allowance;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.Sample;
import io.weir.query.series.Series;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import io.weir.query.store.NanoTimes;
import io.weir.query.store.RowReader;
import io.weir.query.store.StoreJson;
import io.weir.writer.testing.WrittenArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only archives have: several files, repeated lines, fields of several types, and files that go. */
class ArchiveSeriesTest {
    private static final long TIME = 1_700_000_000_000L;
    private static final long HOUR = 3_600_000;
    private static final Allowance PLENTY = new Allowance(100_000, 100_000, Duration.ofMinutes(1));
    private static final int PARTITION = 1;

    @TempDir
    private Path directory = Path.of("");

    private Path archive = Path.of("");
    private long next;

    @BeforeEach
    void place() {
        archive = directory.resolve("archive");
    }

    /** Writes lines, whose times are seconds behind {@link #TIME}, into one file for each hour. */
    private void write(String... lines) throws IOException {
        List<byte[]> stamped = Stream.of(lines)
                .map(line -> {
                    int time = line.lastIndexOf('@');
                    long seconds = Long.parseLong(line.substring(time + 1));
                    return (line.substring(0, time) + " " + (TIME + seconds * 1_000) * NanoTimes.PER_MILLI)
                            .getBytes(UTF_8);
                })
                .toList();
        WrittenArchive.append(archive, PARTITION, next, stamped);
        next += lines.length;
    }

    private Map<String, Double> answer(String query) {
        return answer(ArchiveSeries.of(archive), query);
    }

    /** The answer an hour after {@link #TIME}. */
    private static Map<String, Double> answer(ArchiveSeries source, String query) {
        Result.Vector vector =
                (Result.Vector) new Evaluator(source, Limits.DEFAULT).instant(Promql.parse(query), TIME + HOUR);
        Map<String, Double> values = new TreeMap<>();
        for (Sample each : vector.samples()) {
            values.put(each.labels().toString(), each.value());
        }
        return values;
    }

    private static Matcher equal(String label, String value) {
        return new Matcher(label, Comparison.EQUALS, value);
    }

    private static Series only(ArchiveSeries source, String metric) {
        List<Series> found =
                source.select(List.of(equal(Matcher.METRIC_NAME, metric)), TIME - 24 * HOUR, TIME + 24 * HOUR, PLENTY);
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    /** Clients send lines again, such as after a time-out. The later line may be in another file, and may have less. */
    @Test
    void aRepeatedLineCountsOnce() throws IOException {
        write("cpu,host=a v=1,w=5@10", "cpu,host=a v=2@20");
        write("cpu,host=a v=3@10");
        write("cpu,host=a v=3@10");
        assertThat(answer("count_over_time(cpu_v[2h])")).isEqualTo(Map.of("{host=\"a\"}", 2.0));
        assertThat(answer("sum(sum_over_time(cpu_v[2h]))")).isEqualTo(Map.of("{}", 5.0));
        assertThat(answer("sum(sum_over_time(cpu_w[2h]))")).isEqualTo(Map.of("{}", 5.0));
        assertThat(only(ArchiveSeries.of(archive), "cpu_v").values()).containsExactly(3, 2);
        WrittenArchive.compact(archive);
        assertThat(answer("sum(sum_over_time(cpu_v[2h]))")).isEqualTo(Map.of("{}", 5.0));
        assertThat(only(ArchiveSeries.of(archive), "cpu_v").values()).containsExactly(3, 2);
    }

    @Test
    void aFieldWhoseTypeChangedIsOneSeries() throws IOException {
        write("cpu v=1.5@1", "cpu v=2i@2", "cpu v=18446744073709551615u@3", "cpu v=true@4", "cpu v=\"text\"@5");
        ArchiveSeries source = ArchiveSeries.of(archive);
        assertThat(only(source, "cpu_v").values()).containsExactly(1.5, 2, 1.8446744073709552e19, 1);
        assertThat(answer("count_over_time(cpu_v[2h])")).isEqualTo(Map.of("{}", 4.0));
        assertThat(answer("sum(max_over_time(cpu_v[2h]))")).isEqualTo(Map.of("{}", 1.8446744073709552e19));
        List<String> values = new ArrayList<>();
        source.read(List.of(equal(Matcher.METRIC_NAME, "cpu_v")), TIME, TIME + HOUR, PLENTY.time(), new ValueSink() {
            @Override
            public void row(String measurement, Map<String, String> tags, long nanos) {
                assertThat(measurement).isEqualTo("cpu");
            }

            @Override
            public void value(String field, ValueType type, String text) {
                values.add(type + " " + text);
            }
        });
        assertThat(values)
                .containsExactly("float 1.5", "integer 2", "integer 18446744073709551615", "boolean true", "text text");
    }

    /** A statement reads the files of a part of the time, which lack tags and fields that others have. */
    @Test
    void filesOfOtherHoursHaveOtherColumns() throws IOException {
        write("cpu,host=a v=1@0", "cpu,host=a,rack=r w=2@7200", "cpu,host=b n=4i@14400");
        ArchiveSeries source = ArchiveSeries.of(archive);
        Result.Matrix matrix = new Evaluator(source, Limits.DEFAULT)
                .range(
                        Promql.parse("sum by (rack) (sum_over_time({__name__=~\"cpu_.\"}[1h]))"),
                        TIME,
                        TIME + 5 * HOUR,
                        HOUR);
        Map<String, List<Double>> values = new TreeMap<>();
        for (Series each : matrix.series()) {
            values.put(
                    each.labels().toString(),
                    IntStream.range(0, each.values().length)
                            .mapToObj(i -> each.values()[i])
                            .toList());
        }
        assertThat(values).isEqualTo(Map.of("{}", List.of(1.0, 1.0, 4.0, 4.0), "{rack=\"r\"}", List.of(2.0, 2.0)));
    }

    /** Lines of many hours share a file, whose directory has no hour. */
    @Test
    void scatteredLinesAreFound() throws IOException {
        String[] lines = IntStream.range(0, 100)
                .mapToObj(hour -> "cpu v=" + hour + "@" + -hour * HOUR / 1_000)
                .toArray(String[]::new);
        write(lines);
        try (Stream<Path> files = Files.walk(archive)) {
            assertThat(files).anyMatch(file -> file.endsWith("day=0001-01-01"));
        }
        assertThat(answer("sum_over_time(cpu_v[200h])")).isEqualTo(Map.of("{}", 99.0 * 50));
        assertThat(answer("sum_over_time(cpu_v[1h] offset 90h)")).isEqualTo(Map.of("{}", 90.0 + 89.0));
    }

    /** The name of a directory is limited. */
    @Test
    void aLongMeasurementIsFound() throws IOException {
        String name = "m".repeat(300);
        write(name + " v=1@0", name + "x v=2@0");
        assertThat(answer("sum_over_time(" + name + "_v[2h])")).isEqualTo(Map.of("{}", 1.0));
        assertThat(answer("sum_over_time(" + name + "x_v[2h])")).isEqualTo(Map.of("{}", 2.0));
    }

    /** Between the list of files and their reading, or between two statements of a query. */
    @Test
    void aCompactionMeanwhileChangesNothing() throws IOException {
        for (int i = 0; i < 10; i++) {
            write("cpu,host=a v=" + i + "@" + i);
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
            assertThat(answer(source, "sum_over_time(cpu_v[2h])")).as(when).isEqualTo(Map.of("{host=\"a\"}", 45.0));
            assertThat(only(source, "cpu_v").values()).as(when).hasSize(10);
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
        assertThatThrownBy(() -> answer("up"))
                .isInstanceOfSatisfying(
                        EvaluationException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNAVAILABLE))
                .hasMessage(archive + " is no archive: a writer with the store archive:" + archive + " makes it one");
        Files.createDirectories(archive);
        assertThatThrownBy(() -> answer("up")).hasMessageContaining("is no archive");
    }

    @Test
    void aDamagedFileIsNamed() throws IOException {
        write("cpu v=1@0");
        write("net v=1@0");
        Path file;
        try (Stream<Path> files = Files.walk(archive.resolve("measurement=cpu"))) {
            file = files.filter(each -> each.toString().endsWith(".parquet"))
                    .findFirst()
                    .orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);
        assertThatThrownBy(() -> answer("sum_over_time(cpu_v[2h])"))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining(file.getFileName().toString())
                .hasMessageEndingWith("weir archive verify names damaged files");
        assertThat(answer("sum_over_time(net_v[2h])")).isEqualTo(Map.of("{}", 1.0));
    }

    @Test
    void readingEndsAtTheDeadlineOrByAnInterrupt() throws Exception {
        write("cpu v=1@0");
        DuckDb duckDb = new DuckDb(archive);
        String endless = "SELECT count(*) FROM range(1000000000000) WHERE range % 7 = 3";
        assertThatThrownBy(() -> duckDb.run(endless, Duration.ofMillis(200), row -> {}))
                .isInstanceOfSatisfying(
                        EvaluationException.class, e -> assertThat(e.reason()).isEqualTo(Reason.TIMEOUT));
        String rows = "SELECT range FROM range(1000000000000)";
        assertThatThrownBy(() -> duckDb.run(rows, Duration.ofMillis(200), row -> row.skipChildren()))
                .isInstanceOfSatisfying(
                        EvaluationException.class, e -> assertThat(e.reason()).isEqualTo(Reason.TIMEOUT));
        Thread thread = Thread.currentThread();
        for (String statement : List.of(endless, rows)) {
            Thread stop = new Thread(thread::interrupt);
            stop.start();
            assertThatThrownBy(() -> duckDb.run(statement, Duration.ofMinutes(5), row -> row.skipChildren()))
                    .isInstanceOfSatisfying(EvaluationException.class, e -> assertThat(e.reason())
                            .isEqualTo(Reason.CANCELLED));
            assertThat(Thread.interrupted()).isTrue();
            stop.join();
        }
    }

    @Test
    void memoryIsBounded() throws Exception {
        write("cpu v=1@0");
        DuckDb duckDb = new DuckDb(archive, 100);
        assertThatThrownBy(() -> duckDb.run("SELECT list(range) FROM range(100000000)", PLENTY.time(), row -> {}))
                .isInstanceOfSatisfying(
                        EvaluationException.class, e -> assertThat(e.reason()).isEqualTo(Reason.EXECUTION))
                .hasMessage(
                        "the queries of the archive " + archive + " need more than the 100 MiB that they have together;"
                                + " select fewer series or a shorter range");
        List<String> rows = new ArrayList<>();
        duckDb.run("SELECT 'next'", PLENTY.time(), row -> rows.add(StoreJson.nextText(row)));
        assertThat(rows).containsExactly("next");
    }

    /** A statement is made of data that others send. */
    @Test
    void otherFilesAreNotRead() throws IOException {
        write("cpu v=1@0");
        Path other = Files.writeString(directory.resolve("secret"), "secret");
        DuckDb duckDb = new DuckDb(archive);
        for (String statement : List.of(
                "SELECT * FROM read_text('" + other + "')",
                "SELECT * FROM read_text('" + archive + "/../secret')",
                "COPY (SELECT 1) TO '" + other + "'",
                "INSTALL httpfs",
                "SET enable_external_access = true")) {
            assertThatThrownBy(() -> duckDb.run(statement, PLENTY.time(), row -> {}))
                    .as(statement)
                    .isInstanceOf(EvaluationException.class);
        }
        assertThat(Files.readString(other)).isEqualTo("secret");
    }

    /** DuckDB has columns of these names, which tell the order of lines. */
    @Test
    void aTagMayHaveTheNameOfAColumnOfDuckDb() throws IOException {
        write("cpu,host=a v=1@10", "cpu,file_index=7,file_row_number=8,filename=x v=4@10");
        write("cpu,host=a v=2@10");
        assertThat(answer("sum_over_time(cpu_v[2h])"))
                .isEqualTo(
                        Map.of("{host=\"a\"}", 2.0, "{file_index=\"7\", file_row_number=\"8\", filename=\"x\"}", 4.0));
    }

    /** Its columns may have other names. */
    @Test
    void aFileOfAnotherLayoutIsAnError() throws Exception {
        write("cpu v=1@0");
        Path file = files("cpu").get(0);
        Files.delete(file);
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (SELECT make_timestamp_ns(1700000000000000000) AS time, 1.0::DOUBLE AS v) TO '"
                    + file + "' (FORMAT parquet, KV_METADATA {'weir.layout': '1'})");
        }
        assertThatThrownBy(() -> answer("sum_over_time(cpu_v[2h])"))
                .isInstanceOf(EvaluationException.class)
                .hasMessageStartingWith("queries read files of the layout 2, and that of " + file + " is 1: export");
    }

    private List<Path> files(String measurement) throws IOException {
        try (Stream<Path> files = Files.walk(archive.resolve("measurement=" + measurement))) {
            return files.filter(each -> each.toString().endsWith(".parquet")).toList();
        }
    }

    /** The measurement of a cut name is in its files, but a selector may name it. */
    @Test
    void aDamagedFileOfALongNameHarmsNoNeighbour() throws IOException {
        write("m".repeat(300) + " v=1@0");
        write("net v=1@0");
        try (Stream<Path> all = Files.walk(archive)) {
            for (Path each : all.filter(file -> file.toString().contains("=mmm") && Files.isRegularFile(file))
                    .toList()) {
                Files.write(each, new byte[100]);
            }
        }
        assertThat(answer("sum_over_time(net_v[2h])")).isEqualTo(Map.of("{}", 1.0));
        assertThat(answer("sum_over_time({__measurement__=\"net\"}[2h])")).isEqualTo(Map.of("{}", 1.0));
    }

    /** DuckDB has the metadata of the files of a statement in memory. */
    @Test
    void aStatementReadsFewFiles() throws IOException {
        for (int hour = 0; hour < 6; hour++) {
            write("cpu v=1@" + hour * HOUR / 1_000);
        }
        List<Integer> files = new ArrayList<>();
        ArchiveSeries source = new ArchiveSeries(
                new DuckDb(archive) {
                    @Override
                    void run(String statement, Duration within, RowReader reader) throws FileGoneException {
                        files.add(statement.split("[.]parquet'", -1).length - 1);
                        super.run(statement, within, reader);
                    }
                },
                new PartLimits(2, 1_000, 5));
        long end = TIME + 6 * HOUR;
        Result.Vector vector = (Result.Vector)
                new Evaluator(source, Limits.DEFAULT).instant(Promql.parse("sum(sum_over_time(cpu_v[8h]))"), end);
        assertThat(vector.samples()).extracting(Sample::value).containsExactly(6.0);
        assertThat(only(source, "cpu_v").values()).hasSize(6);
        assertThat(files).hasSizeGreaterThan(12).allMatch(count -> count <= 2);
    }

    @Test
    void theDirectoryMayBeALink() throws IOException {
        write("cpu v=1@0");
        Path link = Files.createSymbolicLink(directory.resolve("link"), archive);
        Path inside = Files.createDirectories(directory.resolve("far/away"));
        Path other = Files.createSymbolicLink(directory.resolve("other"), inside);
        for (Path each : List.of(link, other.resolve("../../archive"), link.resolve("."))) {
            assertThat(answer(ArchiveSeries.of(each), "sum_over_time(cpu_v[2h])"))
                    .as("%s", each)
                    .isEqualTo(Map.of("{}", 1.0));
        }
    }

    /** A rule that drops a tag makes series of several partitions one. */
    @Test
    void aSeriesMayBeInSeveralPartitions() throws IOException {
        byte[] line = ("cpu,host=a v=2 " + TIME * NanoTimes.PER_MILLI).getBytes(UTF_8);
        WrittenArchive.append(archive, 0, 0, List.of(line));
        WrittenArchive.append(archive, 1, 0, List.of(line));
        WrittenArchive.compact(archive);
        assertThat(answer("sum(sum_over_time(cpu_v[2h]))")).isEqualTo(Map.of("{}", 2.0));
    }

    @Test
    void tooManyFilesAreRefused() throws IOException {
        for (int i = 0; i < 7; i++) {
            write("cpu v=1@" + i);
        }
        ArchiveSeries source = new ArchiveSeries(new DuckDb(archive), new PartLimits(2, 1_000, 5));
        assertThatThrownBy(() -> answer(source, "sum_over_time(cpu_v[2h])"))
                .isInstanceOf(EvaluationException.class)
                .hasMessage(
                        "the query reads 7 files at once, and at most 5 are allowed: run weir archive compact, or choose"
                                + " a shorter range");
    }

    /** A client that reads slowly holds its statement. */
    @Test
    void rawValuesDelayNoQuery() throws Exception {
        write("cpu v=1@0");
        DuckDb duckDb = new DuckDb(archive);
        for (int i = 0; i < 2; i++) {
            Thread client = new Thread(() -> assertThatThrownBy(() -> duckDb.stream(
                            "SELECT range FROM range(1000000000000)", PLENTY.time(), row -> row.skipChildren()))
                    .isInstanceOf(EvaluationException.class));
            client.setDaemon(true);
            client.start();
        }
        assertThat(answer(new ArchiveSeries(duckDb), "sum_over_time(cpu_v[2h])"))
                .isEqualTo(Map.of("{}", 1.0));
        assertThatThrownBy(() -> duckDb.stream("SELECT 1", Duration.ofMillis(100), row -> row.skipChildren()))
                .isInstanceOfSatisfying(
                        EvaluationException.class, e -> assertThat(e.reason()).isEqualTo(Reason.TIMEOUT));
    }

    /** The files of another program beside those of the archive. */
    @Test
    void filesOfOthersAreLeftOut() throws IOException {
        write("cpu v=1@0");
        Files.writeString(archive.resolve("measurement=cpu.tar"), "x");
        Files.writeString(archive.resolve("measurement=cpu/day=x"), "x");
        Files.writeString(archive.resolve("measurement=cpu/day=2023-11-15"), "x");
        assertThat(answer("sum_over_time({__measurement__=~\"cpu.*\"}[2h])")).isEqualTo(Map.of("{}", 1.0));
    }

    /** Its files have the names of the old one. */
    @Test
    void aReplacedArchiveIsReadAnew() throws IOException {
        write("cpu v=1@0");
        ArchiveSeries source = ArchiveSeries.of(archive);
        assertThat(answer(source, "sum_over_time(cpu_v[2h])")).isEqualTo(Map.of("{}", 1.0));
        try (Stream<Path> all = Files.walk(archive)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
        next = 0;
        write("cpu w=22@0");
        assertThat(answer(source, "sum_over_time(cpu_w[2h])")).isEqualTo(Map.of("{}", 22.0));
    }
}
