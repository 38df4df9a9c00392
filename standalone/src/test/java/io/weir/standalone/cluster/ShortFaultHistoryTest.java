package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Five minutes of {@linkplain Faults#brief brief faults} of {@link FaultHistoryTest}, and those parts of its
 * account that a busy machine cannot make wrong: stored lines, windows of series, transitions of alarms,
 * totals of runs, and lines over UDP. Windows of series may lack lines that the gateway accepted after
 * their grace, and UDP may lose lines. Windows over groups are exact, and so are those over their results; they are
 * checked unless a gateway accepted a line after the grace of groups.
 *
 * <p>The run changes between faults. {@code -Dweir.test.seed} repeats the choice of faults.
 * {@code -Dweir.test.history.seconds} sets another duration, after which the round of all kinds of faults is completed.
 */
@Tag("long")
@Tag("waits")
class ShortFaultHistoryTest {
    private static final int HOSTS = 50;
    private static final Duration ACCEPTED_WITHIN = Duration.ofMinutes(3);

    private final long seconds = Long.getLong("weir.test.history.seconds", 300);
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
        System.out.println("ShortFaultHistoryTest seed=" + seed + " seconds=" + seconds);
        farm.underPublishedRules().start();
        Faults faults = Faults.brief(farm, new Random(seed));
        try (FarmLoad load = new FarmLoad(farm.inputPort(), HOSTS);
                GroupLoad groups = new GroupLoad(farm.inputPort(), new Random(seed));
                RunLoad runs = new RunLoad(farm.inputPort(), farm.runAccount(), new Random(seed));
                UdpLoad udp = new UdpLoad(farm.inputPort())) {
            eventually("the first is stored", () -> farm.account().stored() > 0 && udp.sent() > 400);
            cause(faults, runs);
            int accepted = load.accepted();
            eventually("more is accepted", ACCEPTED_WITHIN, () -> load.accepted() > accepted + 10);
            udp.end();
            load.end();
            groups.end();
            runs.end();
            farm.account().check(load);
            farm.runAccount().check(runs);
            farm.udpAccount().check(udp, 0);
            long delayMillis = Math.max(load.longestDelayMillis(), groups.longestDelayMillis());
            System.out.println("the gateway accepted a line after " + delayMillis + " ms at most");
            if (delayMillis < FarmRules.GROUP_GRACE_MILLIS) {
                farm.account().checkGroups(load);
                farm.groupAccount().check(groups);
            }
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + ", after " + faults.history() + ": " + e.getMessage(), e);
        }
        System.out.println("ShortFaultHistoryTest " + faults.history());
        assertThat(farm.ends()).as("services that ended by themselves").isZero();
    }

    /** Causes faults; a new run begins after every second one. */
    private void cause(Faults faults, RunLoad runs) throws Exception {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (boolean isNewRun = false; System.nanoTime() < endNanos || !faults.isRoundOver(); isNewRun = !isNewRun) {
            faults.next();
            if (isNewRun) {
                runs.change();
                runs.goOn();
            }
        }
    }
}
