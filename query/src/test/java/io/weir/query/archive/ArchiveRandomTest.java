package io.weir.query.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.series.Allowance;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.RangeQuery;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.Ranges;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesRanges;
import io.weir.query.store.NanoTimes;
import io.weir.writer.testing.WrittenArchive;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random lines at the edges of hours, before and after 1970, repeated and with types that change, in files of hours and of
 * scattered lines, some of them compacted: small statements answer as a map.
 */
class ArchiveRandomTest {
    private static final long SEED = Long.getLong("weir.test.seed", System.nanoTime());
    private static final int ROUNDS = Boolean.getBoolean("weir.test.long") ? 4 : 2;
    private static final long HOUR = 3_600_000;
    private static final Allowance PLENTY = new Allowance(100_000, 100_000, Duration.ofMinutes(1));
    private static final List<Matcher> MATCHERS = List.of(new Matcher(Matcher.METRIC_NAME, Comparison.EQUALS, "cpu_V"));

    @TempDir
    private Path directory = Path.of("");

    @Test
    void answersAsAMap() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            check(SEED + round, round % 2 == 0, directory.resolve("archive" + round));
        }
    }

    private void check(long seed, boolean isEarly, Path archive) throws IOException {
        Random random = new Random(seed);
        // The begin of an hour.
        long base = (isEarly ? -7 : 472_224) * HOUR;
        NavigableMap<Long, Double> expected = new TreeMap<>();
        long next = 0;
        for (int part = 0; part < 6; part++) {
            List<byte[]> lines = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                // More hours than have files of their own, if it is a part with scattered lines.
                long hour = part % 3 == 0 ? i - 30 : random.nextInt(5) - 2;
                long nanos = (base + hour * HOUR) * NanoTimes.PER_MILLI
                        + (random.nextInt(5) - 2) * (random.nextBoolean() ? 1 : NanoTimes.PER_MILLI);
                int value = random.nextInt(1_000);
                lines.add(("cpu,Host=a V=" + text(value, random) + " " + nanos).getBytes(UTF_8));
                expected.put(nanos, (double) value);
            }
            WrittenArchive.append(archive, 1, next, lines);
            next += lines.size();
            // No line is in a file of scattered lines and then in one of its hour: the order would be unknown.
            if (random.nextInt(3) == 0) {
                WrittenArchive.compact(archive);
            }
        }
        ArchiveSeries source = ArchiveInParts.open(archive, 1 + random.nextInt(4), 1 + random.nextInt(80));
        for (int i = 0; i < 12; i++) {
            long from = base + (random.nextInt(9) - 4) * HOUR + random.nextInt(5) - 2;
            long to = from + random.nextInt(40) * HOUR + random.nextInt(3);
            compare(source, from, to, expected, "seed " + seed + " from " + from + " to " + to);
        }
    }

    private static String text(int value, Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> value + "i";
            case 1 -> value + "u";
            default -> value + ".0";
        };
    }

    private static void compare(
            ArchiveSeries source, long from, long to, NavigableMap<Long, Double> written, String as) {
        List<Double> values = new ArrayList<>(written.subMap(from * NanoTimes.PER_MILLI, (to + 1) * NanoTimes.PER_MILLI)
                .values());
        double sum = values.stream().mapToDouble(value -> value).sum();
        assertThat(statistic(source, RangeStatistic.SUM, from, to)).as(as).isEqualTo(sum);
        assertThat(statistic(source, RangeStatistic.COUNT, from, to)).as(as).isEqualTo(values.size());
        NavigableMap<Long, Double> ofMillis = new TreeMap<>();
        written.subMap(from * NanoTimes.PER_MILLI, (to + 1) * NanoTimes.PER_MILLI)
                .forEach((nanos, value) -> ofMillis.put(Math.floorDiv(nanos, NanoTimes.PER_MILLI), value));
        List<Series> selected = source.select(MATCHERS, from, to, PLENTY);
        assertThat(selected).as(as).hasSize(values.isEmpty() ? 0 : 1);
        for (Series each : selected) {
            assertThat(each.stamps()).as(as).containsExactly(ofMillis.keySet().toArray(Long[]::new));
            assertThat(each.values()).as(as).containsExactly(ofMillis.values().toArray(Double[]::new));
        }
    }

    /** 0 without a series. */
    private static double statistic(ArchiveSeries source, RangeStatistic statistic, long from, long to) {
        List<SeriesRanges> found = source.selectRanges(
                        new RangeQuery(MATCHERS, new Ranges(to, 1, 1, to - from), statistic), PLENTY)
                .orElseThrow();
        return found.isEmpty() ? 0 : found.get(0).of(0);
    }
}
