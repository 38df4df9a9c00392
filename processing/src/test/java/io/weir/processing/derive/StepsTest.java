package io.weir.processing.derive;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.FieldType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class StepsTest {

    private static final long SECOND = 1_000_000_000;

    private static final List<StepSpec.Kind> KINDS = List.of(StepSpec.Kind.values());

    /** A value that was not out of order. */
    private record Point(long nanos, BigDecimal value) {}

    private Steps steps = of(StepSpec.Kind.INCREMENT, 0);

    @Test
    void aRateIsPerTimeOfTheMetrics() {
        steps = new Steps(new StepSpec(StepSpec.Kind.RATE, 60, 0));

        assertThat(next(0, 100)).isEqualTo(Outcome.TOO_EARLY);
        assertThat(next(2 * SECOND, 110)).isEqualTo(Outcome.DERIVED);
        assertThat(steps.value()).isEqualTo(300);
    }

    @Test
    void aSmallerCounterGrewByItsNewValue() {
        next(0, 100);

        assertThat(next(1, 7)).isEqualTo(Outcome.RESET);
        assertThat(steps.value()).isEqualTo(7);
        assertThat(next(1, 7)).as("a repeat").isEqualTo(Outcome.RESET);
        assertThat(steps.value()).isEqualTo(7);
        assertThat(next(2, 9)).isEqualTo(Outcome.DERIVED);
        assertThat(steps.value()).isEqualTo(2);
    }

    @Test
    void aCounterThatFallsBelowZeroHasNoResult() {
        next(0, 100);

        assertThat(next(1, -7)).isEqualTo(Outcome.NEGATIVE);
        assertThat(next(2, -5)).isEqualTo(Outcome.DERIVED);
        assertThat(steps.value()).isEqualTo(2);
    }

    @Test
    void aDifferenceMayBeNegative() {
        steps = of(StepSpec.Kind.DIFFERENCE, 0);
        next(0, 100);

        assertThat(next(1, 7)).isEqualTo(Outcome.DERIVED);
        assertThat(steps.value()).isEqualTo(-93);
    }

    @Test
    void ignoresAnOlderValue() {
        next(10, 100);

        assertThat(next(5, 50)).isEqualTo(Outcome.OUT_OF_ORDER);
        next(20, 103);
        assertThat(steps.value()).isEqualTo(3);
    }

    @Test
    void aValueOfTheSameTimeReplacesTheLast() {
        next(0, 100);
        next(10, 110);
        next(10, 110);
        assertThat(steps.value()).isEqualTo(10);
        next(10, 120);
        assertThat(steps.value()).isEqualTo(20);
        next(20, 121);
        assertThat(steps.value()).isEqualTo(1);
    }

    @Test
    void anotherTypeOfNumberRestarts() {
        next(3, 101);
        assertThat(steps.next(4, FieldType.FLOAT, Double.doubleToRawLongBits(5)))
                .isEqualTo(Outcome.TYPE_CHANGED);
        assertThat(steps.next(5, FieldType.FLOAT, Double.doubleToRawLongBits(5.5)))
                .isEqualTo(Outcome.DERIVED);
        assertThat(steps.value()).isEqualTo(0.5);
    }

    @Test
    void integersBeyondDoublePrecisionAreExact() {
        next(0, Long.MAX_VALUE - 1);
        next(1, Long.MAX_VALUE);
        assertThat(steps.value()).isEqualTo(1);

        steps = of(StepSpec.Kind.INCREMENT, 0);
        next(0, Long.MIN_VALUE);
        next(1, Long.MAX_VALUE);
        assertThat(steps.value()).isEqualTo(0x1p64);

        steps = of(StepSpec.Kind.INCREMENT, 0);
        steps.next(0, FieldType.UNSIGNED, -3);
        steps.next(1, FieldType.UNSIGNED, -1);
        assertThat(steps.value()).isEqualTo(2);
    }

    @Test
    void aCounterContinuesAfterItsWrap() {
        steps = of(StepSpec.Kind.INCREMENT, 32);
        next(0, (1L << 32) - 10);
        assertThat(next(1, 5)).isEqualTo(Outcome.DERIVED);
        assertThat(steps.value()).isEqualTo(15);

        steps = of(StepSpec.Kind.INCREMENT, 64);
        steps.next(0, FieldType.UNSIGNED, -10);
        assertThat(steps.next(1, FieldType.UNSIGNED, 5)).isEqualTo(Outcome.DERIVED);
        assertThat(steps.value()).isEqualTo(15);
        // The same bits, from a sender that has only signed integers.
        steps = of(StepSpec.Kind.INCREMENT, 64);
        next(0, Long.MAX_VALUE);
        assertThat(next(1, Long.MIN_VALUE + 4)).isEqualTo(Outcome.DERIVED);
        assertThat(steps.value()).isEqualTo(5);
    }

    @Test
    void aRestartInTheUpperHalfIsNoWrap() {
        steps = of(StepSpec.Kind.INCREMENT, 32);
        next(0, 3_999_999_000L);
        next(10, 4_000_000_000L);
        assertThat(next(20, 10)).isEqualTo(Outcome.RESET);
        assertThat(steps.value()).isEqualTo(10);
    }

    @Test
    void aFastCounterWrapsAtItsSpeed() {
        steps = of(StepSpec.Kind.INCREMENT, 32);
        next(0, 3_700_000_000L);
        next(10, 4_000_000_000L);
        assertThat(next(20, 10)).isEqualTo(Outcome.DERIVED);
        assertThat(steps.value()).isEqualTo(294_967_306);
        next(30, 200_000_000);
        next(40, 4_200_000_000L);
        assertThat(next(50, 5)).as("whatever it did since").isEqualTo(Outcome.DERIVED);
    }

    @Test
    void aStepOfHalfTheRangeIsAReset() {
        steps = of(StepSpec.Kind.INCREMENT, 32);
        next(-1, 0);
        next(0, 1_000_000_000);
        assertThat(next(1, 5)).isEqualTo(Outcome.RESET);
        next(2, 1L << 40);
        assertThat(next(3, 5)).isEqualTo(Outcome.RESET);

        steps = of(StepSpec.Kind.INCREMENT, 64);
        next(0, 1_000_000);
        assertThat(next(1, 5)).isEqualTo(Outcome.RESET);
    }

    @Test
    void aDifferenceTooLargeForADoubleIsUndefined() {
        steps = of(StepSpec.Kind.DIFFERENCE, 0);
        steps.next(0, FieldType.FLOAT, Double.doubleToRawLongBits(-Double.MAX_VALUE));

        assertThat(steps.next(1, FieldType.FLOAT, Double.doubleToRawLongBits(Double.MAX_VALUE)))
                .isEqualTo(Outcome.UNDEFINED);
    }

    /**
     * Compares with unbounded arithmetic over all values that were not out of order, with
     * occasional restarts.
     */
    @Test
    void agreesWithExactArithmeticOnRandomSeriesWithRestarts() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("StepsTest seed=" + seed);
        Random random = new Random(seed);
        int derived = 0;
        for (int round = 0; round < 300; round++) {
            StepSpec spec = new StepSpec(KINDS.get(random.nextInt(3)), 1 + random.nextInt(60), random.nextInt(3) * 32);
            if (spec.kind() == StepSpec.Kind.DIFFERENCE) {
                spec = new StepSpec(spec.kind(), spec.perSeconds(), 0);
            }
            FieldType type =
                    new FieldType[] {FieldType.INTEGER, FieldType.UNSIGNED, FieldType.FLOAT}[random.nextInt(3)];
            derived += compare(spec, type, random, seed);
        }
        assertThat(derived).as("seed %d", seed).isGreaterThan(1_000);
    }

    private static int compare(StepSpec spec, FieldType type, Random random, long seed) {
        Steps steps = new Steps(spec);
        List<Point> accepted = new ArrayList<>();
        long timestamp = random.nextLong() >> 2;
        long bits = random.nextLong();
        int derived = 0;
        for (int i = 0; i < 50; i++) {
            timestamp += random.nextInt(10) - 2;
            bits = nextBits(type, bits, spec.wrapBits(), random);
            long latest = accepted.isEmpty() ? Long.MIN_VALUE : last(accepted, 0).nanos;
            boolean isOutOfOrder = timestamp < latest;
            Outcome outcome = steps.next(timestamp, type, bits);
            assertThat(outcome == Outcome.OUT_OF_ORDER).as("seed %d", seed).isEqualTo(isOutOfOrder);
            if (!isOutOfOrder) {
                if (timestamp == latest) {
                    accepted.remove(accepted.size() - 1);
                }
                accepted.add(new Point(timestamp, exact(type, bits)));
                derived += compare(spec, type, steps, outcome, accepted, seed);
            }
            if (random.nextInt(5) == 0) {
                steps = Restarts.restarted(steps, new Steps(spec));
            }
        }
        return derived;
    }

    private static int compare(
            StepSpec spec, FieldType type, Steps steps, Outcome outcome, List<Point> accepted, long seed) {
        if (accepted.size() == 1) {
            assertThat(outcome).as("seed %d", seed).isEqualTo(Outcome.TOO_EARLY);
            return 0;
        }
        BigDecimal earlier = last(accepted, 1).value;
        BigDecimal last = last(accepted, 0).value;
        BigDecimal step = last.subtract(earlier);
        Outcome expectedOutcome = Outcome.DERIVED;
        if (step.signum() < 0 && spec.kind() != StepSpec.Kind.DIFFERENCE) {
            BigDecimal range = new BigDecimal(BigInteger.ONE.shiftLeft(spec.wrapBits()));
            BigDecimal lowest = spec.wrapBits() == 64 && type == FieldType.INTEGER
                    ? range.divide(BigDecimal.valueOf(-2))
                    : BigDecimal.ZERO;
            boolean isInRange = last.compareTo(lowest) >= 0 && earlier.compareTo(lowest.add(range)) < 0;
            step = step.add(range);
            BigDecimal plausible = plausible(accepted, range);
            if (step.subtract(plausible).abs().compareTo(plausible.scaleByPowerOfTen(-12)) < 0) {
                return 0; // a rounding error may decide
            }
            if (spec.wrapBits() == 0
                    || !isInRange
                    || step.add(step).compareTo(range) >= 0
                    || step.compareTo(plausible) > 0) {
                expectedOutcome = last.signum() < 0 ? Outcome.NEGATIVE : Outcome.RESET;
                step = last;
            }
        }
        assertThat(outcome).as("seed %d", seed).isEqualTo(expectedOutcome);
        if (!outcome.hasResult()) {
            return 0;
        }
        double expected = spec.kind() == StepSpec.Kind.RATE
                ? step.multiply(BigDecimal.valueOf(spec.perSeconds() * SECOND))
                        .divide(
                                BigDecimal.valueOf(last(accepted, 0).nanos - last(accepted, 1).nanos),
                                MathContext.DECIMAL128)
                        .doubleValue()
                : step.doubleValue();
        assertThat(steps.value())
                .as("seed %d %s %s: %s then %s", seed, spec, type, earlier, last)
                .isCloseTo(expected, Offset.offset(Math.abs(expected) * 1e-14));
        return 1;
    }

    /** The largest step across the wrap: four times the fastest step so far, or a small one. */
    private static BigDecimal plausible(List<Point> accepted, BigDecimal range) {
        BigDecimal largest = range.divide(BigDecimal.valueOf(1024));
        long now = last(accepted, 0).nanos - last(accepted, 1).nanos;
        for (int i = 1; i < accepted.size() - 1; i++) {
            BigDecimal step = accepted.get(i).value.subtract(accepted.get(i - 1).value);
            BigDecimal nanos = BigDecimal.valueOf(accepted.get(i).nanos - accepted.get(i - 1).nanos);
            largest = largest.max(step.multiply(BigDecimal.valueOf(4 * now)).divide(nanos, MathContext.DECIMAL128));
        }
        return largest;
    }

    private static Point last(List<Point> points, int back) {
        return points.get(points.size() - 1 - back);
    }

    /** Near the last value, sometimes far from it, and around the wrap of counters. */
    private static long nextBits(FieldType type, long last, int wrapBits, Random random) {
        if (type == FieldType.FLOAT) {
            return Double.doubleToRawLongBits(
                    Math.rint(random.nextDouble() * (random.nextBoolean() ? 0x1p32 : 0x1p20)));
        }
        return switch (random.nextInt(8)) {
            case 0 -> wrapBits == 32 ? random.nextLong() >>> 32 : random.nextLong();
            case 1 -> wrapBits == 32 ? (last + random.nextInt()) & 0xFFFF_FFFFL : last + (random.nextLong() >> 1);
            case 2 -> last + random.nextInt(1 << random.nextInt(31));
            default -> last + random.nextInt(1_000) - 100;
        };
    }

    private static BigDecimal exact(FieldType type, long bits) {
        return switch (type) {
            case FLOAT -> new BigDecimal(Double.longBitsToDouble(bits));
            case UNSIGNED -> new BigDecimal(Long.toUnsignedString(bits));
            default -> BigDecimal.valueOf(bits);
        };
    }

    private static Steps of(StepSpec.Kind kind, int wrapBits) {
        return new Steps(new StepSpec(kind, 1, wrapBits));
    }

    private Outcome next(long timestamp, long value) {
        return steps.next(timestamp, FieldType.INTEGER, value);
    }
}
