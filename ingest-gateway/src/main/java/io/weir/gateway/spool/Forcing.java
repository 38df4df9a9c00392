package io.weir.gateway.spool;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Forces written data to disk, in groups for all who wait. The thread of the spool reports its
 * writes; another thread calls {@link #force}, which blocks as long as the disk takes.
 */
final class Forcing {
    /** Minimum interval while a caller waits. */
    private static final long WAITED_FOR_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    /** Interval while no caller waits. */
    private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Disk disk;
    private final Set<Disk.File> written = new LinkedHashSet<>();
    private final List<Disk.File> retired = new ArrayList<>();
    private final Thread thread = new Thread(this::run, "weir-gateway-spool");
    private List<Consumer<Boolean>> waiting = new ArrayList<>();
    private boolean hasNewNames;
    private boolean isClosed;
    private @Nullable IOException failure;
    /** Number of writes; identifies the writes that a failure affects. */
    private long writes;

    private long failedWrites;
    private long beganNanos = System.nanoTime();

    Forcing(Disk disk) {
        this.disk = disk;
    }

    /** Records a write to this file; {@code isNew} if its name may not be on disk yet. */
    synchronized void written(Disk.File file, boolean isNew) {
        writes++;
        hasNewNames |= isNew;
        if (written.add(file)) {
            notifyAll();
        }
    }

    /**
     * Schedules the close of a file that is no longer needed. Closing may take time, so the forcing
     * thread does it.
     */
    synchronized void retire(Disk.File file) {
        written.remove(file);
        retired.add(file);
        notifyAll();
    }

    /**
     * Notifies the caller, possibly in the forcing thread, whether the last write is permanently on
     * disk.
     */
    void whenForced(Consumer<Boolean> listener) {
        synchronized (this) {
            if (writes > failedWrites) {
                waiting.add(listener);
                notifyAll();
                return;
            }
        }
        listener.accept(false);
    }

    /**
     * The first failure of {@link #force} since the previous call, or null. Data written before it
     * may be lost.
     */
    synchronized @Nullable IOException takeFailure() {
        IOException taken = failure;
        failure = null;
        return taken;
    }

    /** Forces everything written so far and notifies the waiting callers. */
    void force() {
        List<Disk.File> files;
        List<Disk.File> closing;
        List<Consumer<Boolean>> listeners;
        boolean withNames;
        synchronized (this) {
            beganNanos = System.nanoTime();
            files = List.copyOf(written);
            closing = List.copyOf(retired);
            listeners = waiting;
            withNames = hasNewNames;
            written.clear();
            retired.clear();
            waiting = new ArrayList<>();
            hasNewNames = false;
        }
        closing.forEach(Forcing::close);
        IOException failed = null;
        for (Disk.File file : files) {
            failed = firstOf(failed, tried(file::force));
        }
        IOException unnamed = withNames ? tried(disk::force) : null;
        boolean isForced = failed == null && unnamed == null;
        if (!isForced) {
            listeners.addAll(failed(firstOf(failed, unnamed), unnamed != null));
        }
        listeners.forEach(each -> each.accept(isForced));
    }

    /**
     * Records a failure. After one failure, the system may report success the next time although
     * data is lost. Nothing written until now therefore counts as forced. This includes writes
     * during the failure, which may share a page with lost data.
     *
     * @return the callers that wait for writes during the failure
     */
    private synchronized List<Consumer<Boolean>> failed(@Nullable IOException why, boolean isOfNames) {
        failure = why;
        failedWrites = writes;
        hasNewNames |= isOfNames;
        List<Consumer<Boolean>> meanwhile = waiting;
        waiting = new ArrayList<>();
        return meanwhile;
    }

    /** An operation that may fail. */
    private interface Attempt {
        void run() throws IOException;
    }

    private static @Nullable IOException tried(Attempt attempt) {
        try {
            attempt.run();
            return null;
        } catch (IOException e) {
            return e;
        }
    }

    private static @Nullable IOException firstOf(@Nullable IOException one, @Nullable IOException other) {
        return one == null ? other : one;
    }

    private static void close(Disk.File file) {
        try {
            file.close();
        } catch (IOException e) {
            // The file is deleted and its content no longer needed.
        }
    }

    /**
     * Starts the forcing thread, which runs until {@link #end} and forces soon if a caller waits.
     */
    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            while (awaitWork()) {
                force();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean awaitWork() throws InterruptedException {
        while (!isClosed) {
            boolean hasWork = !written.isEmpty() || !retired.isEmpty();
            long every = waiting.isEmpty() ? EVERY_NANOS : WAITED_FOR_EVERY_NANOS;
            long left = beganNanos + every - System.nanoTime();
            if (waiting.isEmpty() && !hasWork) {
                wait();
            } else if (left > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } else {
                return true;
            }
        }
        return false;
    }

    /** Forces the rest in the calling thread and stops. */
    void end() {
        synchronized (this) {
            isClosed = true;
            notifyAll();
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        force();
    }
}
