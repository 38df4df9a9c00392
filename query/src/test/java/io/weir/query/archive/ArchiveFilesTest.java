package io.weir.query.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.archive.FileName;
import io.weir.contract.archive.FileName.Range;
import io.weir.contract.archive.FileName.Source;
import io.weir.contract.archive.Place;
import io.weir.query.naming.Selection;
import io.weir.query.store.NanoTimes;
import io.weir.query.store.TableQuery;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random files, also before 1970, scattered ones, and large ones: the parts of a query have all of its times once. */
class ArchiveFilesTest {
    private static final long SEED = Long.getLong("weir.test.seed", System.nanoTime());
    private static final long HOUR = 3_600_000;
    private static final PartLimits LIMITS = new PartLimits(5, 1_000, 100);

    private static TableQuery query(long from, long to) {
        return new TableQuery(new Selection(List.of()), from, to, Duration.ofMinutes(1));
    }

    private static ArchiveFile file(long hour, long number, long rows, long firstMillis, long lastMillis) {
        FileName name = new FileName(new Source("topic", 0), new Range(number, number + 1), false);
        return new ArchiveFile(
                hour,
                Path.of(name.toString()),
                name,
                List.of(),
                rows,
                firstMillis * NanoTimes.PER_MILLI,
                lastMillis * NanoTimes.PER_MILLI);
    }

    private static ArchiveFiles random(Random random, int scattered) {
        List<ArchiveFile> files = new ArrayList<>();
        for (int i = random.nextInt(60); i > 0; i--) {
            long hour = random.nextInt(40) - 20L;
            long first = hour * HOUR + random.nextInt((int) HOUR);
            files.add(file(
                    hour,
                    files.size(),
                    random.nextInt(1_500),
                    first,
                    first + random.nextLong((hour + 1) * HOUR - first)));
        }
        for (int i = 0; i < scattered; i++) {
            long first = (random.nextInt(60) - 30) * HOUR;
            files.add(file(
                    Place.SCATTERED, files.size(), random.nextInt(3_000), first, first + random.nextInt(20) * HOUR));
        }
        return new ArchiveFiles(Path.of("measurement=cpu"), -100 * HOUR, 100 * HOUR, files, LIMITS);
    }

    @Test
    void partsHaveAllTimesOnce() {
        Random random = new Random(SEED);
        for (int round = 0; round < 500; round++) {
            ArchiveFiles files = random(random, random.nextInt(3));
            long from = (random.nextInt(60) - 30) * HOUR + random.nextInt(1_000);
            TableQuery query = query(from, from + random.nextInt(50) * HOUR + random.nextInt(1_000));
            List<TableQuery> parts = files.parts(query, time -> time);
            String as = "seed " + SEED + " round " + round;
            long before = query.from() - 1;
            for (TableQuery part : parts) {
                assertThat(part.from()).as(as).isGreaterThan(before).isLessThanOrEqualTo(part.to());
                assertThat(part.to()).as(as).isLessThanOrEqualTo(query.to());
                before = part.to();
            }
            for (ArchiveFile file : files.part(query).files()) {
                for (long nanos : List.of(file.first(), file.last())) {
                    long time = nanos / NanoTimes.PER_MILLI;
                    long holders = parts.stream()
                            .filter(part -> part.from() <= time && time <= part.to())
                            .count();
                    assertThat(holders)
                            .as("%s, time %d", as, time)
                            .isEqualTo(time >= query.from() && time <= query.to() ? 1 : 0);
                }
            }
        }
    }

    @Test
    void partsAreSmall() {
        Random random = new Random(SEED);
        for (int round = 0; round < 500; round++) {
            ArchiveFiles files = random(random, 0);
            for (TableQuery part : files.parts(query(-30 * HOUR, 30 * HOUR), time -> time)) {
                List<ArchiveFile> read = files.part(part).files();
                long hours = read.stream().map(ArchiveFile::hour).distinct().count();
                double rows = read.stream()
                        .mapToDouble(file -> file.rows() * hoursOf(file.hour(), part))
                        .sum();
                assertThat(hours == 1 || read.size() <= LIMITS.files())
                        .as("seed %d round %d: %d files", SEED, round, read.size())
                        .isTrue();
                assertThat(rows).as("seed %d round %d", SEED, round).isLessThan(LIMITS.rows() + 1.0);
            }
        }
    }

    /** The part of an hour that a query has. */
    private static double hoursOf(long hour, TableQuery part) {
        long from = Math.max(part.from(), hour * HOUR);
        long to = Math.min(part.to() + 1, (hour + 1) * HOUR);
        return (double) (to - from) / HOUR;
    }

    /** Their rows may be at any time. */
    @Test
    void scatteredRowsAreDivided() {
        ArchiveFiles files = new ArchiveFiles(
                Path.of("measurement=cpu"),
                0,
                100 * HOUR,
                List.of(file(Place.SCATTERED, 0, 9_500, 0, 100 * HOUR)),
                LIMITS);
        assertThat(files.parts(query(0, 100 * HOUR), time -> time)).hasSize(10);
        assertThat(files.parts(query(200 * HOUR, 300 * HOUR), time -> time)).isEmpty();
    }

    /** A range of groups is in one part. */
    @Test
    void partsBeginWhereTheyMay() {
        List<ArchiveFile> all = new ArrayList<>();
        for (int hour = 0; hour < 24; hour++) {
            all.add(file(hour, hour, 600, hour * HOUR, hour * HOUR + 1));
        }
        ArchiveFiles files = new ArchiveFiles(Path.of("measurement=cpu"), 0, 24 * HOUR, all, LIMITS);
        assertThat(files.parts(query(0, 24 * HOUR), time -> time)).hasSize(24);
        assertThat(files.parts(query(0, 24 * HOUR - 1), time -> time - time % (6 * HOUR)))
                .extracting(TableQuery::from)
                .containsExactly(0L, 6 * HOUR, 12 * HOUR, 18 * HOUR);
    }
}
