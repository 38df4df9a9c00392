package io.weir.writer.tier;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.storage.StorageTier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class LateLinesTest {
    private static final long NOW = 1_800_000_000_000L;

    private final LateLines late = new LateLines(List.of(tier("s10", 10), tier("m1", 60)));

    @Test
    void isLateHalfAWindowAfterItsWindowsEnd() {
        assertThat(of("m v=1 " + nanos(NOW - 5_001))).isEmpty();
        assertThat(of("m v=1 " + nanos(NOW - 1), "m v=1 " + nanos(NOW + 3_600_000)))
                .isEmpty();
        assertThat(late.of(bytes("m v=1 " + nanos(NOW - 1)), bytes("m v=1 " + nanos(NOW - 1)).length, NOW + 4_999))
                .isEmpty();
        assertThat(late.of(bytes("m v=1 " + nanos(NOW - 1)), bytes("m v=1 " + nanos(NOW - 1)).length, NOW + 5_000))
                .containsExactly(new Mark("s10", Optional.of("m"), NOW - 10_000, NOW));
    }

    @Test
    void namesMeasurementsAndWindowsOnce() {
        assertThat(of(
                        "a\\,\\ b,t=x\\,y v=1 " + nanos(NOW - 61_000),
                        "a\\,\\ b,t=z v=1 " + nanos(NOW - 65_000),
                        "",
                        "text s=\"a\nb 1\nc,d e=1 17\",n=1 " + nanos(NOW - 30_000),
                        "a\\,\\ b v=1 " + nanos(NOW - 42_000)))
                .containsExactlyInAnyOrder(
                        new Mark("s10", Optional.of("a, b"), NOW - 70_000, NOW - 60_000),
                        new Mark("s10", Optional.of("a, b"), NOW - 50_000, NOW - 40_000),
                        new Mark("m1", Optional.of("a, b"), NOW - 120_000, NOW - 60_000),
                        new Mark("s10", Optional.of("text"), NOW - 30_000, NOW - 20_000));
        assertThat(of("m v=1 " + nanos(NOW)))
                .as("nothing is left of the previous batch")
                .isEmpty();
    }

    @Test
    void marksAreReadAsTheyWereWritten() {
        List<Mark> marks =
                List.of(new Mark("s10", Optional.of("a b\t,c"), -10, 20), new Mark("m1", Optional.empty(), 0, 60_000));

        assertThat(Mark.records(marks)).hasSize(1).allSatisfy(record -> assertThat(Mark.read(record))
                .isEqualTo(marks));
        assertThat(Mark.read("garbage\ns10 x y\ns10 2 1\n\ns10 1 2 m".getBytes(UTF_8)))
                .containsExactly(new Mark("s10", Optional.of("m"), 1, 2));
    }

    /** Compares random windows with a set of all of them. */
    @Test
    void windowsAreOneRangeWhereTheyTouchAndNeverTooMany() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 200; round++) {
            Windows windows = new Windows();
            TreeSet<Long> all = new TreeSet<>();
            int most = round < 190 ? 60 : 10_000;
            for (int i = 0; i < most / 2; i++) {
                long from = random.nextInt(most);
                long to = from + random.nextInt(1, 4);
                windows.add(from, to);
                for (long at = from; at < to; at++) {
                    all.add(at);
                }
            }
            List<Long> covered = new ArrayList<>();
            long end = Long.MIN_VALUE;
            for (TimeRange range : windows.ranges()) {
                assertThat(range.fromMillis()).as("seed %d", seed).isGreaterThan(end);
                end = range.toMillis();
                for (long at = range.fromMillis(); at < range.toMillis(); at++) {
                    covered.add(at);
                }
            }
            assertThat(windows.ranges()).hasSizeLessThanOrEqualTo(1_000);
            if (round < 190) {
                assertThat(covered).as("seed %d", seed).containsExactlyElementsOf(all);
            } else {
                assertThat(covered).as("seed %d", seed).containsAll(all);
            }
        }
    }

    private List<Mark> of(String... lines) {
        byte[] bytes = bytes(lines);
        return late.of(bytes, bytes.length, NOW);
    }

    private static byte[] bytes(String... lines) {
        return (String.join("\n", lines) + "\n").getBytes(UTF_8);
    }

    private static long nanos(long millis) {
        return millis * 1_000_000;
    }

    private static StorageTier tier(String name, int seconds) {
        return new StorageTier(name, Optional.of(Duration.ofSeconds(seconds)), Duration.ofDays(1));
    }
}
