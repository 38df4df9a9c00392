package io.weir.processing.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.contract.rule.metric.AggregateFunction;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellsTest {

    private static final long SECOND = 1_000_000_000;

    @Test
    void keepsTheFirstAndLastByTimestampNotByArrival() {
        Cells cells = cells("first", "last", "sum");
        cells.add(0, 50, 2);
        cells.add(0, 90, 3);
        cells.add(0, 10, 1);

        assertThat(value(cells, "first")).isEqualTo(1);
        assertThat(value(cells, "last")).isEqualTo(3);
        assertThat(value(cells, "sum")).isEqualTo(6);
    }

    @Test
    void keepsOnlyNeededData() {
        assertThat(CellLayout.of(List.of(AggregateFunction.MEAN)).size).isEqualTo(2);
        assertThat(CellLayout.of(List.of(AggregateFunction.COUNT)).size).isEqualTo(1);
        assertThat(CellLayout.of(List.of(AggregateFunction.MEAN)))
                .hasToString(CellLayout.of(List.of(AggregateFunction.SUM)).toString());
    }

    @Test
    void deviationLosesNothingToALargeOffset() {
        Cells cells = cells("stddev");
        double[] values = {1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16};
        for (double value : values) {
            cells.add(0, 0, value);
        }
        assertThat(value(cells, "stddev")).isCloseTo(Math.sqrt(30), within(1e-9));
    }

    @Test
    void deviationOfOneValueIsUndefinedAndOfEqualOnesZero() {
        Cells cells = cells("stddev");
        cells.add(0, 0, 5);
        assertThat(value(cells, "stddev")).isNaN();

        cells.add(0, 1, 5);
        assertThat(value(cells, "stddev")).isZero();
    }

    @Test
    void mergedDeviationLosesNothingToALargeOffset() {
        Random random = new Random(7);
        Cells cells = new Cells(CellLayout.of(List.of(AggregateFunction.STDDEV)), 3);
        double[] values = random.doubles(1_000).map(value -> 1e9 + value).toArray();
        for (int i = 0; i < values.length; i++) {
            cells.add(i < 100 ? 0 : 1, 0, values[i]);
            cells.add(2, 0, values[i]);
        }
        cells.merge(0, cells, 1);

        double exact = Math.sqrt(
                Arrays.stream(values).map(v -> v - 1e9).map(v -> v * v).sum() / 999
                        - Math.pow(Arrays.stream(values).map(v -> v - 1e9).sum(), 2) / 1000 / 999);
        assertThat(value(cells, "stddev")).isCloseTo(exact, within(1e-6));
        assertThat(cells.value(2, AggregateFunction.STDDEV)).isCloseTo(exact, within(1e-6));
    }

    @Test
    void rateIsTheIncreasePerSecondWithResetsCountedFromZero() {
        Cells cells = cells("rate");
        cells.add(0, 0, 100);
        assertThat(value(cells, "rate")).isNaN();

        cells.add(0, 2 * SECOND, 160);
        cells.add(0, 3 * SECOND, 10);
        cells.add(0, 4 * SECOND, 30);

        assertThat(value(cells, "rate")).isEqualTo((60 + 10 + 20) / 4.0);
    }

    @Test
    void rateExtendsToTheFirstAndSkipsOutOfOrderValues() {
        Cells cells = cells("rate");
        cells.add(0, 2 * SECOND, 20);
        cells.add(0, 4 * SECOND, 40);
        cells.add(0, 3 * SECOND, 30);
        cells.add(0, 4 * SECOND, 35);
        cells.add(0, SECOND, 5);

        assertThat(value(cells, "rate")).isEqualTo(35 / 3.0);
    }

    @Test
    void rateOfValuesWithOneStampIsUndefined() {
        Cells cells = cells("rate");
        cells.add(0, 0, 1);
        cells.add(0, 0, 2);

        assertThat(value(cells, "rate")).isNaN();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sum", "mean", "stddev", "spread", "rate"})
    void overflowIsNotFinite(String function) {
        Cells cells = cells(function);
        cells.add(0, 0, -Double.MAX_VALUE);
        cells.add(0, SECOND, -Double.MAX_VALUE);
        cells.add(0, 2 * SECOND, Double.MAX_VALUE);
        cells.add(0, 3 * SECOND, Double.MAX_VALUE);
        boolean isFinite = Double.isFinite(value(cells, function));

        assertThat(isFinite).isEqualTo(false);
    }

    @Test
    void quantilesAreWithinOnePercentOfTheValueOfThatRank() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            Cells cells = cells("p1", "p25", "median", "p99", "p99.9");
            double[] values = random.doubles(1 + random.nextInt(500))
                    .map(v -> Math.exp(v * 30 - 10) * (random.nextInt(4) == 0 ? -1 : 1))
                    .toArray();
            Arrays.stream(values).forEach(value -> cells.add(0, 0, value));
            Arrays.sort(values);
            for (String spelling : List.of("p1", "p25", "median", "p99", "p99.9")) {
                AggregateFunction function = AggregateFunction.of(spelling);
                double exact = values[(int) (function.quantile() * (values.length - 1))];
                assertThat(cells.value(0, function))
                        .as("seed %d round %d %s", seed, round, spelling)
                        .isCloseTo(exact, within(Math.abs(exact) * 0.0101));
            }
        }
    }

    @Test
    void quantilesOfOneValueAreThatValue() {
        for (double value : new double[] {0, 5, -3.7, 1e-310, Double.MAX_VALUE, -Double.MAX_VALUE}) {
            Cells cells = cells("p50");
            cells.add(0, 0, value);
            cells.add(0, 1, value);
            assertThat(value(cells, "p50")).isEqualTo(value);
        }
    }

    @Test
    void quantilesDependOnlyOnTheValues() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Cells cells = new Cells(CellLayout.of(List.of(AggregateFunction.of("p90"), AggregateFunction.MEDIAN)), 4);
        for (int i = 0; i < 5_000; i++) {
            // Wider than the range of the bins, so that small values share one.
            double value = Math.exp(random.nextDouble() * 200 - 100);
            cells.add(0, 0, value);
            cells.add(1 + random.nextInt(3), 0, value);
        }
        cells.merge(3, cells, 1);
        cells.merge(3, cells, 2);

        assertThat(value(cells, "p90")).as("seed %d", seed).isEqualTo(cells.value(3, AggregateFunction.of("p90")));
        assertThat(value(cells, "median")).as("seed %d", seed).isEqualTo(cells.value(3, AggregateFunction.MEDIAN));
    }

    private static Cells cells(String... functions) {
        return new Cells(
                CellLayout.of(
                        Arrays.stream(functions).map(AggregateFunction::of).toList()),
                1);
    }

    private static double value(Cells cells, String function) {
        return cells.value(0, AggregateFunction.of(function));
    }
}
