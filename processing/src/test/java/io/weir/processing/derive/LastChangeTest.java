package io.weir.processing.derive;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.FieldType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LastChangeTest {

    private static final long SECOND = 1_000_000_000;

    private LastChange change = new LastChange();

    @Test
    void countsFromTheFirstValueAndFromEachChange() {
        assertThat(next(10, 5)).isZero();
        assertThat(next(12, 5)).isEqualTo(2);
        assertThat(next(13, 6)).isZero();
        assertThat(next(15, 6)).isEqualTo(2);
    }

    @Test
    void anotherTypeIsAChangeAndASignOfZeroIsNone() {
        next(0, 0);

        assertThat(change.next(SECOND, FieldType.STRING, 0)).isEqualTo(Outcome.DERIVED);
        assertThat(change.value()).isZero();
        change.next(2 * SECOND, FieldType.FLOAT, Double.doubleToRawLongBits(0.0));
        change.next(3 * SECOND, FieldType.FLOAT, Double.doubleToRawLongBits(-0.0));
        assertThat(change.value()).isEqualTo(1);
    }

    @Test
    void ofValuesOfTheSameTimeTheLastCounts() {
        next(0, 1);
        assertThat(next(5, 2)).isZero();
        assertThat(next(5, 2)).as("a repeat").isZero();
        assertThat(next(5, 1)).as("no change after all").isEqualTo(5);
        assertThat(next(7, 1)).isEqualTo(7);
    }

    @Test
    void ignoresAnOlderValue() {
        next(10, 5);

        assertThat(change.next(9 * SECOND, FieldType.INTEGER, 6)).isEqualTo(Outcome.OUT_OF_ORDER);
        assertThat(next(12, 5)).isEqualTo(2);
    }

    @Test
    void agreesWithALookBackOnRandomSeriesWithRestarts() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("LastChangeTest seed=" + seed);
        Random random = new Random(seed);
        List<Integer> seconds = new ArrayList<>();
        List<Integer> values = new ArrayList<>();
        int second = 0;
        int value = 0;
        for (int i = 0; i < 20_000; i++) {
            boolean isReplaced = i > 0 && random.nextInt(5) == 0;
            if (isReplaced) {
                seconds.remove(seconds.size() - 1);
                values.remove(values.size() - 1);
            }
            second += isReplaced ? 0 : 1 + random.nextInt(5);
            value = random.nextInt(10) == 0 ? random.nextInt(3) : value;
            seconds.add(second);
            values.add(value);
            int changed = values.size() - 1;
            while (changed > 0 && values.get(changed - 1) == value) {
                changed--;
            }
            assertThat(next(second, value)).as("seed %d", seed).isEqualTo(second - seconds.get(changed));
            if (random.nextInt(10) == 0) {
                change = Restarts.restarted(change, new LastChange());
            }
        }
    }

    private double next(int second, long value) {
        assertThat(change.next(second * SECOND, FieldType.INTEGER, value)).isEqualTo(Outcome.DERIVED);
        return change.value();
    }
}
