package io.weir.processing.aggregate.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.processing.aggregate.Floats;
import io.weir.processing.aggregate.group.Cells;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Standard deviations against exact decimals. */
class MomentsTest {

    private static final CellLayout LAYOUT = CellLayout.of(List.of(AggregateFunction.STDDEV));

    @Test
    void deviationOfOneValueIsUndefinedAndOfEqualOnesZero() {
        assertThat(deviation(5)).isNaN();
        assertThat(deviation(0.1, 0.1, 0.1)).isZero();
        assertThat(deviation(1e308, 1e308)).isZero();
    }

    @Test
    void deviationLosesNothingToALargeOffset() {
        assertThat(deviation(1e15, 1e15 + 0.125, 1e15 + 0.25)).isEqualTo(0.125);
        assertThat(deviation(1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16)).isCloseTo(Math.sqrt(30), within(1e-15));
    }

    @Test
    void deviationsAreThoseOfDecimalsHoweverTheyAreMerged() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 1_000; round++) {
            double offset = random.nextBoolean() ? 0 : Math.scalb(1, random.nextInt(50));
            boolean hasOutlier = random.nextInt(4) == 0;
            Cells cells = new Cells(LAYOUT, 3);
            List<BigDecimal> values = new ArrayList<>();
            for (int left = 2 + random.nextInt(300); left > 0; left--) {
                double value = hasOutlier && values.isEmpty() ? -7 : offset + random.nextGaussian();
                values.add(new BigDecimal(value));
                Floats.add(cells, random.nextInt(3), 0, value);
            }
            cells.merge(1, cells, 2);
            cells.merge(0, cells, 1);

            double exact = deviation(values);
            assertThat(cells.value(0, AggregateFunction.STDDEV))
                    .as("seed %d round %d", seed, round)
                    .isCloseTo(exact, within(exact * 1e-12));
        }
    }

    private static double deviation(List<BigDecimal> values) {
        BigDecimal count = new BigDecimal(values.size());
        BigDecimal mean =
                values.stream().reduce(BigDecimal.ZERO, BigDecimal::add).divide(count, new MathContext(100));
        return values.stream()
                .map(value -> value.subtract(mean).pow(2))
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .divide(count.subtract(BigDecimal.ONE), new MathContext(50))
                .sqrt(MathContext.DECIMAL64)
                .doubleValue();
    }

    private static double deviation(double... values) {
        Cells cells = new Cells(LAYOUT, 1);
        for (double value : values) {
            Floats.add(cells, 0, 0, value);
        }
        return cells.value(0, AggregateFunction.STDDEV);
    }
}
