package io.weir.gateway.scrape;

import io.weir.gateway.exposition.Body;
import io.weir.gateway.exposition.ExpositionLines;
import io.weir.gateway.exposition.HeldBytes;
import io.weir.gateway.exposition.Taken;
import io.weir.gateway.exposition.TargetSeries;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.stamp.ReceiveClock;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Scrapes one target at each interval, at a moment within it that follows from the target's hash. The
 * timer begins each scrape, and the target's worker takes the answer.
 */
final class TargetLoop {
    /** Warning: the answer before was not read yet. */
    static final String SKIPPED = "scrape-skipped";

    static final String SAMPLE_LIMIT = "scrape-sample-limit";
    private static final String INTERNAL_ERROR = "internal-error";
    private static final Logger LOG = LoggerFactory.getLogger(TargetLoop.class);

    private volatile Target target;
    private final long hash;
    private final Parts parts;
    private final ScrapeWorker worker;
    private final OwnSeries own;
    private final AtomicBoolean isBusy = new AtomicBoolean();
    private volatile boolean isRemoved;
    private boolean wasHere;
    private long dueNanos;
    private @Nullable Future<?> next;

    /** Belongs to the worker. */
    private TargetSeries series;

    /** What the loops of a job share. */
    record Parts(
            Fetcher fetcher,
            ScheduledExecutorService timer,
            ReceiveClock clock,
            HeldBytes memory,
            Share share,
            InputCounts counts,
            JobLog log) {}

    TargetLoop(Target target, Parts parts, ScrapeWorker worker) {
        this.target = target;
        this.hash = target.hash();
        this.parts = parts;
        this.worker = worker;
        this.own = new OwnSeries(target);
        this.dueNanos = Long.MIN_VALUE;
        this.series = new TargetSeries(parts.memory());
    }

    /** Begins to scrape. */
    void start() {
        scheduleNext();
    }

    /** Scrapes the same target from now on with its interval and timeout of now. */
    synchronized void retime(Target changed) {
        Target former = target;
        target = changed;
        if (!former.interval().equals(changed.interval())) {
            dueNanos = Long.MIN_VALUE;
            scheduleNext();
        }
    }

    /** Ends all series of the target, which is gone. */
    void remove() {
        isRemoved = true;
        worker.execute(parts.share().hasTarget(hash) ? this::endAll : this::forget);
    }

    private synchronized void scheduleNext() {
        if (next != null) {
            next.cancel(false); // Of the former interval; otherwise it runs now, and goes on.
        }
        long now = parts.clock().nowNanos();
        long interval = target.interval().toNanos();
        dueNanos = next(Math.max(now, dueNanos == Long.MIN_VALUE ? now : dueNanos + interval / 2), interval, hash);
        next = parts.timer().schedule(this::turn, dueNanos - now, TimeUnit.NANOSECONDS);
    }

    /** The first moment after {@code now} that is the target's. */
    static long next(long now, long interval, long hash) {
        long offset = Long.remainderUnsigned(hash, interval);
        return now + interval - Math.floorMod(now - offset, interval);
    }

    private void turn() {
        if (isRemoved) {
            return;
        }
        scheduleNext();
        boolean isHere = parts.share().hasTarget(hash);
        if (!isHere && wasHere) {
            worker.execute(this::forget);
        }
        wasHere = isHere;
        if (isHere && isBusy.compareAndSet(false, true)) {
            scrape();
        } else if (isHere) {
            parts.counts().warnings.add(SKIPPED, 1);
        }
    }

    private void scrape() {
        try {
            fetch();
        } catch (RuntimeException | Error e) { // Such as no memory for a thread.
            fail(e);
            isBusy.set(false);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The worker catches all.
    private void fetch() {
        long begunNanos = System.nanoTime();
        long begunMillis = parts.clock().nowNanos() / 1_000_000;
        long deadlineNanos = begunNanos + target.timeout().toNanos();
        parts.fetcher()
                .address(target)
                .thenCompose(address -> parts.fetcher()
                        .fetch(target, address, deadlineNanos)
                        .thenAccept(fetched -> {
                            long tookNanos = System.nanoTime() - begunNanos;
                            worker.execute(() -> take(fetched, address, begunMillis, tookNanos));
                        }))
                .exceptionally(thrown -> {
                    fail(thrown);
                    isBusy.set(false);
                    return null;
                });
    }

    private void take(Fetched fetched, InetSocketAddress address, long begunMillis, long tookNanos) {
        try {
            if (!isRemoved && parts.share().hasTarget(hash)) {
                ExpositionLines lines = worker.lines();
                lines.begin(address, parts.clock().nowNanos());
                take(fetched, lines, address, begunMillis, tookNanos);
                lines.handOver();
                worker.flushIfIdle();
            }
        } catch (RuntimeException e) {
            fail(e);
        } finally {
            if (fetched instanceof Fetched.Answer answer) {
                answer.body().release();
            }
            isBusy.set(false);
        }
    }

    private void take(Fetched fetched, ExpositionLines lines, InetSocketAddress address, long millis, long tookNanos) {
        Taken taken = Taken.NOTHING;
        Fetched.@Nullable Failure failure;
        String keptOut = lines.lines().keepsOut(address);
        if (keptOut != null) {
            failure = new Fetched.Failure(keptOut, "the limits of the input keep the target out");
        } else if (fetched instanceof Fetched.Answer answer) {
            parts.counts().bytes.add(answer.body().length());
            try {
                Body body = body(answer, millis);
                int limit = target.job().sampleLimit();
                if (limit > 0 && lines.hasMoreThan(limit, series, target, body)) {
                    failure = new Fetched.Failure(SAMPLE_LIMIT, "more than " + limit + " samples");
                } else {
                    taken = lines.take(series, target, body);
                    failure = taken.isWhole()
                            ? null
                            : new Fetched.Failure(ExpositionLines.CUT, "the answer has no # EOF");
                }
            } catch (HeldBody.TooLong e) {
                failure = new Fetched.Failure(Fetcher.TOO_LONG, String.valueOf(e.getMessage()));
            } catch (IOException e) {
                failure = new Fetched.Failure(Fetcher.BROKEN, "not gzip: " + e.getMessage());
            }
        } else {
            failure = (Fetched.Failure) fetched;
        }
        if (failure != null) {
            parts.counts().warnings.add(failure.reason(), 1);
            lines.endAll(series, millis);
        }
        own.write(lines, failure == null, taken, tookNanos, millis);
        parts.log().ended(target, failure == null ? "" : failure.message());
    }

    private Body body(Fetched.Answer answer, long millis) throws IOException {
        HeldBody held = answer.body();
        boolean honors = target.job().honorTimestamps();
        if (!answer.isGzip()) {
            return new Body(held.bytes(), held.length(), answer.format(), answer.isComplete(), millis, honors);
        }
        Gunzip gunzip = worker.gunzip();
        gunzip.unpack(held.bytes(), held.length(), target.job().bodyBytes());
        return new Body(gunzip.bytes(), gunzip.length(), answer.format(), true, millis, honors);
    }

    private void endAll() {
        ExpositionLines lines = worker.lines();
        long nowNanos = parts.clock().nowNanos();
        lines.begin(new InetSocketAddress(0), nowNanos);
        lines.endAll(series, nowNanos / 1_000_000);
        own.end(lines, nowNanos / 1_000_000);
        lines.handOver();
        worker.flushIfIdle();
        forget();
    }

    /** Without an end of its series, which go on if another gateway scrapes the target now. */
    private void forget() {
        parts.log().removed(target);
        series.release();
        series = new TargetSeries(parts.memory());
    }

    private void fail(Throwable thrown) {
        parts.counts().warnings.add(INTERNAL_ERROR, 1);
        LOG.error("internal error of Weir, not the target's: {} could not be scraped", target.uri(), thrown);
    }
}
