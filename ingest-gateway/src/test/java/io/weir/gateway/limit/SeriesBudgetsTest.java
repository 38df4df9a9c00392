package io.weir.gateway.limit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SeriesBudgetsTest {
    private static final long HOUR = 3_600_000_000_000L;
    private static final long NOW = 500_000 * HOUR;

    private final Sources sources = new Sources(new SourceSettings(1000, LineBudget.UNLIMITED, 10), () -> NOW);
    private final SeriesBudgets budgets = new SeriesBudgets(sources, 10, 15);

    @Test
    void aSourceThatBringsTooManySeriesIsRefusedAndNoOther() {
        assertThat(taken("10.0.0.1", "cpu", 12, NOW)).isEqualTo(10);
        assertThat(take("10.0.0.1", "other", NOW)).isEqualTo("series-budget-source");
        assertThat(take("10.0.0.2", "cpu", NOW)).isNull();
    }

    @Test
    void aMeasurementWithTooManySeriesIsRefusedAndNoOther() {
        assertThat(taken("10.0.0.1", "cpu", 10, NOW)).isEqualTo(10);
        assertThat(taken("10.0.0.2", "cpu", 10, NOW)).isEqualTo(5);
        assertThat(take("10.0.0.2", "cpu", NOW)).isEqualTo("series-budget-measurement");
        assertThat(taken("10.0.0.2", "mem", 10, NOW))
                .as("what was refused costs no budget")
                .isEqualTo(5);
    }

    @Test
    void theNextHourHasANewBudget() {
        taken("10.0.0.1", "cpu", 10, NOW);
        assertThat(take("10.0.0.1", "cpu", NOW + HOUR - 1)).isEqualTo("series-budget-source");
        assertThat(taken("10.0.0.1", "cpu", 20, NOW + HOUR)).isEqualTo(10);
    }

    @Test
    void aLateClockDoesNotResetABudget() {
        taken("10.0.0.1", "cpu", 10, NOW);
        assertThat(take("10.0.0.1", "cpu", NOW - 1)).isEqualTo("series-budget-source");
        assertThat(take("10.0.0.1", "cpu", NOW)).isEqualTo("series-budget-source");
    }

    @Test
    void resetsSmallBudgetsWhenTheSeriesTableStartsOver() {
        Sources few = new Sources(new SourceSettings(1000, LineBudget.UNLIMITED, 100), () -> NOW);
        SeriesBudgets hundred = new SeriesBudgets(few, 100, 150);
        assertThat(taken(hundred, "10.0.0.1", "cpu", 9, NOW)).isEqualTo(9);
        assertThat(taken(hundred, "10.0.0.2", "mem", 10, NOW)).isEqualTo(10);
        hundred.startOver();
        assertThat(taken(hundred, "10.0.0.1", "cpu", 200, NOW)).isEqualTo(100);
        assertThat(taken(hundred, "10.0.0.2", "disk", 200, NOW)).isEqualTo(90);
        assertThat(taken(hundred, "10.0.0.3", "cpu", 200, NOW))
                .as("a measurement with more than a tenth keeps it too")
                .isEqualTo(50);
    }

    @Test
    void warnsOnceAtEightyPercent() {
        taken("10.0.0.1", "cpu", 7, NOW);
        assertThat(budgets.nextNearlyUsedUp()).isEmpty();
        taken("10.0.0.1", "cpu", 5, NOW);
        taken("10.0.0.2", "cpu", 5, NOW);
        assertThat(budgets.nextNearlyUsedUp()).hasValue("source 10.0.0.1 (8 of 10), measurement cpu (12 of 15)");
        assertThat(budgets.nextNearlyUsedUp()).isEmpty();
        assertThat(budgets.nearlyUsedUp()).isEqualTo(2);
    }

    @Test
    void namesAFewOfManyThatAreNearlyUsedUp() {
        for (int i = 1; i <= 9; i++) {
            taken("10.0.0." + i, "m" + i, 8, NOW);
        }
        assertThat(budgets.nextNearlyUsedUp().orElse("")).contains("10.0.0.5").endsWith(" and 4 more");
    }

    @Test
    void furtherMeasurementsShareOneBudget() {
        MeasurementBudget many = new MeasurementBudget(2);
        for (int i = 0; i < MeasurementBudget.MEASUREMENTS; i++) {
            assertThat(take(many, "m" + i)).isEqualTo(1);
        }
        assertThat(take(many, "new1")).isEqualTo(1);
        assertThat(take(many, "new2")).isEqualTo(2);
        assertThat(take(many, "new3")).isZero();
        assertThat(take(many, "m7")).isEqualTo(2);
    }

    @Test
    void whoHasNoAddressHasTheBudgetsOfMeasurementsOnly() {
        byte[] series = "cpu".getBytes(UTF_8);
        int taken = 0;
        for (int i = 0; i < 30; i++) {
            taken += budgets.take(new SourceAddress(), series, 0, 3, 3, NOW) == null ? 1 : 0;
        }
        assertThat(taken).as("of 10 for a source and 15 for a measurement").isEqualTo(15);
        assertThat(budgets.nextNearlyUsedUp()).hasValue("measurement cpu (12 of 15)");
    }

    /** Of a budget of 10, a series of 8 KiB leaves nothing, but is accepted itself. */
    @Test
    void aLongSeriesCountsOnceForEach256Bytes() {
        SourceAddress source = new SourceAddress();
        source.set(new InetSocketAddress("10.0.0.9", 1).getAddress());
        byte[] cpu = "cpu".getBytes(UTF_8);

        assertThat(budgets.take(source, cpu, 0, 3, 7 * 256 + 1, NOW)).isNull();
        assertThat(budgets.nextNearlyUsedUp()).hasValue("source 10.0.0.9 (8 of 10)");
        assertThat(budgets.take(source, cpu, 0, 3, 256, NOW)).isNull();
        assertThat(budgets.take(source, cpu, 0, 3, 8_192, NOW)).isNull();
        assertThat(budgets.take(source, cpu, 0, 3, 1, NOW)).isEqualTo(SeriesBudgets.SOURCE);
    }

    private static int take(MeasurementBudget budget, String measurement) {
        byte[] bytes = measurement.getBytes(UTF_8);
        return budget.take(bytes, 0, bytes.length, 1, new SeriesEpoch(1, 0));
    }

    private int taken(String source, String measurement, int wanted, long now) {
        return taken(budgets, source, measurement, wanted, now);
    }

    private static int taken(SeriesBudgets budgets, String source, String measurement, int wanted, long now) {
        int taken = 0;
        for (int i = 0; i < wanted; i++) {
            taken += take(budgets, source, measurement, now) == null ? 1 : 0;
        }
        return taken;
    }

    private @Nullable String take(String source, String measurement, long now) {
        return take(budgets, source, measurement, now);
    }

    private static @Nullable String take(SeriesBudgets budgets, String source, String measurement, long now) {
        byte[] bytes = (measurement + ",host=a").getBytes(UTF_8);
        SourceAddress address = new SourceAddress();
        address.set(new InetSocketAddress(source, 1).getAddress());
        return budgets.take(address, bytes, 0, measurement.length(), bytes.length, now);
    }

    @Test
    void whoHasNoAddressIsOneSource() throws Exception {
        SourceAddress local = new SourceAddress();
        assertThat(SourceAddress.text(local.high(), local.low())).isEqualTo("local");
        local.set(InetAddress.getByName("2001:db8::1"));
        assertThat(SourceAddress.text(local.high(), local.low())).isEqualTo("2001:db8:0:0:0:0:0:1");
    }
}
