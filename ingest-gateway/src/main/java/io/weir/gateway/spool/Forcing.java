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
 * Brings what was written to the disk, for all at once who wait for it. Written to by the thread of the spool; {@link #force} is called
 * by another, which may stand still for as long as the disk likes.
 */
final class Forcing {
    /** So often while somebody waits, at most. */
    private static final long WAITED_FOR_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    /** So often while nobody does. */
    private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Disk disk;
    private final Set<Disk.File> written = new LinkedHashSet<>();
    private final List<Disk.File> retired = new ArrayList<>();
    private final Thread thread = new Thread(this::run, "weir-gateway-spool");
    private List<Consumer<Boolean>> waiting = new ArrayList<>();
    private boolean hasNewNames;
    private boolean isClosed;
    private @Nullable IOException failure;
    /** Counts what was written, so that it is known what a failure concerns. */
    private long writes;

    private long failedWrites;
    private long beganNanos = System.nanoTime();

    Forcing(Disk disk) {
        this.disk = disk;
    }

    /** Something was written to this file, whose name may be new. */
    synchronized void written(Disk.File file, boolean isNew) {
        writes++;
        hasNewNames |= isNew;
        if (written.add(file)) {
            notifyAll();
        }
    }

    /** Nothing of this file is needed any more: it is to be closed, which may take time. */
    synchronized void retire(Disk.File file) {
        written.remove(file);
        retired.add(file);
        notifyAll();
    }

    /** Tells, perhaps in the thread that forces, whether what was written last is on the disk for good. */
    void whenForced(Consumer<Boolean> told) {
        synchronized (this) {
            if (writes > failedWrites) {
                waiting.add(told);
                notifyAll();
                return;
            }
        }
        told.accept(false);
    }

    /** Why a {@link #force} failed since this was asked last: what was written before it may be gone. Null if none did. */
    synchronized @Nullable IOException takeFailure() {
        IOException taken = failure;
        failure = null;
        return taken;
    }

    /** Forces what was written until now, and tells who waits for it. */
    void force() {
        List<Disk.File> files;
        List<Disk.File> closing;
        List<Consumer<Boolean>> told;
        boolean withNames;
        synchronized (this) {
            beganNanos = System.nanoTime();
            files = List.copyOf(written);
            closing = List.copyOf(retired);
            told = waiting;
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
            told.addAll(failed(firstOf(failed, unnamed), unnamed != null));
        }
        told.forEach(each -> each.accept(isForced));
    }

    /**
     * Remembers a failure. A system that failed once may report success the next time, although the data is lost: nothing that was written
     * until now counts as forced, nor what was written during the failure, which may share a page with lost data.
     *
     * @return who waits for what was written meanwhile
     */
    private synchronized List<Consumer<Boolean>> failed(@Nullable IOException why, boolean isOfNames) {
        failure = why;
        failedWrites = writes;
        hasNewNames |= isOfNames;
        List<Consumer<Boolean>> meanwhile = waiting;
        waiting = new ArrayList<>();
        return meanwhile;
    }

    /** Something that the disk may fail to do. */
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
            // It was deleted: nobody needs what is in it.
        }
    }

    /** Forces from now on in a thread of its own, soon if somebody waits for it, until {@link #end}. */
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

    /** Forces what is left, in this thread, and ends. */
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
