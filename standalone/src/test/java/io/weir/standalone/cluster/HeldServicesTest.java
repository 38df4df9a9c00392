package io.weir.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * SIGSTOP suspends each service and the broker in turn at a high rate of lines. Acknowledged lines are
 * stored once, count once, and cause their alarms' transitions once.
 *
 * <p>A long garbage collection needs no test of its own. In its pause no Java code runs. The kernel keeps the
 * connections open, accepts new ones and receives until buffers are full, and all clocks go on. The
 * same is true of a suspended process, for its own threads and for every other process. One
 * difference remains: a thread in native code, such as a compressor or a system call, may finish that
 * call in the pause. Its caller sees the result only afterwards, as after SIGCONT the result of a call that the kernel
 * finished.
 *
 * <p>{@code -Dweir.test.held.hosts} is a tenth of the lines a second,
 * {@code -Dweir.test.held.seconds} the maximum time of a suspension: {@code build/nightly} suspends
 * for longer.
 */
@Tag("nightly")
@Isolated("its rate of lines leaves nothing of two processors to another test")
class HeldServicesTest {
    private static final int HOSTS = Integer.getInteger("weir.test.held.hosts", 2_000);
    private static final int LEAST_SECONDS = 5;
    private static final int MOST_SECONDS = Integer.getInteger("weir.test.held.seconds", LEAST_SECONDS);
    /** A body that the gateway receives at the end of its suspension is in time. */
    private static final int GRACE_SECONDS = MOST_SECONDS + 15;

    private static final int BODIES_PER_SECOND = 10;
    /** Each value stays in its open window, in two rules, until the grace is over. */
    private static final long STATE_BYTES = Math.max(384L << 20, 1_000L * HOSTS * GRACE_SECONDS);

    private static final int MEASURED_BODIES = 50;
    private static final Duration WITHIN = Duration.ofMinutes(2);

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Farm farm;

    HeldServicesTest(@TempDir Path directory) throws IOException {
        farm = new Farm(directory, new Brokers(directory, 1), FarmRules.withGrace(GRACE_SECONDS, GRACE_SECONDS))
                .createTopics()
                .with("processing", Map.of("WEIR_PROCESSING_STATE_BYTES", Long.toString(STATE_BYTES)));
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void acknowledgedLinesCountOnceWhicheverServiceIsHeld() throws Exception {
        farm.start();
        try (FarmLoad load = new FarmLoad(farm.inputPort(), HOSTS)) {
            awaitStored(load, "the first");
            int before = load.accepted();
            long beginNanos = System.nanoTime();
            farm.await("bodies are accepted", WITHIN, () -> load.accepted() >= before + MEASURED_BODIES);
            double rate = (double) (load.accepted() - before) * HOSTS / (System.nanoTime() - beginNanos) * 1e9;
            awaitStored(load, "all of that");
            for (String service : Farm.SERVICES) {
                farm.service(service).process().suspend();
                hold(service, load);
                farm.service(service).process().resume();
                awaitStored(load, "what waited for " + service);
            }
            farm.brokers().suspend(0);
            hold("broker", load);
            farm.brokers().resume(0);
            awaitStored(load, "what waited for the broker");
            load.end();
            System.out.printf("HeldServicesTest: %.0f lines a second were acknowledged%n", rate);
            farm.account().check(load);
            assertThat(rate).as("lines a second").isGreaterThan(HOSTS * BODIES_PER_SECOND / 2.0);
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
        assertThat(farm.ends()).isZero();
    }

    /**
     * Returns after the time of the suspension, and when as many bodies have been accepted as at half the
     * rate of the load: a busy machine needs longer for them. A gateway that is held accepts none.
     */
    private void hold(String whom, FarmLoad load) throws InterruptedException {
        int seconds = MOST_SECONDS > LEAST_SECONDS
                ? LEAST_SECONDS + random.nextInt(MOST_SECONDS - LEAST_SECONDS + 1)
                : LEAST_SECONDS;
        System.out.println("HeldServicesTest: " + whom + " is held for " + seconds + " s");
        int before = load.accepted();
        TimeUnit.SECONDS.sleep(seconds);
        if (!whom.equals("gateway")) {
            int waiting = seconds * BODIES_PER_SECOND / 2;
            farm.await("bodies wait for " + whom, WITHIN, () -> load.accepted() >= before + waiting);
        }
    }

    /** Returns when all lines accepted so far are stored. */
    private void awaitStored(FarmLoad load, String what) {
        farm.awaitReady();
        int accepted = load.accepted() + 1;
        farm.await("more is accepted", WITHIN, () -> load.accepted() > accepted);
        long lines = (long) load.accepted() * HOSTS;
        long beginNanos = System.nanoTime();
        farm.await(what + " is stored", WITHIN, () -> farm.account().stored() >= lines);
        System.out.printf(
                "HeldServicesTest: %s is stored after %.1f s%n", what, (System.nanoTime() - beginNanos) / 1e9);
    }
}
