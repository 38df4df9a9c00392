package io.weir.standalone;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestTag;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Limits how many JVMs run a class that keeps processors busy: {@code weir.test.busy.jvms}. Another JVM waits until
 * one of them has ended its class. A class with the tag {@code waits} runs at any time, because it needs less than
 * one processor and waits for the rest of its time. Without the property there is no limit.
 *
 * <p>A JVM holds a lock while it runs such a class. The operating system releases the lock of a JVM that crashes.
 */
public final class BusyTurn implements TestExecutionListener {
    private static final TestTag WAITS = TestTag.create("waits");
    private static final int TURNS = Integer.getInteger("weir.test.busy.jvms", 0);
    private static final Path LOCKS = Path.of("target", "busy.lock");
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private @Nullable FileChannel turn;

    /** Surefire executes a plan for each class. */
    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        if (TURNS > 0 && plan.containsTests() && !waits(plan)) {
            turn = take();
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        FileChannel taken = turn;
        turn = null;
        if (taken != null) {
            try {
                taken.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static boolean waits(TestPlan plan) {
        return plan.getRoots().stream()
                .flatMap(engine -> plan.getChildren(engine).stream())
                .anyMatch(each -> each.getTags().contains(WAITS));
    }

    /** Returns the channel whose end ends the turn. The first lock is a queue: the JVM that waits longest is next. */
    private static FileChannel take() {
        try {
            FileChannel locks = FileChannel.open(LOCKS, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock queue = locks.lock(0, 1, false);
            while (!isTaken(locks)) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
            queue.release();
            return locks;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isTaken(FileChannel locks) throws IOException {
        for (int i = 1; i <= TURNS; i++) {
            if (locks.tryLock(i, 1, false) != null) {
                return true;
            }
        }
        return false;
    }
}
