package io.weir.contract.line;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalsTest {
    @ParameterizedTest
    @ValueSource(
            doubles = {
                0,
                -0.0,
                1,
                -1,
                0.1,
                0.3,
                -12.345,
                0.001,
                0.000999999,
                0.5,
                100,
                120.05,
                9999999,
                9999999.999999,
                1e7,
                1e22,
                0.1234567,
                1.000001,
                1.0000001,
                1.0 / 3,
                Double.MAX_VALUE,
                Double.MIN_VALUE,
                -Double.MIN_NORMAL,
                -2.2250738585072014E-308
            })
    void spellsADoubleAsJavaDoes(double value) {
        assertThat(written(value)).isEqualTo(Double.toString(value));
    }

    @Test
    void formatsShortDecimalsAndExactDoubles() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        int shorter = 0;
        for (int i = 0; i < 200_000; i++) {
            String text = (random.nextBoolean() ? "-" : "") + random.nextInt(10_000_000) + "."
                    + (random.nextInt(1_000_000) + 1_000_000 + "").substring(1);
            double decimal = Double.parseDouble(text);
            assertThat(written(decimal)).as("seed %d", seed).isEqualTo(Double.toString(decimal));
            double any = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(any)) {
                assertThat(written(any)).as("seed %d", seed).isEqualTo(Double.toString(any));
            }
            double near = random.nextInt(1_000) + random.nextInt(10) * Math.ulp(1_000.0);
            assertThat(Double.parseDouble(written(near))).as("seed %d", seed).isEqualTo(near);
            shorter += written(near).length() < 10 ? 1 : 0;
        }
        assertThat(shorter).as("seed %d", seed).isPositive();
    }

    @Test
    void spellsWhatIsComputedAsJavaDoes() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < 300_000; i++) {
            double decimal = random.nextInt(1_000_000) / 10_000.0;
            double plain = Math.scalb(1 + random.nextDouble(), random.nextInt(36) - 11);
            double few = random.nextInt(1 << 20) * Math.scalb(1.0, -random.nextInt(30));
            for (double value : new double[] {decimal * 0.01, decimal - random.nextInt(100) / 7.0, plain, few}) {
                assertThat(written(value)).as("seed %d", seed).isEqualTo(Double.toString(value));
                double next = Math.nextUp(value);
                assertThat(written(next)).as("seed %d", seed).isEqualTo(Double.toString(next));
            }
        }
    }

    private static String written(double value) {
        byte[] bytes = new byte[Decimals.MAX_LENGTH + 3];
        int end = Decimals.write(bytes, 3, value);
        return new String(bytes, 3, end - 3, US_ASCII);
    }
}
