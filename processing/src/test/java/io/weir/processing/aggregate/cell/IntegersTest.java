package io.weir.processing.aggregate.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.processing.aggregate.Floats;
import io.weir.processing.aggregate.SavedCells;
import io.weir.processing.aggregate.group.Cells;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Functions of integers, and of integers among floats, against exact arithmetic. */
class IntegersTest {

    private static final long SECOND = 1_000_000_000;
    private static final long LARGE = 1_700_000_000_000_000_000L;
    private static final List<AggregateFunction> FUNCTIONS = Stream.of(
                    "sum",
                    "min",
                    "max",
                    "spread",
                    "first",
                    "last",
                    "count",
                    "mean",
                    "stddev",
                    "rate",
                    "increase",
                    "median")
            .map(AggregateFunction::of)
            .toList();
    private static final CellLayout LAYOUT = CellLayout.of(FUNCTIONS);

    private record Value(long stamp, BigDecimal number, boolean isInteger) {}

    @Test
    void keepAllTheirDigits() {
        Cells cells = cells(LARGE + 2, LARGE, LARGE + 1);

        assertThat(integer(cells, "first")).isEqualTo(LARGE + 2);
        assertThat(integer(cells, "last")).isEqualTo(LARGE + 1);
        assertThat(integer(cells, "min")).isEqualTo(LARGE);
        assertThat(integer(cells, "max")).isEqualTo(LARGE + 2);
        assertThat(integer(cells, "spread")).isEqualTo(2);
        assertThat(integer(cells, "sum")).isEqualTo(3 * LARGE + 3);
        assertThat(integer(cells, "count")).isEqualTo(3);
        assertThat(value(cells, "stddev")).isEqualTo(1);
    }

    @Test
    void rateIsOfExactDifferences() {
        assertThat(value(cells(LARGE, LARGE + 1, LARGE + 2, LARGE + 3), "rate")).isEqualTo(1);
    }

    @Test
    void overflowOfTheWholeSumIsUndefined() {
        assertThat(value(cells(Long.MAX_VALUE, 1), "sum")).isNaN();
        assertThat(value(cells(Long.MIN_VALUE, -1), "sum")).isNaN();
        assertThat(value(cells(Long.MIN_VALUE, Long.MAX_VALUE), "spread")).isNaN();
        assertThat(integer(cells(Long.MAX_VALUE, 1, -1), "sum")).isEqualTo(Long.MAX_VALUE);
        assertThat(value(cells(Long.MAX_VALUE, Long.MAX_VALUE), "mean")).isEqualTo(0x1p63);
    }

    @Test
    void aFloatTurnsAllIntoFloats() {
        Cells cells = cells(1, 2);
        Floats.add(cells, 0, 2 * SECOND, 0.5);
        cells.add(0, 3 * SECOND, 7, true);

        assertThat(FUNCTIONS).filteredOn(each -> cells.isInteger(0, each)).containsExactly(AggregateFunction.COUNT);
        assertThat(value(cells, "sum")).isEqualTo(10.5);
        assertThat(value(cells, "first")).isEqualTo(1);
        assertThat(value(cells, "last")).isEqualTo(7);
        assertThat(value(cells, "min")).isEqualTo(0.5);
    }

    @Test
    void everyFunctionIsExactHoweverValuesAreMerged() throws IOException {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            String run = "seed %d round %d".formatted(seed, round);
            List<Value> values = values(random);
            Cells cells = new Cells(LAYOUT, 4);
            for (Value each : values) {
                // Entries of consecutive times: a rate needs them to be merged in order.
                add(cells, (int) (each.stamp / SECOND / 50), each);
            }
            cells = SavedCells.restored(cells, LAYOUT, 4);
            for (int entry = 1; entry < 4; entry++) {
                cells.merge(0, cells, entry);
            }
            compare(cells, values, run);
        }
    }

    private static void compare(Cells cells, List<Value> values, String run) {
        boolean areIntegers = values.stream().allMatch(Value::isInteger);
        for (AggregateFunction function : FUNCTIONS) {
            BigDecimal exact = exact(values, function);
            String what = run + " " + function.spelling();
            boolean isInteger =
                    function.kind() == AggregateFunction.Kind.COUNT || (areIntegers && function.keepsIntegers());
            assertThat(cells.isInteger(0, function)).as(what).isEqualTo(isInteger);
            if (exact == null || (isInteger && exact.toBigInteger().bitLength() > 63)) {
                assertThat(cells.value(0, function)).as(what).isNaN();
            } else if (isInteger) {
                assertThat(cells.integer(0, function)).as(what).isEqualTo(exact.longValueExact());
            } else {
                double tolerance = areIntegers ? 1e-12 : 1e-6;
                double size = values.stream()
                        .mapToDouble(each -> Math.abs(each.number.doubleValue()))
                        .max()
                        .orElse(0);
                boolean isOfDifferences = function.kind() == AggregateFunction.Kind.STDDEV
                        || function.kind() == AggregateFunction.Kind.RATE
                        || function.kind() == AggregateFunction.Kind.INCREASE;
                double bound = areIntegers && isOfDifferences ? 0 : size * 1e-15;
                assertThat(cells.value(0, function))
                        .as(what)
                        .isCloseTo(exact.doubleValue(), within(Math.abs(exact.doubleValue()) * tolerance + bound));
            }
        }
    }

    /** Null if undefined. */
    private static @Nullable BigDecimal exact(List<Value> values, AggregateFunction function) {
        List<BigDecimal> numbers = values.stream().map(Value::number).toList();
        List<BigDecimal> sorted = numbers.stream().sorted().toList();
        BigDecimal sum = numbers.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        BigDecimal count = BigDecimal.valueOf(numbers.size());
        BigDecimal mean = sum.divide(count, new MathContext(60));
        return switch (function.kind()) {
            case COUNT -> count;
            case SUM, MATCHES -> sum;
            case MIN -> sorted.get(0);
            case MAX -> sorted.get(sorted.size() - 1);
            case SPREAD -> sorted.get(sorted.size() - 1).subtract(sorted.get(0));
            case FIRST -> numbers.get(0);
            case LAST -> numbers.get(numbers.size() - 1);
            case MEAN, SHARE -> mean;
            case STDDEV -> numbers.size() == 1 ? null : deviation(numbers, mean);
            case INCREASE -> numbers.size() == 1 ? null : increase(values);
            case INTEGRAL, TIME_AVERAGE, MAD, DISTINCT ->
                throw new IllegalArgumentException(function.spelling() + " keeps no integers");
            case RATE -> numbers.size() == 1 ? null : rate(values);
            case QUANTILE -> sorted.get((sorted.size() - 1) / 2);
        };
    }

    private static BigDecimal deviation(List<BigDecimal> numbers, BigDecimal mean) {
        return numbers.stream()
                .map(each -> each.subtract(mean).pow(2))
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .divide(BigDecimal.valueOf(numbers.size() - 1), new MathContext(60))
                .sqrt(MathContext.DECIMAL64);
    }

    private static BigDecimal rate(List<Value> values) {
        long nanos = values.get(values.size() - 1).stamp - values.get(0).stamp;
        return increase(values).divide(BigDecimal.valueOf(nanos).movePointLeft(9), new MathContext(40));
    }

    private static BigDecimal increase(List<Value> values) {
        BigDecimal increase = BigDecimal.ZERO;
        for (int i = 1; i < values.size(); i++) {
            BigDecimal step = values.get(i).number.subtract(values.get(i - 1).number);
            increase = increase.add(step.signum() < 0 ? values.get(i).number : step);
        }
        return increase;
    }

    /** At most 64 values, so that the median is exact, in order of time. */
    private static List<Value> values(Random random) {
        // Integers among floats lose digits beyond 2^53.
        boolean hasFloats = random.nextInt(3) == 0;
        long offset = random.nextBoolean() && !hasFloats ? LARGE : random.nextLong() >> random.nextInt(64);
        offset = hasFloats ? offset >> 14 : offset;
        int bits = 1 + random.nextInt(random.nextBoolean() || hasFloats ? 20 : 64);
        List<Value> values = new ArrayList<>();
        for (int left = 1 + random.nextInt(64); left > 0; left--) {
            BigInteger number = BigInteger.valueOf(offset).add(BigInteger.valueOf(random.nextLong() >> (64 - bits)));
            boolean isInteger = number.bitLength() <= 63 && !(hasFloats && random.nextInt(4) == 0);
            BigDecimal value = isInteger ? new BigDecimal(number) : new BigDecimal(number.doubleValue() + 0.5);
            values.add(new Value(random.nextInt(200_000) * (SECOND / 1_000), value, isInteger));
        }
        values.sort(Comparator.comparingLong(Value::stamp));
        for (int i = 1; i < values.size(); i++) {
            if (values.get(i).stamp == values.get(i - 1).stamp) {
                values.remove(i--);
            }
        }
        return values;
    }

    private static void add(Cells cells, int entry, Value value) {
        if (value.isInteger) {
            cells.add(entry, value.stamp, value.number.longValueExact(), true);
        } else {
            Floats.add(cells, entry, value.stamp, value.number.doubleValue());
        }
    }

    /** One value per second. */
    private static Cells cells(long... values) {
        Cells cells = new Cells(LAYOUT, 1);
        for (int i = 0; i < values.length; i++) {
            cells.add(0, i * SECOND, values[i], true);
        }
        return cells;
    }

    private static long integer(Cells cells, String function) {
        assertThat(cells.isInteger(0, AggregateFunction.of(function))).isTrue();
        return cells.integer(0, AggregateFunction.of(function));
    }

    private static double value(Cells cells, String function) {
        return cells.value(0, AggregateFunction.of(function));
    }
}
