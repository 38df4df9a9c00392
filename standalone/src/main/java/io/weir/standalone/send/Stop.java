package io.weir.standalone.send;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Turns Ctrl-C into a request to end, so that the report is still printed. */
final class Stop implements AutoCloseable {
    private static final long REPORT_WITHIN_SECONDS = 10;

    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean asked;

    /** Handles Ctrl-C from now on. */
    static Stop onCtrlC() {
        Stop stop = new Stop();
        Runtime.getRuntime().addShutdownHook(new Thread(stop::ask, "send-stop"));
        return stop;
    }

    /** Whether the user asked for the end. */
    boolean isAsked() {
        return asked;
    }

    private void ask() {
        asked = true;
        try {
            boolean inTime = ended.await(REPORT_WITHIN_SECONDS, TimeUnit.SECONDS);
            if (!inTime) {
                System.err.println("send: ended without a report: the number of sent lines is unknown");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The report is complete: the process may end. */
    @Override
    public void close() {
        ended.countDown();
    }
}
