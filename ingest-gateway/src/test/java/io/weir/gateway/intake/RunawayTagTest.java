package io.weir.gateway.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.limit.LimitSettings;
import io.weir.gateway.limit.Limits;
import io.weir.gateway.limit.LineBudget;
import io.weir.gateway.limit.LineLimits;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A tag that never repeats a value, with budgets and the table of known series together, in one of
 * nine event loops. All limits are a thousandth of the defaults.
 */
class RunawayTagTest {
    private static final long MINUTE = 60_000_000_000L;
    private static final long HOUR = 60 * MINUTE;
    private static final int OF_SOURCE = 1000;
    private static final int OF_MEASUREMENT = 2000;
    private static final int TABLE = 2000 / 9;
    private static final int HONEST = 90;

    private final LimitSettings settings =
            new LimitSettings(List.of(), 1000, LineBudget.UNLIMITED, OF_SOURCE, OF_MEASUREMENT, LineLimits.UNLIMITED);
    private long now = 500_000 * HOUR;
    private final Intake intake = new Intake(1 << 20, TABLE, 0, 1 << 30, Limits.of(settings, () -> now));
    private int series;
    private int startOvers;

    @ParameterizedTest
    @ValueSource(ints = {30, 100, 5000})
    void rejectsOnlyTheOffenderAlthoughTheTableStartsOver(int newInAMinute) {
        int minutes = 59;
        for (int minute = 0; minute < minutes; minute++) {
            bringNew("10.0.0.1", newInAMinute);
            sendHonest();
            now += MINUTE;
        }
        assertThat(startOvers).isGreaterThanOrEqualTo(2);
        assertThat(intake.counts.rejected.snapshot())
                .as("of the offender, all beyond its budget; of the honest, nothing")
                .isEqualTo(Map.of("series-budget-source", (long) minutes * newInAMinute - OF_SOURCE));
    }

    @Test
    void theNextHourForgivesTheOffenderToo() {
        bringNew("10.0.0.1", 5000);
        now += HOUR;
        bringNew("10.0.0.1", 10);
        assertThat(intake.counts.rejected.total()).isEqualTo(5000 - OF_SOURCE);
    }

    @Test
    void limitsASourceWithoutAddressByMeasurement() {
        for (int i = 0; i < 5000; i++) {
            byte[] line = ("cpu,id=" + i + " value=1").getBytes(UTF_8);
            intake.datagrams.datagram(line, 0, line.length, new LocalSender(), now);
        }
        assertThat(intake.counts.rejected.snapshot())
                .isEqualTo(Map.of("series-budget-measurement", 5000L - OF_MEASUREMENT));
    }

    private void sendHonest() {
        for (int host = 0; host < HONEST; host++) {
            send("10.0.0.2", "cpu,host=" + host + " value=1");
        }
    }

    private void bringNew(String source, int count) {
        for (int i = 0; i < count; i++) {
            send(source, "cpu,id=" + series++ + " value=1");
        }
    }

    private void send(String source, String line) {
        byte[] bytes = line.getBytes(UTF_8);
        int known = intake.lines.knownSeries();
        new Gate(intake.datagrams).datagram(bytes, 0, bytes.length, new InetSocketAddress(source, 9), now);
        startOvers += intake.lines.knownSeries() < known ? 1 : 0;
    }

    /** The sender of a Unix socket. */
    private static final class LocalSender extends java.net.SocketAddress {
        private static final long serialVersionUID = 1L;
    }
}
