package io.weir.query.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.query.eval.Evaluator;
import io.weir.query.eval.Limits;
import io.weir.query.eval.Result;
import io.weir.query.promql.Promql;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Sample;
import io.weir.query.series.Series;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import io.weir.query.store.NanoTimes;
import io.weir.query.store.RowReader;
import io.weir.writer.testing.WrittenArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The peculiarities of archives: several files, repeated lines, and fields of several types. */
class ArchiveSeriesTest {
    private final Path directory;
    private final Path archive;
    private final ArchivedLines lines;

    ArchiveSeriesTest(@TempDir Path directory) {
        this.directory = directory;
        archive = directory.resolve("archive");
        lines = new ArchivedLines(archive);
    }

    /** Clients send lines again, such as after a time-out. The later line may be in another file, and may have less. */
    @Test
    void aRepeatedLineCountsOnce() throws IOException {
        lines.write("cpu,host=a v=1,w=5@10", "cpu,host=a v=2@20");
        lines.write("cpu,host=a v=3@10");
        lines.write("cpu,host=a v=3@10");
        assertThat(lines.answer("count_over_time(cpu_v[2h])")).isEqualTo(Map.of("{host=\"a\"}", 2.0));
        assertThat(lines.answer("sum(sum_over_time(cpu_v[2h]))")).isEqualTo(Map.of("{}", 5.0));
        assertThat(lines.answer("sum(sum_over_time(cpu_w[2h]))")).isEqualTo(Map.of("{}", 5.0));
        assertThat(ArchivedLines.only(ArchiveSeries.of(archive), "cpu_v").values())
                .containsExactly(3, 2);
        WrittenArchive.compact(archive);
        assertThat(lines.answer("sum(sum_over_time(cpu_v[2h]))")).isEqualTo(Map.of("{}", 5.0));
        assertThat(ArchivedLines.only(ArchiveSeries.of(archive), "cpu_v").values())
                .containsExactly(3, 2);
    }

    /** A rule that drops a tag makes series of several partitions one. */
    @Test
    void aSeriesMayBeInSeveralPartitions() throws IOException {
        byte[] line = ("cpu,host=a v=2 " + ArchivedLines.TIME * NanoTimes.PER_MILLI).getBytes(UTF_8);
        WrittenArchive.append(archive, 0, 0, List.of(line));
        WrittenArchive.append(archive, 1, 0, List.of(line));
        WrittenArchive.compact(archive);
        assertThat(lines.answer("sum(sum_over_time(cpu_v[2h]))")).isEqualTo(Map.of("{}", 2.0));
    }

    @Test
    void aFieldWhoseTypeChangedIsOneSeries() throws IOException {
        lines.write("cpu v=1.5@1", "cpu v=2i@2", "cpu v=18446744073709551615u@3", "cpu v=true@4", "cpu v=\"text\"@5");
        ArchiveSeries source = ArchiveSeries.of(archive);
        assertThat(ArchivedLines.only(source, "cpu_v").values()).containsExactly(1.5, 2, 1.8446744073709552e19, 1);
        assertThat(lines.answer("count_over_time(cpu_v[2h])")).isEqualTo(Map.of("{}", 4.0));
        assertThat(lines.answer("sum(max_over_time(cpu_v[2h]))")).isEqualTo(Map.of("{}", 1.8446744073709552e19));
        List<String> values = new ArrayList<>();
        source.read(
                ArchivedLines.metric("cpu_v"),
                ArchivedLines.TIME,
                ArchivedLines.TIME + ArchivedLines.HOUR,
                ArchivedLines.PLENTY.time(),
                new ValueSink() {
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
        lines.write("cpu,host=a v=1@0", "cpu,host=a,rack=r w=2@7200", "cpu,host=b n=4i@14400");
        ArchiveSeries source = ArchiveSeries.of(archive);
        Result.Matrix matrix = new Evaluator(source, Limits.DEFAULT)
                .range(
                        Promql.parse("sum by (rack) (sum_over_time({__name__=~\"cpu_.\"}[1h]))"),
                        ArchivedLines.TIME,
                        ArchivedLines.TIME + 5 * ArchivedLines.HOUR,
                        ArchivedLines.HOUR);
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
        String[] hourly = IntStream.range(0, 100)
                .mapToObj(hour -> "cpu v=" + hour + "@" + -hour * ArchivedLines.HOUR / 1_000)
                .toArray(String[]::new);
        lines.write(hourly);
        try (Stream<Path> files = Files.walk(archive)) {
            assertThat(files).anyMatch(file -> file.endsWith("day=0001-01-01"));
        }
        assertThat(lines.answer("sum_over_time(cpu_v[200h])")).isEqualTo(Map.of("{}", 99.0 * 50));
        assertThat(lines.answer("sum_over_time(cpu_v[1h] offset 90h)")).isEqualTo(Map.of("{}", 90.0 + 89.0));
    }

    /** The name of a directory is limited. */
    @Test
    void aLongMeasurementIsFound() throws IOException {
        String name = "m".repeat(300);
        lines.write(name + " v=1@0", name + "x v=2@0");
        assertThat(lines.answer("sum_over_time(" + name + "_v[2h])")).isEqualTo(Map.of("{}", 1.0));
        assertThat(lines.answer("sum_over_time(" + name + "x_v[2h])")).isEqualTo(Map.of("{}", 2.0));
    }

    /** DuckDB has columns of these names, by which queries order lines. */
    @Test
    void aTagMayHaveTheNameOfAColumnOfDuckDb() throws IOException {
        lines.write("cpu,host=a v=1@10", "cpu,file_index=7,file_row_number=8,filename=x v=4@10");
        lines.write("cpu,host=a v=2@10");
        assertThat(lines.answer("sum_over_time(cpu_v[2h])"))
                .isEqualTo(
                        Map.of("{host=\"a\"}", 2.0, "{file_index=\"7\", file_row_number=\"8\", filename=\"x\"}", 4.0));
    }

    /** DuckDB has the metadata of the files of a statement in memory. */
    @Test
    void aStatementReadsFewFiles() throws IOException {
        for (int hour = 0; hour < 6; hour++) {
            lines.write("cpu v=1@" + hour * ArchivedLines.HOUR / 1_000);
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
        long end = ArchivedLines.TIME + 6 * ArchivedLines.HOUR;
        Result.Vector vector = (Result.Vector)
                new Evaluator(source, Limits.DEFAULT).instant(Promql.parse("sum(sum_over_time(cpu_v[8h]))"), end);
        assertThat(vector.samples()).extracting(Sample::value).containsExactly(6.0);
        assertThat(ArchivedLines.only(source, "cpu_v").values()).hasSize(6);
        assertThat(files).hasSizeGreaterThan(12).allMatch(count -> count <= 2);
    }

    @Test
    void tooManyFilesAreRefused() throws IOException {
        for (int i = 0; i < 7; i++) {
            lines.write("cpu v=1@" + i);
        }
        ArchiveSeries source = new ArchiveSeries(new DuckDb(archive), new PartLimits(2, 1_000, 5));
        assertThatThrownBy(() -> ArchivedLines.answer(source, "sum_over_time(cpu_v[2h])"))
                .isInstanceOf(EvaluationException.class)
                .hasMessage(
                        "the query reads 7 files at once, and at most 5 are allowed: run weir archive compact, or choose"
                                + " a shorter range");
    }

    @Test
    void theDirectoryMayBeALink() throws IOException {
        lines.write("cpu v=1@0");
        Path link = Files.createSymbolicLink(directory.resolve("link"), archive);
        Path inside = Files.createDirectories(directory.resolve("far/away"));
        Path other = Files.createSymbolicLink(directory.resolve("other"), inside);
        for (Path each : List.of(link, other.resolve("../../archive"), link.resolve("."))) {
            assertThat(ArchivedLines.answer(ArchiveSeries.of(each), "sum_over_time(cpu_v[2h])"))
                    .as("%s", each)
                    .isEqualTo(Map.of("{}", 1.0));
        }
    }
}
