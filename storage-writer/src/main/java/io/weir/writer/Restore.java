package io.weir.writer;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreOptions;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.store.archive.LineSink;
import io.weir.writer.stores.Stores;
import io.weir.writer.tier.StoredLines;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Writes archived lines to a store, as the writer does it: waits while the store is unavailable, and isolates lines
 * that it refuses. Used by one thread.
 */
public final class Restore implements LineSink, AutoCloseable {
    private static final TargetConfig.WriteLimits LIMITS = TargetConfig.WriteLimits.DEFAULTS;

    private static final LineBatch.Origin ARCHIVE = new LineBatch.Origin(0, 0, 0);

    private final Store store;
    private final BatchDelivery delivery;
    private final WriterMeters meters = new WriterMeters(new SimpleMeterRegistry(), "restore");
    private final Refused refused;
    private final long linesPerSecond;
    private final int batchLines;
    private final LineBatch batch = new LineBatch();
    private final long beganNanos = System.nanoTime();
    private long written;
    private long refusedLines;

    /** Receives refused lines. */
    @FunctionalInterface
    public interface Refused {
        /** @param reason the store's own message if available */
        void line(byte[] line, String reason);
    }

    /**
     * Does not connect yet.
     *
     * @param linesPerSecond the highest rate, on average; {@link Long#MAX_VALUE} for no limit
     */
    public Restore(StoreUrl url, StoreOptions options, long linesPerSecond, Refused refused) {
        this.refused = refused;
        this.linesPerSecond = linesPerSecond;
        batchLines = (int) Math.min(LIMITS.lines(), linesPerSecond);
        store = Stores.open(url, options);
        delivery = new BatchDelivery(
                store,
                new Output(),
                new StoreState(url.text()),
                meters,
                new ConcurrencyLimit(1),
                List.of(),
                StoredLines.IGNORED);
    }

    /** @throws IOException if the store does not accept lines now */
    public void check() throws IOException {
        if (store.prepare(new byte[0], 0, (from, to, reason) -> {}) instanceof Reply.Away away) {
            throw new IOException(away.reason());
        }
    }

    @Override
    public void lines(byte[] bytes, int length, int count) throws IOException {
        if (count > 0) {
            batch.add(bytes, 0, length, count, ARCHIVE);
        }
        if (batch.lines() >= batchLines || batch.length() >= LIMITS.bytes()) {
            flush();
        }
    }

    /** Writes all lines that it received. Returns after they are stored or refused. */
    public void flush() throws IOException {
        if (batch.length() == 0) {
            return;
        }
        int lines = batch.lines();
        if (!delivery.deliver(batch, new CountDownLatch(1))) {
            throw new IOException("interrupted");
        }
        batch.clear();
        written += lines;
        waitForRate();
    }

    /** The number of lines that the store has, or has refused. */
    public long written() {
        return written;
    }

    /** The number of lines that the store has refused. */
    public long refused() {
        return refusedLines;
    }

    /** The number of fields that the store left out, because it has no such type: texts in a store of numbers. */
    public long skipped() {
        return meters.skipped();
    }

    @Override
    public void close() {
        store.close();
    }

    private void waitForRate() throws IOException {
        double dueSeconds = (double) written / linesPerSecond;
        long waitNanos = (long) (dueSeconds * TimeUnit.SECONDS.toNanos(1)) - (System.nanoTime() - beganNanos);
        try {
            TimeUnit.NANOSECONDS.sleep(waitNanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Reports each refused line of a batch immediately. */
    private final class Output implements Rejects {
        @Override
        public void keep(byte[] line, String reason, String source) {
            refusedLines++;
            refused.line(line, reason);
        }

        @Override
        public void forget() {
            // Only an interrupted restore forgets.
        }

        @Override
        public boolean flush(CountDownLatch stop) {
            return true;
        }

        @Override
        public String keeper() {
            return "the output";
        }
    }
}
