package io.weir.query.archive;

import io.weir.contract.service.DaemonThreads;
import io.weir.query.series.Deadline;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Ends a statement at its deadline, or when the thread that started it is interrupted: DuckDB notices neither. */
final class StatementWatch implements AutoCloseable {
    private static final long EVERY_MILLIS = 20;
    private static final ScheduledExecutorService WATCHES =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("archive-query-watch"));

    private final Statement statement;
    private final Deadline deadline;
    private final Thread caller = Thread.currentThread();
    private final Future<?> checks;
    private boolean isClosed;

    StatementWatch(Statement statement, Deadline deadline) {
        this.statement = statement;
        this.deadline = deadline;
        checks = WATCHES.scheduleWithFixedDelay(this::end, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private synchronized void end() {
        if (!isClosed && (deadline.isOver() || caller.isInterrupted())) {
            try {
                statement.cancel();
            } catch (SQLException e) {
                // The next check repeats it.
            }
        }
    }

    /** Throws {@link EvaluationException} if the time is over, or the thread is interrupted. */
    void check() {
        if (caller.isInterrupted()) {
            throw cancelled();
        }
        if (deadline.isOver()) {
            throw tooLate();
        }
    }

    static EvaluationException tooLate() {
        return new EvaluationException(
                Reason.TIMEOUT,
                "the archive was not read within the time of the query; select fewer series or a shorter range");
    }

    static EvaluationException cancelled() {
        return new EvaluationException(Reason.CANCELLED, "the query was cancelled");
    }

    /** After this, the statement may be closed. */
    @Override
    public synchronized void close() {
        isClosed = true;
        checks.cancel(false);
    }
}
