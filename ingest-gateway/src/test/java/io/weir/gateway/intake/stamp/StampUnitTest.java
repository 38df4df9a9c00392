package io.weir.gateway.intake.stamp;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.Intake;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class StampUnitTest {
    private static final long NOW_NANOS = 1_790_000_000_123_456_789L;

    @ParameterizedTest
    @CsvSource({"NS, 1", "US, 1000", "MS, 1000000", "S, 1000000000", "M, 60000000000", "H, 3600000000000"})
    void bringsStampsToNanoseconds(StampUnit unit, long nanos) {
        assertThat(unit.toNanos(NOW_NANOS / nanos)).isEqualTo(NOW_NANOS / nanos * nanos);
        assertThat(unit.fits(NOW_NANOS / nanos)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"1", "1000", "1000000", "1000000000"})
    void detectsTheUnitByTheTimestampsSize(long nanos) {
        assertThat(StampUnit.AUTO.toNanos(NOW_NANOS / nanos)).isEqualTo(NOW_NANOS / nanos * nanos);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
    void knowsWhatDoesNotFitInto64Bits(StampUnit unit) {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("StampUnitTest seed=" + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            long stamp = random.nextLong() >> random.nextInt(64);
            BigInteger exact = BigInteger.valueOf(stamp).multiply(BigInteger.valueOf(unit.toNanos(1)));
            assertThat(unit.fits(stamp)).as("%s of seed %s", stamp, seed).isEqualTo(exact.bitLength() < 64);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, 12_449_585_205_046L, 99_999_999_999L})
    void whatCannotBeATimeFitsNoUnit(long stamp) {
        assertThat(StampUnit.AUTO.fits(stamp)).isFalse();
    }

    @Test
    void aStampThatDoesNotFitIsRefused() {
        Intake intake = new Intake(StampUnit.S);
        intake.receive("cpu value=1 1790000000\ncpu value=2 1790000000000000000");
        intake.lines.flush();
        assertThat(Intake.lines(intake.queued())).singleElement().satisfies(line -> assertThat(line)
                .endsWith("value=1 1790000000000000000"));
        assertThat(intake.counts.rejected.of("timestamp-out-of-range")).isEqualTo(1);
    }
}
