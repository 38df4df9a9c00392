package io.weir.standalone.send;

import java.util.Locale;
import java.util.SplittableRandom;

/** How the values of a series change: 0 to 100, in ten-thousandths. */
public enum ValuePattern {
    /** A new random value each time. */
    RANDOM {
        @Override
        int next(int series, long epochNanos, int last, SplittableRandom random) {
            return random.nextInt(HUNDRED + 1);
        }
    },
    /** Always 42: the best case for suppression. */
    CONSTANT {
        @Override
        int next(int series, long epochNanos, int last, SplittableRandom random) {
            return 42 * ONE;
        }
    },
    /**
     * Between 1 and 99 with a period of one minute and a phase per series: alarms are raised and
     * cleared.
     */
    SINE {
        @Override
        int next(int series, long epochNanos, int last, SplittableRandom random) {
            return 50 * ONE + (int) (49 * ONE * Math.sin(2 * Math.PI * phase(series, epochNanos)));
        }
    },
    /** A small random step each time, like loads and temperatures. */
    WALK {
        @Override
        int next(int series, long epochNanos, int last, SplittableRandom random) {
            return Math.max(0, Math.min(HUNDRED, last + random.nextInt(-ONE / 2, ONE / 2 + 1)));
        }
    },
    /** Half a minute at 20, half a minute at 90, with a phase per series. */
    STEP {
        @Override
        int next(int series, long epochNanos, int last, SplittableRandom random) {
            return phase(series, epochNanos) < 0.5 ? 20 * ONE : 90 * ONE;
        }
    },
    /** Between 15 and 25, with one in a thousand at 99. */
    SPIKES {
        @Override
        int next(int series, long epochNanos, int last, SplittableRandom random) {
            return random.nextInt(1000) == 0 ? 99 * ONE : random.nextInt(15 * ONE, 25 * ONE);
        }
    };

    static final int ONE = 10_000;
    static final int HUNDRED = 100 * ONE;

    private static final long PERIOD_NANOS = 60_000_000_000L;
    /** Spreads any number of series evenly over the period. */
    private static final double GOLDEN_RATIO = 0.618033988749895;

    /** The value after {@code last}. */
    abstract int next(int series, long epochNanos, int last, SplittableRandom random);

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static double phase(int series, long epochNanos) {
        double phase = epochNanos % PERIOD_NANOS / (double) PERIOD_NANOS + series * GOLDEN_RATIO;
        return phase - Math.floor(phase);
    }
}
