package io.weir.gateway.poll;

import io.weir.contract.service.DaemonThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/** The threads of an input that polls targets, beside those that read answers. Thread-safe. */
public final class PollThreads implements AutoCloseable {
    private static final int NAME_THREADS = 16;

    private final ExecutorService names;
    private final ScheduledThreadPoolExecutor timer;
    private final DiscoveryThread discovery;

    /** @param thread the beginning of their names */
    public PollThreads(String thread) {
        names = FewThreads.upTo(NAME_THREADS, thread + "-names");
        timer = new ScheduledThreadPoolExecutor(1, DaemonThreads.named(thread + "-timer"));
        timer.setRemoveOnCancelPolicy(true);
        discovery = new DiscoveryThread(thread + "-discovery");
    }

    /** Threads of their own for look-ups of names, which may block. */
    public ExecutorService names() {
        return names;
    }

    /** The thread that begins polls; it must never wait. */
    public ScheduledThreadPoolExecutor timer() {
        return timer;
    }

    /** The thread that follows lists of targets. */
    public DiscoveryThread discovery() {
        return discovery;
    }

    /** Begins no further poll. */
    @Override
    public void close() {
        discovery.close();
        timer.shutdownNow();
        names.shutdownNow();
    }
}
