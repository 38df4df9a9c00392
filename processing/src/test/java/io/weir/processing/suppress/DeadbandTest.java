package io.weir.processing.suppress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeadbandTest {

    private static final BigDecimal TWO_TO_53 = BigDecimal.valueOf(1L << 53);
    private static final int ROUNDS = 20_000;

    @ParameterizedTest
    @CsvSource({
        "0.25, 0,    1.0,                   1.25,                  true",
        "0.25, 0,    1.25,                  1.0,                   true",
        "0.25, 0,    1.0,                   1.2500000000000002,    false",
        "0.25, 0,    -0.0,                  0.0,                   true",
        "0,    0.5,  100.0,                 150.0,                 true",
        "0,    0.5,  -100.0,                -150.0,                true",
        "0,    0.5,  100.0,                 150.00000000000003,    false",
        "0,    0.5,  0.0,                   5e-324,                false",
        "0,    0.5,  -1.7e308,              1.7e308,               false",
        "10,   0.5,  4.0,                   14.0,                  true",
        "1,    0.5,  4.0,                   6.0,                   true",
        // The difference of the doubles is slightly above 0.2, although Java rounds it to 0.2.
        "0.2,  0,    100.2,                 100.4,                 false",
        "0.9,  0,    1i,                    2i,                    false",
        "1.9,  0,    1i,                    2i,                    true",
        "1.9,  0,    1i,                    3i,                    false",
        "1,    0,    9007199254740992i,     9007199254740993i,     true",
        "0,    0,    9007199254740992i,     9007199254740993i,     false",
        "1,    0,    9007199254740992i,     9007199254740994i,     false",
        "1,    0,    -9223372036854775808i, 9223372036854775807i,  false",
        "1e19, 0,    -9223372036854775808i, 9223372036854775807i,  false",
        "2e19, 0,    -9223372036854775808i, 9223372036854775807i,  true",
        "0,    0.99, -9223372036854775808i, 0i,                    false",
        "1,    0,    18446744073709551615u, 18446744073709551614u, true",
        "1,    0,    18446744073709551615u, 18446744073709551613u, false",
        "1e19, 0,    0u,                    18446744073709551615u, false",
        "0,    0.5,  18446744073709551615u, 9223372036854775809u,  false",
        "1e9,  0,    1i,                    1u,                    false",
        "1e9,  0,    1i,                    1.0,                   false",
        "1e9,  0,    t,                     true,                  false",
        "1e9,  0,    t,                     t,                     true",
        "1e9,  0,    '\"1\"',               '\"2\"',               false",
        "1e9,  0,    '\"1\"',               '\"1\"',               true",
    })
    void decidesWhatIsWithinTheBand(double absolute, double share, String reference, String value, boolean isLike) {
        Deadband band = new Deadband(absolute, share);

        assertThat(band.isLike(FilterRig.value(reference), FilterRig.value(value)))
                .isEqualTo(isLike);
    }

    @ParameterizedTest
    @CsvSource({"-1, 0", "NaN, 0", "Infinity, 0", "0, 1", "0, -0.1", "0, NaN"})
    void refusesWhatIsNoBand(double absolute, double share) {
        assertThatThrownBy(() -> new Deadband(absolute, share)).isInstanceOf(IllegalArgumentException.class);
    }

    /**
     * Compares with unlimited precision: the band is never exceeded, and is exact if no digits are
     * cut off.
     */
    @Test
    void neverExceedsTheBandByAnyDigit() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            double absolute = random.nextInt(3) == 0 ? 0 : random.nextInt(100) / 10.0;
            double share = random.nextInt(3) == 0 ? 0 : random.nextInt(100) / 1000.0;
            boolean isFloat = random.nextBoolean();
            BigDecimal reference = isFloat ? nextFloat(random) : nextInteger(random);
            BigDecimal band = new BigDecimal(absolute).max(new BigDecimal(share).multiply(reference.abs()));
            BigDecimal value = isFloat ? near(reference, band, random) : nearInteger(reference, band, random);
            String type = isFloat ? "" : "i";

            boolean isLike = new Deadband(absolute, share)
                    .isLike(FilterRig.value(spelled(reference) + type), FilterRig.value(spelled(value) + type));

            boolean isWithin = reference.subtract(value).abs().compareTo(band) <= 0;
            boolean isExact = share == 0 || (!isFloat && reference.abs().compareTo(TWO_TO_53) < 0);
            if (isLike ? !isWithin : isExact) {
                assertThat(isLike)
                        .as("seed %d: %s is like %s within %s", seed, value, reference, band)
                        .isEqualTo(isWithin);
            }
        }
    }

    private static BigDecimal nextFloat(Random random) {
        return new BigDecimal((random.nextInt(20_000) - 10_000) / 10.0 * Math.pow(10, random.nextInt(9) - 4));
    }

    private static BigDecimal nextInteger(Random random) {
        return new BigDecimal(random.nextLong() >> random.nextInt(64));
    }

    /** At the edge of the band, or one double beside it. */
    private static BigDecimal near(BigDecimal reference, BigDecimal band, Random random) {
        double edge = reference.add(random.nextBoolean() ? band : band.negate()).doubleValue();
        return new BigDecimal(
                switch (random.nextInt(3)) {
                    case 0 -> Math.nextUp(edge);
                    case 1 -> Math.nextDown(edge);
                    default -> edge;
                });
    }

    private static BigDecimal nearInteger(BigDecimal reference, BigDecimal band, Random random) {
        BigInteger edge = reference
                .add(random.nextBoolean() ? band : band.negate())
                .toBigInteger()
                .add(BigInteger.valueOf(random.nextInt(3) - 1));
        BigInteger least = BigInteger.valueOf(Long.MIN_VALUE);
        BigInteger most = BigInteger.valueOf(Long.MAX_VALUE);
        return new BigDecimal(edge.max(least).min(most));
    }

    private static String spelled(BigDecimal number) {
        return number.toPlainString();
    }
}
