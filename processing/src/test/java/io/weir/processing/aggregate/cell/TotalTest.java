package io.weir.processing.aggregate.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.processing.aggregate.Floats;
import io.weir.processing.aggregate.group.Cells;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sums and means of floats against exact decimals. */
class TotalTest {

    private static final CellLayout LAYOUT = CellLayout.of(List.of(AggregateFunction.SUM, AggregateFunction.MEAN));

    @Test
    void smallValuesSurviveLargeOnesThatCancelOut() {
        assertThat(sum(1e16, 1, -1e16)).isEqualTo(1);
        assertThat(sum(1, 1e100, 1, -1e100)).isEqualTo(2);
        assertThat(sum(1e-300, 1e300, -1e300)).isEqualTo(1e-300);
        assertThat(sum(Double.MIN_VALUE)).isEqualTo(Double.MIN_VALUE);
    }

    @Test
    void meanOfValuesWhoseSumIsTooLargeIsFinite() {
        assertThat(mean(1e308, 1e308)).isEqualTo(1e308);
        assertThat(mean(Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE)).isEqualTo(Double.MAX_VALUE);
        assertThat(mean(-1e308, -1e308, -1e308, 1e308)).isEqualTo(-5e307);
        assertThat(sum(1e308, 1e308)).isInfinite();
        assertThat(sum(1e308, 1e308, -1e308)).isEqualTo(1e308);
    }

    @Test
    void sumsAndMeansAreThoseOfDecimalsHoweverTheyAreMerged() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            List<Double> values = values(random);
            Cells cells = new Cells(LAYOUT, 4);
            for (double value : values) {
                Floats.add(cells, random.nextInt(4), 0, value);
            }
            cells.merge(2, cells, 3);
            cells.merge(1, cells, 0);
            cells.merge(2, cells, 1);

            BigDecimal exact = values.stream().map(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
            BigDecimal size =
                    values.stream().map(BigDecimal::new).map(BigDecimal::abs).reduce(BigDecimal.ZERO, BigDecimal::add);
            String run = "seed %d round %d".formatted(seed, round);
            double sum = exact.doubleValue();
            double bound =
                    size.doubleValue() > 1e308 ? size.movePointLeft(15).doubleValue() : size.doubleValue() * 0x1p-90;
            double mean = exact.divide(new BigDecimal(values.size()), MathContext.DECIMAL128)
                    .doubleValue();
            if (Double.isFinite(sum)) {
                assertClose(run, cells.value(2, AggregateFunction.SUM), sum, bound);
            } else {
                assertThat(cells.value(2, AggregateFunction.SUM)).as(run).isInfinite();
            }
            assertClose(run, cells.value(2, AggregateFunction.MEAN), mean, bound);
        }
    }

    private static List<Double> values(Random random) {
        int range = 1 + random.nextInt(random.nextInt(4) == 0 ? 1_020 : 100);
        List<Double> values = new ArrayList<>();
        for (int left = 1 + random.nextInt(200); left > 0; left--) {
            double value = Math.scalb(random.nextDouble() - 0.5, random.nextInt(2 * range) - range);
            values.add(value);
            if (random.nextBoolean()) {
                values.add(-value);
            }
        }
        Collections.shuffle(values, random);
        return values;
    }

    private static void assertClose(String run, double value, double exact, double bound) {
        assertThat(Math.abs(value - exact))
                .as("%s: %s instead of %s", run, value, exact)
                .isLessThanOrEqualTo(bound + 2 * Math.ulp(exact));
    }

    private static double sum(double... values) {
        return of(values).value(0, AggregateFunction.SUM);
    }

    private static double mean(double... values) {
        return of(values).value(0, AggregateFunction.MEAN);
    }

    private static Cells of(double... values) {
        Cells cells = new Cells(LAYOUT, 1);
        for (double value : values) {
            Floats.add(cells, 0, 0, value);
        }
        return cells;
    }
}
