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

    private final Told told = new Told(() -> new RateLimitFilter(EVERY));

    @Test
    void letsOneValueThroughInSoMuchTime() {
        assertThat(told.tell("1i", 0)).isEqualTo(LET_THROUGH);
        assertThat(told.tell("2i", 9)).isEqualTo(LEFT_OUT);
        assertThat(told.tell("3i", 10)).isEqualTo(LET_THROUGH);
        assertThat(told.tell("4i", 25)).isEqualTo(LET_THROUGH);
    }

    @Test
    void lastValueOfABurstIsLetThroughOnceTheTimeIsOver() {
        told.tell("1i", 0);
        told.tell("2i", 3);
        told.tell("3i", 4);

        assertThat(told.dueAt()).isEqualTo(10);
        told.pass(9);
        assertThat(told.stored).containsExactly(Map.entry(0L, "1i"));
        told.pass(10);
        assertThat(told.stored).containsExactly(Map.entry(0L, "1i"), Map.entry(4L, "3i"));
        assertThat(told.dueAt()).isEqualTo(FieldMemory.NEVER);
    }

    @Test
    void aReleaseCountsLikeAnyOtherValue() {
        told.tell("1i", 0);
        told.tell("2i", 9);
        told.pass(10);

        assertThat(told.tell("3i", 19)).isEqualTo(LEFT_OUT);
        assertThat(told.tell("4i", 20)).isEqualTo(LET_THROUGH);
    }

    @Test
    void leavesOutWhatIsOlderThanTheLatestValueKnown() {
        told.tell("1i", 0);
        told.tell("2i", 5);

        assertThat(told.tell("3i", 4)).isEqualTo(LEFT_OUT);
        told.pass(10);
        assertThat(told.heldAt(10)).isEqualTo("2i");
        assertThat(told.tell("4i", 3)).isEqualTo(LEFT_OUT);
        assertThat(told.dueAt()).isEqualTo(FieldMemory.NEVER);
    }

    @Test
    void textsWithoutRoomAreLetThrough() {
        String text = '"' + "x".repeat(100) + '"';
        told.tell("1i", 0);
        assertThat(told.tell(text, 1, Told.NONE)).isEqualTo(LET_THROUGH);
        assertThat(told.extraBytes()).isZero();
        assertThat(told.tell(text, 2)).isEqualTo(LEFT_OUT);
        assertThat(told.extraBytes()).isBetween(78L, 104L);
        assertThat(told.tell(text, 3, Told.NONE)).isEqualTo(LEFT_OUT);
        told.restart();
        assertThat(told.extraBytes()).isBetween(78L, 104L);
        told.pass(11);
        assertThat(told.heldAt(11)).isEqualTo(text);
        assertThat(told.extraBytes()).isZero();
    }

    @Test
    void isNotConfusedByTheEndOfTime() {
        Told forEver = new Told(() -> new RateLimitFilter(Long.MAX_VALUE));

        assertThat(forEver.tell("1i", 5)).isEqualTo(LET_THROUGH);
        assertThat(forEver.tell("2i", 6)).isEqualTo(LEFT_OUT);
        forEver.pass(Long.MAX_VALUE - 1);
        assertThat(forEver.stored).hasSize(1);
    }

    /** With random restarts and ticks, values are neither more frequent nor later than promised. */
    @Test
    void isNeverBehindByMoreThanTheTimeAndNeverMoreOftenOnRandomSeries() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 1_000; round++) {
            sample(random, "seed " + seed + " round " + round);
        }
    }

    private static void sample(Random random, String where) {
        Told told = new Told(() -> new RateLimitFilter(EVERY));
        long first = random.nextInt(100);
        told.tell("-1i", first);
        Map.Entry<Long, String> latest = Map.entry(first, "-1i");
        NavigableMap<Long, Map.Entry<Long, String>> latestFrom = new TreeMap<>(Map.of(first, latest));
        long now = first;
        for (int i = 0; i < 100; i++) {
            now += 1 + random.nextInt(random.nextInt(5) == 0 ? 25 : 4);
            told.pass(now);
            assertThat(latestFrom
                            .tailMap(latestFrom.floorKey(Math.max(first, now - EVERY)), true)
                            .values())
                    .as("%s at %d: what was the latest value within the time", where, now)
                    .contains(told.stored.lastEntry());
            assertThat((long) told.stored.size()).as(where).isLessThanOrEqualTo((now - first) / EVERY + 1);

            long timestamp = Math.max(first, now - (random.nextInt(4) == 0 ? random.nextInt(15) : 0));
            told.tell(i + "i", timestamp);
            if (timestamp >= latest.getKey()) {
                latest = Map.entry(timestamp, i + "i");
                latestFrom.put(now, latest);
            }
            if (random.nextInt(10) == 0) {
                told.restart();
            }
        }
        told.pass(now + EVERY);
        assertThat(told.stored.lastEntry()).as(where).isEqualTo(latest);
    }
}
