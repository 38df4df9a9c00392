package io.weir.standalone.probe;

import io.weir.contract.config.Durations;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A subject that the probe measures at its own period. A failing subject is logged once and
 * skipped, and so is one that hangs; the others continue. Not thread-safe.
 */
final class Subject {
    private static final Logger LOG = LoggerFactory.getLogger(Subject.class);

    private static final Duration LEFT_OUT = Duration.ofMinutes(1);

    private final String name;
    private final Collector collector;
    private final Turn turn;
    private final Duration round;
    private final Calls calls;
    private final Patience patience;
    private Turn retry;
    private boolean isFailing;
    private @Nullable Running running;

    /**
     * How long to wait for a measurement.
     *
     * @param round how long a round waits; later values belong to a later round
     * @param hang after this time, it counts as failed, and its values as outdated
     */
    record Patience(Duration round, Duration hang) {
        static final Patience STANDARD = new Patience(Duration.ofMillis(500), Duration.ofSeconds(20));
    }

    /** A measurement that has not ended in its round. */
    private record Running(Future<ProbeLines> lines, long sinceNanos) {}

    /**
     * @param period how often it is measured
     * @param round how often {@link #collect} is called
     */
    Subject(String name, Collector collector, Duration period, Duration round, Calls calls, Patience patience) {
        this.name = name;
        this.collector = collector;
        this.calls = calls;
        this.patience = patience;
        this.turn = Turn.every(period, round);
        this.round = round;
        this.retry = turn;
    }

    /** The name for operators; its first word is the measurement of the lines. */
    String name() {
        return name;
    }

    /**
     * Called once a round; returns false if this call failed. Catches errors too: a library without
     * its native part throws them.
     */
    boolean collect(ProbeLines to) {
        boolean isTurn = (isFailing ? retry : turn).comes();
        Running late = running;
        try {
            if (late != null) {
                return late.lines.isDone() ? take(late, to) : waitsFor(late);
            }
            if (isTurn) {
                Running now = new Running(start(to.sameRound()), System.nanoTime());
                running = now;
                return take(now, to);
            }
        } catch (CancellationException e) {
            LOG.debug("the probe ends", e);
        }
        return true;
    }

    private Future<ProbeLines> start(ProbeLines own) {
        return calls.start(() -> {
            collector.collect(own);
            return own;
        });
    }

    /** Takes the lines if the measurement ends in time. */
    private boolean take(Running measurement, ProbeLines to) {
        try {
            Optional<ProbeLines> measured = Calls.within(patience.round, measurement.lines);
            if (measured.isPresent()) {
                running = null;
                well(measured.get(), hangs(measurement), to);
            }
            return true;
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException | LinkageError e) {
            running = null;
            failed(e.toString());
            return false;
        }
    }

    private void well(ProbeLines measured, boolean isOutdated, ProbeLines to) {
        if (!isOutdated) {
            to.add(measured);
        }
        if (isFailing) {
            isFailing = false;
            LOG.info("probe reads {} again", name);
        }
    }

    /** A subject that hangs counts as failed once. */
    private boolean waitsFor(Running late) {
        if (isFailing || !hangs(late)) {
            return true;
        }
        failed("no answer within " + Durations.format(patience.hang));
        return false;
    }

    private boolean hangs(Running measurement) {
        return System.nanoTime() - measurement.sinceNanos > patience.hang.toNanos();
    }

    private void failed(String reason) {
        if (!isFailing) {
            isFailing = true;
            retry = Turn.every(LEFT_OUT, round);
            retry.comes();
            LOG.warn("probe cannot read {} ({}); it retries every minute", name, reason);
        }
    }
}
