package io.weir.query.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.eval.Evaluator;
import io.weir.query.eval.Limits;
import io.weir.query.eval.Result;
import io.weir.query.promql.Promql;
import io.weir.query.series.Allowance;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.Sample;
import io.weir.query.series.Series;
import io.weir.query.store.NanoTimes;
import io.weir.writer.testing.WrittenArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** An archive that a test writes line by line, and queries of it. */
final class ArchivedLines {
    /** In milliseconds. */
    static final long TIME = 1_700_000_000_000L;

    static final long HOUR = 3_600_000;
    static final Allowance PLENTY = new Allowance(100_000, 100_000, Duration.ofMinutes(1));

    private static final int PARTITION = 1;

    private final Path archive;
    private long next;

    ArchivedLines(Path archive) {
        this.archive = archive;
    }

    Path archive() {
        return archive;
    }

    /** Writes lines such as {@code cpu v=1@60}, 60 seconds behind {@link #TIME}, into one file for each hour. */
    void write(String... lines) throws IOException {
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

    /** The data files of a measurement. */
    List<Path> files(String measurement) throws IOException {
        try (Stream<Path> files = Files.walk(archive.resolve("measurement=" + measurement))) {
            return files.filter(each -> each.toString().endsWith(".parquet")).toList();
        }
    }

    Map<String, Double> answer(String query) {
        return answer(ArchiveSeries.of(archive), query);
    }

    /** The answer an hour after {@link #TIME}. */
    static Map<String, Double> answer(ArchiveSeries source, String query) {
        Result.Vector vector =
                (Result.Vector) new Evaluator(source, Limits.DEFAULT).instant(Promql.parse(query), TIME + HOUR);
        Map<String, Double> values = new TreeMap<>();
        for (Sample each : vector.samples()) {
            values.put(each.labels().toString(), each.value());
        }
        return values;
    }

    static List<Matcher> metric(String name) {
        return List.of(new Matcher(Matcher.METRIC_NAME, Comparison.EQUALS, name));
    }

    /** The only series of a metric. */
    static Series only(ArchiveSeries source, String metric) {
        List<Series> found = source.select(metric(metric), TIME - 24 * HOUR, TIME + 24 * HOUR, PLENTY);
        assertThat(found).hasSize(1);
        return found.get(0);
    }
}
