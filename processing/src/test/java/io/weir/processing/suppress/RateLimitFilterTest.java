package io.weir.processing.suppress;

import static io.weir.processing.suppress.Verdict.LEFT_OUT;
import static io.weir.processing.suppress.Verdict.LET_THROUGH;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RateLimitFilterTest {

    private static final long EVERY = 10;

    private final FilterRig rig = new FilterRig(() -> new RateLimitFilter(EVERY));

    @Test
    void letsOneValueThroughPerInterval() {
        assertThat(rig.offer("1i", 0)).isEqualTo(LET_THROUGH);
        assertThat(rig.offer("2i", 9)).isEqualTo(LEFT_OUT);
        assertThat(rig.offer("3i", 10)).isEqualTo(LET_THROUGH);
        assertThat(rig.offer("4i", 25)).isEqualTo(LET_THROUGH);
    }

    @Test
    void releasesTheLastValueOfABurst() {
        rig.offer("1i", 0);
        rig.offer("2i", 3);
        rig.offer("3i", 4);

        assertThat(rig.dueAt()).isEqualTo(10);
        rig.advance(9);
        assertThat(rig.stored).containsExactly(Map.entry(0L, "1i"));
        rig.advance(10);
        assertThat(rig.stored).containsExactly(Map.entry(0L, "1i"), Map.entry(4L, "3i"));
        assertThat(rig.dueAt()).isEqualTo(FieldFilter.NEVER);
    }

    @Test
    void aReleaseCountsLikeAnyOtherValue() {
        rig.offer("1i", 0);
        rig.offer("2i", 9);
        rig.advance(10);

        assertThat(rig.offer("3i", 19)).isEqualTo(LEFT_OUT);
        assertThat(rig.offer("4i", 20)).isEqualTo(LET_THROUGH);
    }

    @Test
    void suppressesValuesOlderThanTheLatest() {
        rig.offer("1i", 0);
        rig.offer("2i", 5);

        assertThat(rig.offer("3i", 4)).isEqualTo(LEFT_OUT);
        rig.advance(10);
        assertThat(rig.valueAt(10)).isEqualTo("2i");
        assertThat(rig.offer("4i", 3)).isEqualTo(LEFT_OUT);
        assertThat(rig.dueAt()).isEqualTo(FieldFilter.NEVER);
    }

    @Test
    void aRepeatOfTheLatestChangesNothing() {
        rig.offer("1i", 0);
        assertThat(rig.offer("1i", 0)).isEqualTo(LEFT_OUT);
        assertThat(rig.dueAt()).isEqualTo(FieldFilter.NEVER);
        rig.offer("2i", 5);
        rig.offer("2i", 5);
        rig.advance(10);
        rig.restart();
        assertThat(rig.offer("2i", 5)).as("after its release").isEqualTo(LEFT_OUT);
        assertThat(rig.dueAt()).isEqualTo(FieldFilter.NEVER);
        assertThat(rig.offer("3i", 20)).isEqualTo(LET_THROUGH);
    }

    @Test
    void ofValuesWithTheSameTimestampTheLastIsSent() {
        rig.offer("1i", 0);
        assertThat(rig.offer("2i", 0)).isEqualTo(LEFT_OUT);
        rig.advance(10);
        assertThat(rig.valueAt(0)).isEqualTo("2i");
    }

    /** Each point is sent once to one filter, and up to three times in a row or later to the other. */
    @Test
    void repeatsChangeNothingOnRandomSeries() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("RateLimitFilterTest seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 1_000; round++) {
            FilterRig once = new FilterRig(() -> new RateLimitFilter(EVERY));
            FilterRig repeated = new FilterRig(() -> new RateLimitFilter(EVERY));
            long now = 0;
            long latest = Long.MIN_VALUE;
            String value = "";
            for (int i = 0; i < 100; i++) {
                now += random.nextInt(5);
                once.advance(now);
                repeated.advance(now);
                if (now > latest && random.nextInt(3) > 0) {
                    latest = now;
                    value = random.nextInt(3) + "i";
                    assertThat(repeated.offer(value, latest)).isEqualTo(once.offer(value, latest));
                }
                for (int repeats = random.nextInt(3); repeats > 0 && !value.isEmpty(); repeats--) {
                    assertThat(repeated.offer(value, latest)).isEqualTo(LEFT_OUT);
                }
                assertThat(repeated.dueAt()).as("seed %d", seed).isEqualTo(once.dueAt());
                assertThat(repeated.stored).as("seed %d", seed).isEqualTo(once.stored);
            }
        }
    }

    @Test
    void letsThroughTextsThatTheLimitRefuses() {
        String text = '"' + "x".repeat(100) + '"';
        rig.offer("1i", 0);
        assertThat(rig.offer(text, 1, FilterRig.REFUSING)).isEqualTo(LET_THROUGH);
        assertThat(rig.extraBytes()).isZero();
        assertThat(rig.offer(text, 2)).isEqualTo(LEFT_OUT);
        assertThat(rig.extraBytes()).isBetween(78L, 104L);
        assertThat(rig.offer(text, 3, FilterRig.REFUSING)).isEqualTo(LEFT_OUT);
        rig.restart();
        assertThat(rig.extraBytes()).isBetween(78L, 104L);
        rig.advance(11);
        assertThat(rig.valueAt(11)).isEqualTo(text);
        assertThat(rig.extraBytes()).isZero();
    }

    @Test
    void intervalsSaturateAtTheEndOfTime() {
        FilterRig forEver = new FilterRig(() -> new RateLimitFilter(Long.MAX_VALUE));

        assertThat(forEver.offer("1i", 5)).isEqualTo(LET_THROUGH);
        assertThat(forEver.offer("2i", 6)).isEqualTo(LEFT_OUT);
        forEver.advance(Long.MAX_VALUE - 1);
        assertThat(forEver.stored).hasSize(1);
    }

    /** With random restarts and ticks, values are neither more frequent nor later than promised. */
    @Test
    void neitherLagsNorSendsMoreThanPromised() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 1_000; round++) {
            sample(random, "seed " + seed + " round " + round);
        }
    }

    private static void sample(Random random, String where) {
        FilterRig rig = new FilterRig(() -> new RateLimitFilter(EVERY));
        long first = random.nextInt(100);
        rig.offer("-1i", first);
        Map.Entry<Long, String> latest = Map.entry(first, "-1i");
        NavigableMap<Long, Map.Entry<Long, String>> latestFrom = new TreeMap<>(Map.of(first, latest));
        long now = first;
        for (int i = 0; i < 100; i++) {
            now += 1 + random.nextInt(random.nextInt(5) == 0 ? 25 : 4);
            rig.advance(now);
            assertThat(latestFrom
                            .tailMap(latestFrom.floorKey(Math.max(first, now - EVERY)), true)
                            .values())
                    .as("%s at %d: the latest value within the interval", where, now)
                    .contains(rig.stored.lastEntry());
            assertThat((long) rig.stored.size()).as(where).isLessThanOrEqualTo((now - first) / EVERY + 1);

            long timestamp = Math.max(first, now - (random.nextInt(4) == 0 ? random.nextInt(15) : 0));
            rig.offer(i + "i", timestamp);
            if (timestamp >= latest.getKey()) {
                latest = Map.entry(timestamp, i + "i");
                latestFrom.put(now, latest);
            }
            if (random.nextInt(10) == 0) {
                rig.restart();
            }
        }
        rig.advance(now + EVERY);
        assertThat(rig.stored.lastEntry()).as(where).isEqualTo(latest);
    }
}
