package io.weir.gateway.poll;

import io.weir.contract.service.DaemonThreads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that reads lists of targets again and again. */
public final class DiscoveryThread implements Executor, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DiscoveryThread.class);

    private final ScheduledThreadPoolExecutor thread;

    /** A thread of this name. */
    public DiscoveryThread(String name) {
        thread = new ScheduledThreadPoolExecutor(1, DaemonThreads.named(name));
    }

    /** Starts to poll the targets of these groups and files. Reads the files before it returns. */
    public void discover(Job<?> job, List<TargetGroup> groups, List<FileSource> files) {
        job.update(job, groups);
        for (FileSource source : files) {
            FileDiscovery discovery = new FileDiscovery(source, job);
            discovery.run();
            repeat(discovery, source.refresh(), source.refresh());
        }
    }

    /** Runs a task in the thread again and again. */
    @SuppressWarnings("FutureReturnValueIgnored") // Throws nothing, ends with its executor.
    public void repeat(Runnable task, Duration first, Duration pause) {
        thread.scheduleWithFixedDelay(
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException e) {
                        // The executor would never run the task again.
                        LOG.error("internal error of Weir: targets could not be listed", e);
                    }
                },
                first.toNanos(),
                pause.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    @Override
    public void execute(Runnable task) {
        thread.execute(task);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
