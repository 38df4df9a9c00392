package io.weir.benchmarks.pipeline;

import io.weir.benchmarks.harness.WeirProcess;
import io.weir.standalone.send.Sent;
import java.io.IOException;
import java.time.Duration;

/** Waits until a {@code weir up} has stored what was sent to it. */
public final class Arrival {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long LOOK_EVERY_MILLIS = 50;

    private Arrival() {}

    /** Polls until nothing is missing, or nothing has changed for a while. */
    public static Accounting await(WeirProcess weir, Sent sent, int perDatagram, StoreCount store)
            throws IOException, InterruptedException {
        Accounting before = Accounting.of(weir.meters(), sent, perDatagram);
        long changedNanos = System.nanoTime();
        while (System.nanoTime() - changedNanos < PATIENCE.toNanos()) {
            Accounting now = Accounting.of(weir.meters(), sent, perDatagram);
            if (now.isQuiet()) {
                now = store.count(now);
                if (now.unaccounted() <= 0) {
                    return now;
                }
            }
            if (!now.equals(before)) {
                before = now;
                changedNanos = System.nanoTime();
            }
            Thread.sleep(LOOK_EVERY_MILLIS);
        }
        return store.count(before);
    }
}
