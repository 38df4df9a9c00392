package io.weir.processing.derive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.weir.contract.line.FieldType;
import io.weir.contract.rule.metric.FieldFunction.Since;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LaggedTest {

    private static final long SECOND = 1_000_000_000;
    private static final long OVER = 64 * SECOND;

    private History lag = new Lagged(OVER, Since.LAG);
    private History delta = new Lagged(OVER, Since.DELTA);
    private History change = new Lagged(OVER, Since.CHANGE);

    @Test
    void theEarlierValueIsAtLeastThatOld() {
        next(lag, 0, FieldType.INTEGER, 7);
        assertThat(next(lag, 63, FieldType.INTEGER, 8)).isEqualTo(Outcome.TOO_EARLY);

        assertThat(next(lag, 65, FieldType.INTEGER, 9)).isEqualTo(Outcome.DERIVED);
        assertThat(lag.value()).isEqualTo(7);
        next(lag, 127, FieldType.INTEGER, 10);
        assertThat(lag.value()).isEqualTo(8);
    }

    @Test
    void aValueOfTheSameTimeReplacesTheLast() {
        next(delta, 0, FieldType.INTEGER, 1);
        next(delta, 0, FieldType.INTEGER, 5);
        next(delta, 64, FieldType.INTEGER, 100);
        next(delta, 64, FieldType.INTEGER, 7);

        assertThat(delta.value()).isEqualTo(2);
    }

    @Test
    void aChangeOfLargeIntegersIsExact() {
        next(delta, 0, FieldType.INTEGER, 1_700_000_000_000_000_001L);
        next(delta, 64, FieldType.INTEGER, 1_700_000_000_000_000_004L);

        assertThat(delta.value()).isEqualTo(3);
    }

    @Test
    void aChangeIsInPercentOfTheEarlierValue() {
        next(change, 0, FieldType.INTEGER, 200);
        next(change, 64, FieldType.INTEGER, 150);
        assertThat(change.value()).isEqualTo(-25);

        next(change, 70, FieldType.INTEGER, -50);
        next(change, 134, FieldType.INTEGER, 0);
        assertThat(change.value()).isEqualTo(100);

        assertThat(next(change, 198, FieldType.INTEGER, 1)).isEqualTo(Outcome.UNDEFINED);
    }

    @Test
    void itIsLessThanOnePartOlderThanNecessary() {
        for (double seconds : new double[] {0, 1_000.1, 1_000.2, 1_000.9, 1_064.5}) {
            lag.next((long) (seconds * SECOND), FieldType.FLOAT, Double.doubleToRawLongBits(seconds));
        }

        assertThat(lag.value()).isEqualTo(1_000.1);
    }

    @Test
    void anotherTypeRestartsIt() {
        next(delta, 0, FieldType.INTEGER, 1);

        assertThat(next(delta, 70, FieldType.FLOAT, Double.doubleToRawLongBits(2)))
                .isEqualTo(Outcome.TYPE_CHANGED);
        assertThat(next(delta, 80, FieldType.FLOAT, Double.doubleToRawLongBits(2)))
                .isEqualTo(Outcome.TOO_EARLY);
        assertThat(next(delta, 134, FieldType.FLOAT, Double.doubleToRawLongBits(5)))
                .isEqualTo(Outcome.DERIVED);
        assertThat(delta.value()).isEqualTo(3);
    }

    @Test
    void ignoresAnOlderValue() {
        next(lag, 5, FieldType.INTEGER, 1);

        assertThat(next(lag, 4, FieldType.INTEGER, 1)).isEqualTo(Outcome.OUT_OF_ORDER);
    }

    /** Compared with the first values of each second, of which all are kept. */
    @Test
    void resultsAreFromTheLatestThatIsOldEnough() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 100; round++) {
            lag = new Lagged(OVER, Since.LAG);
            delta = new Lagged(OVER, Since.DELTA);
            change = new Lagged(OVER, Since.CHANGE);
            TreeMap<Long, Long> values = new TreeMap<>();
            int longestStep = random.nextBoolean() ? 3_000 : 40_000;
            long nanos = -random.nextInt(1_000) * SECOND;
            for (int i = 0; i < 500; i++) {
                nanos += random.nextInt(4) == 0 ? 0 : random.nextInt(longestStep) * (SECOND / 1_000);
                long value = random.nextInt(random.nextBoolean() ? 1_000 : 3) - 1L;
                values.put(nanos, value);
                Map.Entry<Long, Long> earlier = earlier(values);
                String at = "seed " + seed + " round " + round + " value " + i;

                Outcome expected = earlier == null ? Outcome.TOO_EARLY : Outcome.DERIVED;
                assertThat(lag.next(nanos, FieldType.INTEGER, value)).as(at).isEqualTo(expected);
                assertThat(delta.next(nanos, FieldType.INTEGER, value)).as(at).isEqualTo(expected);
                boolean hasNoPercent = earlier != null && earlier.getValue() == 0;
                assertThat(change.next(nanos, FieldType.INTEGER, value))
                        .as(at)
                        .isEqualTo(hasNoPercent ? Outcome.UNDEFINED : expected);
                if (earlier != null) {
                    assertThat(lag.value()).as(at).isEqualTo((double) earlier.getValue());
                    assertThat(delta.value()).as(at).isEqualTo((double) (value - earlier.getValue()));
                }
                if (earlier != null && !hasNoPercent) {
                    double size = Math.abs((double) earlier.getValue());
                    assertThat(change.value())
                            .as(at)
                            .isCloseTo((value - earlier.getValue()) / size * 100, withinPercentage(1e-9));
                }
                if (random.nextInt(10) == 0) {
                    lag = Restarts.restarted(lag, new Lagged(OVER, Since.LAG));
                    delta = Restarts.restarted(delta, new Lagged(OVER, Since.DELTA));
                    change = Restarts.restarted(change, new Lagged(OVER, Since.CHANGE));
                }
            }
        }
    }

    private static Map.Entry<Long, Long> earlier(NavigableMap<Long, Long> values) {
        TreeMap<Long, Long> firstOfSecond = new TreeMap<>();
        values.headMap(values.lastKey())
                .keySet()
                .forEach(nanos -> firstOfSecond.putIfAbsent(Math.floorDiv(nanos, SECOND), nanos));
        TreeMap<Long, Long> kept = new TreeMap<>();
        firstOfSecond.values().forEach(nanos -> kept.put(nanos, values.get(nanos)));
        return kept.floorEntry(values.lastKey() - OVER);
    }

    private static Outcome next(History history, long seconds, FieldType type, long bits) {
        return history.next(seconds * SECOND, type, bits);
    }
}
