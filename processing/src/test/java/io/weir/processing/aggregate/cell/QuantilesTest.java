package io.weir.processing.aggregate.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.processing.aggregate.Floats;
import io.weir.processing.aggregate.SavedCells;
import io.weir.processing.aggregate.group.Cells;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Quantiles against sorted values. */
class QuantilesTest {

    private static final List<AggregateFunction> FUNCTIONS = IntStream.range(1, 100)
            .mapToObj(percent -> AggregateFunction.of("p" + percent))
            .toList();
    private static final CellLayout LAYOUT = CellLayout.of(FUNCTIONS);

    @Test
    void quantilesOfFewValuesAreExact() {
        assertThat(quantile("p99", 1, 100)).isEqualTo(1);
        assertThat(quantile("p99", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)).isEqualTo(9);
        assertThat(quantile("p1", 1.01, 5, 10)).isEqualTo(1.01);
        for (double value : new double[] {0, 5, -3.7, 1e-310, Double.MAX_VALUE, -Double.MAX_VALUE}) {
            assertThat(quantile("p50", value, value)).isEqualTo(value);
        }
    }

    /** The product of .58 and 50 is slightly below 29 in doubles. */
    @Test
    void rankIsThatOfTheDecimal() {
        double[] values = IntStream.rangeClosed(0, 50).mapToDouble(i -> i).toArray();
        assertThat(0.58 * 50).isLessThan(29);
        assertThat(quantile("p58", values)).isEqualTo(29);
    }

    @Test
    void dependOnTheValuesAloneExactlyUpTo64() throws IOException {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 1_000; round++) {
            String run = "seed %d round %d".formatted(seed, round);
            double[] values = values(random, 1 + random.nextInt(round % 4 == 0 ? 500 : 70));
            Cells cells = new Cells(LAYOUT, 5);
            for (double value : values) {
                Floats.add(cells, 0, 0, value);
                Floats.add(cells, 1 + random.nextInt(4), 0, value);
            }
            cells = SavedCells.restored(cells, LAYOUT, 5);
            for (int entry : new int[] {3, 4, 1}) {
                cells.merge(2, cells, entry);
            }
            Arrays.sort(values);
            assertIsMedianDistance(cells, values, run);
            for (AggregateFunction function : FUNCTIONS) {
                double exact = values[rank(function, values.length)];
                double bound = values.length > 64 ? Math.abs(exact) * 0.0101 : 0;
                assertThat(cells.value(0, function)).as("%s %s", run, function).isCloseTo(exact, within(bound));
                assertThat(cells.value(2, function)).as("%s %s", run, function).isEqualTo(cells.value(0, function));
            }
        }
    }

    /** Beyond 64 values, within 1 % of itself and 2 % of the median. */
    private static void assertIsMedianDistance(Cells cells, double[] sorted, String run) {
        int rank = (sorted.length - 1) / 2;
        double[] distances = Arrays.stream(sorted)
                .map(value -> Math.abs(value - sorted[rank]))
                .sorted()
                .toArray();
        double bound = sorted.length > 64 ? distances[rank] * 0.0101 + Math.abs(sorted[rank]) * 0.0201 : 0;
        double result = cells.value(0, AggregateFunction.MAD);
        assertThat(result).as(run).isCloseTo(distances[rank], within(bound));
        assertThat(cells.value(2, AggregateFunction.MAD)).as(run).isEqualTo(result);
    }

    @Test
    void madOfFewValuesIsExact() {
        assertThat(quantile("mad", 7)).isZero();
        assertThat(quantile("mad", 1, 1, 2, 2, 4, 6, 9)).isEqualTo(1);
        assertThat(quantile("mad", 1, 3, 8, 20)).isEqualTo(2);
        assertThat(quantile("mad", -Double.MAX_VALUE, -Double.MAX_VALUE, Double.MAX_VALUE))
                .isZero();
        assertThat(quantile("mad", -Double.MAX_VALUE, 0, Double.MAX_VALUE)).isEqualTo(Double.MAX_VALUE);
    }

    @Test
    void madOfManyEqualValuesIsZero() {
        for (double value : new double[] {5, -5, 0, 1e-310, 1e300}) {
            double[] values = new double[1_000];
            Arrays.fill(values, value);
            assertThat(quantile("mad", values)).isZero();
        }
    }

    @Test
    void valuesBelowTheRangeOfTheBinsDependOnNoOrderEither() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        Cells cells = new Cells(LAYOUT, 4);
        for (int i = 0; i < 5_000; i++) {
            double value = Math.exp(random.nextDouble() * 200 - 100);
            Floats.add(cells, 0, 0, value);
            Floats.add(cells, 1 + random.nextInt(3), 0, value);
        }
        cells.merge(3, cells, 1);
        cells.merge(3, cells, 2);
        for (AggregateFunction function : FUNCTIONS) {
            assertThat(cells.value(3, function)).as("seed %d", seed).isEqualTo(cells.value(0, function));
        }
    }

    @Test
    void moreValuesThanAreKeptAreRefused() {
        byte[] bytes = {65};
        assertThatThrownBy(() -> new Quantiles().read(new DataInputStream(new ByteArrayInputStream(bytes))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("at most 64");
    }

    /** Of all magnitudes, or close to each other. */
    private static double[] values(Random random, int count) {
        if (random.nextInt(3) == 0) {
            double center = random.nextGaussian() * 1_000;
            return random.doubles(count).map(value -> center * (1 + value / 10)).toArray();
        }
        return random.doubles(count)
                .map(value -> Math.exp(value * 30 - 10) * (random.nextInt(4) == 0 ? -1 : 1))
                .toArray();
    }

    private static int rank(AggregateFunction function, int count) {
        // Beyond 64 values, the rank is that of doubles.
        return count > 64
                ? (int) (function.quantile() * (count - 1))
                : BigDecimal.valueOf(function.quantile())
                        .multiply(BigDecimal.valueOf(count - 1))
                        .intValue();
    }

    private static double quantile(String function, double... values) {
        Cells cells = new Cells(LAYOUT, 1);
        for (double value : values) {
            Floats.add(cells, 0, 0, value);
        }
        return cells.value(0, AggregateFunction.of(function));
    }
}
