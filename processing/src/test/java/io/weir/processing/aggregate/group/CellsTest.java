package io.weir.processing.aggregate.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.processing.aggregate.Floats;
import io.weir.processing.aggregate.cell.CellLayout;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellsTest {

    private static final long SECOND = 1_000_000_000;

    @Test
    void keepsTheFirstAndLastByTimestampNotByArrival() {
        Cells cells = cells("first", "last", "sum");
        Floats.add(cells, 0, 50, 2);
        Floats.add(cells, 0, 90, 3);
        Floats.add(cells, 0, 10, 1);

        assertThat(value(cells, "first")).isEqualTo(1);
        assertThat(value(cells, "last")).isEqualTo(3);
        assertThat(value(cells, "sum")).isEqualTo(6);
    }

    @Test
    void keepsOnlyNeededData() {
        assertThat(CellLayout.of(List.of(AggregateFunction.MEAN)).size).isEqualTo(3);
        assertThat(CellLayout.of(List.of(AggregateFunction.COUNT)).size).isEqualTo(1);
        assertThat(CellLayout.of(List.of(AggregateFunction.MEAN)))
                .hasToString(CellLayout.of(List.of(AggregateFunction.SUM)).toString());
    }

    @Test
    void rateIsTheIncreasePerSecondWithResetsCountedFromZero() {
        Cells cells = cells("rate");
        Floats.add(cells, 0, 0, 100);
        assertThat(value(cells, "rate")).isNaN();

        Floats.add(cells, 0, 2 * SECOND, 160);
        Floats.add(cells, 0, 3 * SECOND, 10);
        Floats.add(cells, 0, 4 * SECOND, 30);

        assertThat(value(cells, "rate")).isEqualTo((60 + 10 + 20) / 4.0);
    }

    @Test
    void rateExtendsToTheFirstAndSkipsOutOfOrderValues() {
        Cells cells = cells("rate");
        Floats.add(cells, 0, 2 * SECOND, 20);
        Floats.add(cells, 0, 4 * SECOND, 40);
        Floats.add(cells, 0, 3 * SECOND, 30);
        Floats.add(cells, 0, 4 * SECOND, 35);
        Floats.add(cells, 0, SECOND, 5);

        assertThat(value(cells, "rate")).isEqualTo(35 / 3.0);
    }

    @Test
    void rateOfValuesWithOneStampIsUndefined() {
        Cells cells = cells("rate");
        Floats.add(cells, 0, 0, 1);
        Floats.add(cells, 0, 0, 2);

        assertThat(value(cells, "rate")).isNaN();
    }

    @Test
    void integralWeighsValuesByTheTimeUntilTheNext() {
        Cells cells = cells("integral", "time-average");
        Floats.add(cells, 0, 2 * SECOND, 100);
        assertThat(value(cells, "integral")).isNaN();
        assertThat(value(cells, "time-average")).isNaN();

        Floats.add(cells, 0, 5 * SECOND, 7);
        // It arrives later, so it continues.
        Floats.add(cells, 0, 5 * SECOND, 10);
        Floats.add(cells, 0, 6 * SECOND, -1e9);
        Floats.add(cells, 0, 0, 50);

        assertThat(value(cells, "integral")).isEqualTo(2 * 50 + 3 * 100 + 10);
        assertThat(value(cells, "time-average")).isEqualTo(410 / 6.0);
    }

    @Test
    void aConstantIsItsOwnTimeAverage() {
        Cells cells = cells("time-average");
        for (double second : new double[] {0, 0.333, 0.777, 3.777000123, 7.777000123}) {
            Floats.add(cells, 0, (long) (second * SECOND), 0.1);
        }

        assertThat(value(cells, "time-average")).isEqualTo(0.1);
    }

    @Test
    void theLargestValuesHaveATimeAverage() {
        Cells cells = cells("integral", "time-average");
        Floats.add(cells, 0, 0, 1e308);
        Floats.add(cells, 0, SECOND, 1e308);
        Floats.add(cells, 0, 3 * SECOND, 0);

        assertThat(value(cells, "integral")).isInfinite();
        assertThat(value(cells, "time-average")).isEqualTo(1e308);
    }

    @Test
    void integralLosesNoSmallValueBetweenLargeOnes() {
        Cells cells = cells("integral");
        Floats.add(cells, 0, 0, 1e16);
        Floats.add(cells, 0, SECOND, 1);
        Floats.add(cells, 0, 2 * SECOND, -1e16);
        Floats.add(cells, 0, 3 * SECOND, 0);

        assertThat(value(cells, "integral")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stddev", "spread", "rate"})
    void overflowIsNotFinite(String function) {
        Cells cells = cells(function);
        Floats.add(cells, 0, 0, -Double.MAX_VALUE);
        Floats.add(cells, 0, SECOND, -Double.MAX_VALUE);
        Floats.add(cells, 0, 2 * SECOND, Double.MAX_VALUE);
        Floats.add(cells, 0, 3 * SECOND, Double.MAX_VALUE);
        boolean isFinite = Double.isFinite(value(cells, function));

        assertThat(isFinite).isEqualTo(false);
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
