package io.weir.writer;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Whether files can be written, as far as attempts show. Repeats the step that failed. Used by one thread. */
final class Trouble {
    private static final long FIRST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final StoreState state;
    private @Nullable Step failed;
    private long waitNanos = FIRST_WAIT_NANOS;
    private long retryNanos;

    /** Something that needs the files. */
    interface Step {
        void run() throws IOException;
    }

    Trouble(StoreState state) {
        this.state = state;
    }

    /** Whether the last attempt failed. */
    boolean isThere() {
        return failed != null;
    }

    /** Runs the step; returns whether it succeeded. */
    boolean attempt(Step step) {
        try {
            step.run();
        } catch (IOException e) {
            failed = step;
            retryNanos = System.nanoTime() + waitNanos;
            waitNanos = Math.min(2 * waitNanos, LONGEST_WAIT_NANOS);
            state.away(this, reason(e));
            return false;
        }
        failed = null;
        waitNanos = FIRST_WAIT_NANOS;
        state.back(this);
        return true;
    }

    /** Runs the step that failed again, if it is time. */
    void retry() {
        Step step = failed;
        if (step != null && System.nanoTime() - retryNanos >= 0) {
            attempt(step);
        }
    }

    /** Forgets the failed step, which is obsolete. */
    void end() {
        failed = null;
        state.gone(this);
    }

    /** Names the file and what is wrong with it; some exceptions say only the file. */
    private static String reason(IOException e) {
        if (e instanceof FileSystemException failure && failure.getReason() != null) {
            return String.valueOf(failure.getMessage());
        }
        return e.getClass().getSimpleName() + ": " + e.getMessage();
    }
}
