package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One round of {@linkplain Faults#brief brief faults} of {@link FaultHistoryTest}, and those parts of its
 * account that a busy machine cannot make wrong: stored lines, windows of series, transitions of alarms,
 * and lines over UDP. Windows may lack lines that the gateway accepted after
 * their grace, and UDP may lose lines. {@code -Dweir.test.seed} repeats the choice of faults.
 */
@Tag("long")
class ShortFaultHistoryTest {
    private static final int HOSTS = 50;
    private static final Duration ACCEPTED_WITHIN = Duration.ofMinutes(3);

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Farm farm;

    ShortFaultHistoryTest(@TempDir Path directory) throws IOException {
        farm = new Farm(directory, 1).createTopics();
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void acknowledgedLinesCountOnceAfterEachKindOfFault() throws Exception {
        System.out.println("ShortFaultHistoryTest seed=" + seed);
        farm.underPublishedRules().start();
        Faults faults = Faults.brief(farm, new Random(seed));
        try (FarmLoad load = new FarmLoad(farm.inputPort(), HOSTS);
                UdpLoad udp = new UdpLoad(farm.inputPort())) {
            eventually("the first is stored", () -> farm.account().stored() > 0 && udp.sent() > 400);
            do {
                faults.next();
            } while (!faults.isRoundOver());
            int accepted = load.accepted();
            eventually("more is accepted", ACCEPTED_WITHIN, () -> load.accepted() > accepted + 10);
            udp.end();
            load.end();
            farm.account().check(load);
            farm.udpAccount().check(udp, 0);
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + ", after " + faults.history() + ": " + e.getMessage(), e);
        }
        System.out.println("ShortFaultHistoryTest " + faults.history());
        assertThat(farm.ends()).as("services that ended by themselves").isZero();
    }
}
