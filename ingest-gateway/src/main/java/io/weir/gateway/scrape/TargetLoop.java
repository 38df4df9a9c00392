package io.weir.gateway.scrape;

import io.weir.gateway.exposition.Body;
import io.weir.gateway.exposition.ExpositionLines;
import io.weir.gateway.exposition.HeldBytes;
import io.weir.gateway.exposition.Taken;
import io.weir.gateway.exposition.TargetSeries;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.stamp.ReceiveClock;
import io.weir.gateway.poll.FailureLog;
import io.weir.gateway.poll.Job;
import io.weir.gateway.poll.Turns;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Scrapes one target. The timer begins each scrape, and the target's worker takes the answer. */
final class TargetLoop implements Job.Poller<Target>, Turns.Polled {
    /** Warning: the answer before was not read yet. */
    static final String SKIPPED = "scrape-skipped";

    static final String SAMPLE_LIMIT = "scrape-sample-limit";
    private static final String INTERNAL_ERROR = "internal-error";
    private static final Logger LOG = LoggerFactory.getLogger(TargetLoop.class);

    private volatile Target target;
    private final Parts parts;
    private final ScrapeWorker worker;
    private final OwnSeries own;
    private final Turns turns;

    /** Belongs to the worker. */
    private TargetSeries series;

    /** The common parts of the loops of a job. */
    record Parts(
            Fetcher fetcher,
            Turns.Parts turns,
            ReceiveClock clock,
            HeldBytes memory,
            InputCounts counts,
            FailureLog log) {}

    TargetLoop(Target target, Parts parts, ScrapeWorker worker) {
        this.target = target;
        this.parts = parts;
        this.worker = worker;
        this.own = new OwnSeries(target);
        this.turns = new Turns(target.hash(), target.interval(), parts.turns(), this);
        this.series = new TargetSeries(parts.memory());
    }

    @Override
    public void start() {
        turns.start();
    }

    /** Scrapes the same target from now on with its interval and timeout of now. */
    @Override
    public void change(Target changed) {
        target = changed;
        turns.every(changed.interval());
    }

    /** Ends all series of the target, which is gone. */
    @Override
    public void remove() {
        turns.remove();
        worker.thread().execute(turns.isHere() ? this::endAll : this::forget);
    }

    @Override
    public void leave() {
        worker.thread().execute(this::forget);
    }

    @Override
    public void poll() {
        try {
            fetch();
        } catch (RuntimeException | Error e) { // Such as no memory for a thread.
            fail(e);
            turns.ended();
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
                            worker.thread().execute(() -> take(fetched, address, begunMillis, tookNanos));
                        }))
                .exceptionally(thrown -> {
                    fail(thrown);
                    turns.ended();
                    return null;
                });
    }

    private void take(Fetched fetched, InetSocketAddress address, long begunMillis, long tookNanos) {
        try {
            if (turns.isActive()) {
                ExpositionLines lines = worker.lines();
                lines.begin(address, parts.clock().nowNanos());
                take(fetched, lines, address, begunMillis, tookNanos);
                lines.handOver();
                worker.thread().flushIfIdle();
            }
        } catch (RuntimeException e) {
            fail(e);
        } finally {
            if (fetched instanceof Fetched.Answer answer) {
                answer.body().release();
            }
            turns.ended();
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
                    failure =
                            taken.isWhole() ? null : new Fetched.Failure(ExpositionLines.CUT, "the answer has no end");
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
        parts.log().ended(target.uri().toString(), failure == null ? "" : failure.message());
    }

    private Body body(Fetched.Answer answer, long millis) throws IOException {
        HeldBody held = answer.body();
        if (!answer.isGzip()) {
            return body(answer, held.bytes(), held.length(), answer.isComplete(), millis);
        }
        Gunzip gunzip = worker.gunzip();
        gunzip.unpack(held.bytes(), held.length(), target.job().bodyBytes());
        return body(answer, gunzip.bytes(), gunzip.length(), true, millis);
    }

    private Body body(Fetched.Answer answer, byte[] bytes, int length, boolean isComplete, long millis) {
        JobSettings job = target.job();
        return new Body(
                bytes,
                length,
                answer.format(),
                isComplete,
                millis,
                job.honorTimestamps(),
                job.histograms() != JobSettings.Histograms.NATIVE);
    }

    private void endAll() {
        ExpositionLines lines = worker.lines();
        long nowNanos = parts.clock().nowNanos();
        lines.begin(new InetSocketAddress(0), nowNanos);
        lines.endAll(series, nowNanos / 1_000_000);
        own.end(lines, nowNanos / 1_000_000);
        lines.handOver();
        worker.thread().flushIfIdle();
        forget();
    }

    /** Without an end of its series, which go on if another gateway scrapes the target now. */
    private void forget() {
        parts.log().removed(target.uri().toString());
        series.release();
        series = new TargetSeries(parts.memory());
    }

    private void fail(Throwable thrown) {
        parts.counts().warnings.add(INTERNAL_ERROR, 1);
        LOG.error("internal error of Weir, not the target's: {} could not be scraped", target.uri(), thrown);
    }
}
