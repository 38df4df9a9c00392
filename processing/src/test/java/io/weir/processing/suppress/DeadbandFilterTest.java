package io.weir.processing.suppress;

import static io.weir.processing.suppress.Verdict.LEFT_OUT;
import static io.weir.processing.suppress.Verdict.LET_THROUGH;
import static io.weir.processing.suppress.Verdict.LET_THROUGH_AND_RESTATE;
import static io.weir.processing.suppress.Verdict.TOO_LATE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DeadbandFilterTest {

    private static final long HEARTBEAT = 100;
    private static final Likeness BAND = new Deadband(2, 0);

    private final FilterRig same = new FilterRig(() -> new DeadbandFilter(Likeness.SAME, HEARTBEAT));
    private final FilterRig band = new FilterRig(() -> new DeadbandFilter(BAND, HEARTBEAT));

    @Test
    void letsThroughTheFirstValueAndEveryChange() {
        assertThat(same.offer("1i", 0)).isEqualTo(LET_THROUGH);
        assertThat(same.offer("1i", 1)).isEqualTo(LEFT_OUT);
        assertThat(same.offer("2i", 2)).isEqualTo(LET_THROUGH);
        assertThat(same.offer("1i", 3)).isEqualTo(LET_THROUGH);
    }

    @Test
    void letsThroughAConstantOnceAHeartbeat() {
        same.offer("1i", 0);

        assertThat(same.offer("1i", HEARTBEAT - 1)).isEqualTo(LEFT_OUT);
        assertThat(same.offer("1i", HEARTBEAT)).isEqualTo(LET_THROUGH);
        assertThat(same.offer("1i", HEARTBEAT + 1)).isEqualTo(LEFT_OUT);
    }

    @Test
    void letsThroughASlowDrift() {
        assertThat(band.offer("1", 0)).isEqualTo(LET_THROUGH);
        assertThat(band.offer("2", 1)).isEqualTo(LEFT_OUT);
        assertThat(band.offer("3", 2)).isEqualTo(LEFT_OUT);
        assertThat(band.offer("4", 3)).isEqualTo(LET_THROUGH);
        assertThat(band.offer("2", 4)).isEqualTo(LEFT_OUT);
    }

    @Test
    void letsThroughAValueOfAnotherType() {
        assertThat(band.offer("1", 0)).isEqualTo(LET_THROUGH);
        assertThat(band.offer("1i", 1)).isEqualTo(LET_THROUGH);
        assertThat(band.offer("\"1\"", 2)).isEqualTo(LET_THROUGH);
        assertThat(band.offer("1", 3)).isEqualTo(LET_THROUGH);
    }

    @Test
    void restatesTheReferenceValueAfterALateValue() {
        same.offer("1i", 0);
        same.offer("1i", 10);

        assertThat(same.offer("2i", 5)).isEqualTo(LET_THROUGH_AND_RESTATE);

        assertThat(same.stored).containsExactly(Map.entry(0L, "1i"), Map.entry(5L, "2i"), Map.entry(6L, "1i"));
        assertThat(same.offer("1i", 20)).isEqualTo(LEFT_OUT);
        assertThat(same.offer("1i", 3)).isEqualTo(LEFT_OUT);
        assertThat(same.offer("3i", 2)).isEqualTo(LET_THROUGH_AND_RESTATE);
    }

    @Test
    void restatesNothingIfNothingWasSuppressed() {
        same.offer("1i", 0);
        same.offer("2i", 10);

        assertThat(same.offer("3i", 5)).isEqualTo(LET_THROUGH);
        assertThat(same.offer("3i", -5)).isEqualTo(LET_THROUGH);
        assertThat(same.offer("2i", 11)).isEqualTo(LEFT_OUT);
    }

    @Test
    void lastValueOfATimestampIsTheReferenceValue() {
        same.offer("1i", 0);
        same.offer("1i", 10);

        assertThat(same.offer("2i", 10)).isEqualTo(LET_THROUGH);
        assertThat(same.offer("1i", 10)).isEqualTo(LET_THROUGH);
        assertThat(same.offer("2i", 0)).isEqualTo(LET_THROUGH_AND_RESTATE);
        assertThat(same.valueAt(10)).isEqualTo("1i");
    }

    @Test
    void reportsAValueThatIsTooLateForTheGuarantee() {
        for (int at = 0; at < 10 * DeadbandFilter.STRETCHES; at++) {
            same.offer(at / 10 + "i", at);
        }

        assertThat(same.offer("9i", 12)).isEqualTo(LET_THROUGH_AND_RESTATE);
        assertThat(same.offer("9i", 2)).isEqualTo(TOO_LATE);
        assertThat(same.offer("9i", -2)).isEqualTo(TOO_LATE);
        assertThat(same.offer("3i", 40)).isEqualTo(LEFT_OUT);
    }

    @Test
    void letsThroughTextsThatTheLimitRefuses() {
        String text = '"' + "x".repeat(100) + '"';
        assertThat(same.offer(text, 0, FilterRig.REFUSING)).isEqualTo(LET_THROUGH);
        assertThat(same.offer(text, 1, FilterRig.REFUSING)).isEqualTo(LET_THROUGH);
        assertThat(same.extraBytes()).isZero();
        same.restart();
        assertThat(same.offer(text, 1, FilterRig.UNLIMITED)).isEqualTo(LET_THROUGH);
        assertThat(same.offer(text, 2, FilterRig.REFUSING)).isEqualTo(LEFT_OUT);
        assertThat(same.extraBytes()).isBetween(78L, 104L);
        assertThat(same.offer("\"y\"", 3, FilterRig.REFUSING)).isEqualTo(LET_THROUGH);
        assertThat(same.extraBytes()).isBetween(0L, 104L);
    }

    @Test
    void forgetsOlderStretchesIfTheLimitRefusesMore() {
        same.offer("1i", 0, FilterRig.REFUSING);
        same.offer("1i", 9, FilterRig.REFUSING);
        same.offer("2i", 10, FilterRig.REFUSING);
        same.offer("2i", 19, FilterRig.REFUSING);
        assertThat(same.extraBytes()).isZero();
        assertThat(same.offer("3i", 5, FilterRig.REFUSING)).isEqualTo(TOO_LATE);
        assertThat(same.offer("3i", 15, FilterRig.REFUSING)).isEqualTo(LET_THROUGH_AND_RESTATE);
        assertThat(same.valueAt(19)).isEqualTo("2i");
        assertThat(same.offer("3i", 12, FilterRig.REFUSING)).isEqualTo(TOO_LATE);
    }

    /**
     * The guarantee: at the timestamp of every value, a reader holds a like value. Tested for
     * values in any order, repeated timestamps, changing types and restarts.
     */
    @Test
    void aReaderHasALikeValueAtEveryTimestamp() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            Likeness likeness = random.nextBoolean() ? Likeness.SAME : new Deadband(random.nextInt(3), 0.3);
            long heartbeat = random.nextBoolean() ? Long.MAX_VALUE : 1 + random.nextInt(20);
            reconstruct(likeness, heartbeat, random, "seed " + seed + " round " + round);
        }
    }

    /** A repeat of the latest point or of an older one changes no later decision. */
    @Test
    void repeatsChangeNothingOnRandomSeries() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("DeadbandFilterTest seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            Likeness likeness = random.nextBoolean() ? Likeness.SAME : new Deadband(random.nextInt(3), 0.3);
            long heartbeat = random.nextBoolean() ? Long.MAX_VALUE : 1 + random.nextInt(20);
            FilterRig once = new FilterRig(() -> new DeadbandFilter(likeness, heartbeat));
            FilterRig repeated = new FilterRig(() -> new DeadbandFilter(likeness, heartbeat));
            List<Map.Entry<Long, String>> sent = new ArrayList<>();
            long timestamp = 0;
            for (int i = 0; i < 60; i++) {
                timestamp += 1 + random.nextInt(4);
                String value = random.nextInt(3) + "i";
                sent.add(Map.entry(timestamp, value));
                assertThat(repeated.offer(value, timestamp))
                        .as("seed %d round %d", seed, round)
                        .isEqualTo(once.offer(value, timestamp));
                for (int repeats = random.nextInt(3); repeats > 0; repeats--) {
                    Map.Entry<Long, String> point = sent.get(sent.size() - 1 - random.nextInt(Math.min(i + 1, 9)));
                    Verdict verdict = repeated.offer(point.getValue(), point.getKey());
                    assertThat(verdict).as("seed %d round %d", seed, round).isNotEqualTo(LET_THROUGH_AND_RESTATE);
                }
            }
        }
    }

    private static void reconstruct(Likeness likeness, long heartbeat, Random random, String where) {
        FilterRig rig = new FilterRig(() -> new DeadbandFilter(likeness, heartbeat));
        Map<Long, String> sent = new HashMap<>();
        List<String> story = new ArrayList<>();
        long time = random.nextInt(20) - 10L;
        for (int i = 0; i < 60; i++) {
            time += random.nextInt(4);
            long timestamp = time - (random.nextInt(3) == 0 ? random.nextInt(30) : 0);
            String value = nextValue(random);
            Verdict verdict =
                    rig.offer(value, timestamp, random.nextInt(4) == 0 ? FilterRig.REFUSING : FilterRig.UNLIMITED);
            if (verdict == TOO_LATE) {
                continue;
            }
            sent.put(timestamp, value);
            story.add(value + " at " + timestamp + " " + verdict);
            if (random.nextInt(10) == 0) {
                long bytes = rig.extraBytes();
                rig.restart();
                assertThat(rig.extraBytes()).as(where).isEqualTo(bytes);
            }
        }
        sent.forEach((timestamp, value) -> assertThat(
                        likeness.isLike(FilterRig.value(rig.valueAt(timestamp)), FilterRig.value(value)))
                .as("%s: %s at %d, offered %s, stored %s", where, value, timestamp, story, rig.stored)
                .isTrue());
    }

    private static String nextValue(Random random) {
        int number = random.nextInt(8);
        return switch (random.nextInt(12)) {
            case 0 -> number + "i";
            case 1 -> "\"" + number + "\"";
            case 2, 3 -> '"' + "x".repeat(20 * (number % 4)) + '"';
            default -> number + ".5";
        };
    }
}
