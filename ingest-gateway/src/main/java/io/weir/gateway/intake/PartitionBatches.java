package io.weir.gateway.intake;

import io.weir.contract.line.LineBuffer;
import io.weir.contract.line.LineReader;
import io.weir.gateway.intake.batch.BatchName;
import io.weir.gateway.intake.batch.BatchOrigin;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.batch.Receipt;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.known.CanonicalSeries;
import org.jspecify.annotations.Nullable;

/**
 * Buffered lines of one event loop, by partition. A batch is flushed when the next line would
 * exceed the limit, and all are flushed at {@link #flush}. Only a single line, or a chunk of
 * {@link LineOrigins}, may be longer than the limit. Belongs to one thread.
 */
public final class PartitionBatches {
    /**
     * Initial buffer size. Buffers grow on demand, because most of many partitions and inputs stay
     * small.
     */
    private static final int FIRST_BYTES = 8 << 10;

    private final LineBuffer[] lines;
    private final long[] firstReceivedMillis;
    private final int maxBytes;
    private final PublishQueue queue;
    private final InputCounts counts;
    private boolean empty = true;
    private @Nullable Receipt receipt;
    private @Nullable LineOrigins origins;

    /** {@code maxBytes} is the limit of one batch. */
    PartitionBatches(int partitions, int maxBytes, PublishQueue queue, InputCounts counts) {
        this.lines = new LineBuffer[partitions];
        for (int i = 0; i < partitions; i++) {
            lines[i] = new LineBuffer(Math.min(maxBytes, FIRST_BYTES));
        }
        this.firstReceivedMillis = new long[partitions];
        this.maxBytes = maxBytes;
        this.queue = queue;
        this.counts = counts;
    }

    /** Whether there is nothing to flush. */
    public boolean isEmpty() {
        return empty;
    }

    /** From now on each batch belongs to a receipt. */
    void withReceipts() {
        receipt = new Receipt(false);
    }

    /**
     * As {@link #withReceipts}, for lines that can be read again and are safe only in Kafka. They
     * are never dropped: their input waits for room.
     */
    void withOrigins() {
        receipt = new Receipt(true);
        origins = new LineOrigins(lines.length);
    }

    /**
     * As {@link #withOrigins}, for lines that have no place in a log: their source sends them again.
     */
    void withRedelivery() {
        receipt = new Receipt(true);
    }

    /** Whether the source of the lines can be read again. */
    boolean canBeReadAgain() {
        return receipt != null && receipt.isForKafka();
    }

    /**
     * Announces that the following lines come from this record of a log; see {@link #withOrigins}.
     */
    void record(String log, long offset) {
        LineOrigins noted = origins;
        if (noted == null) {
            throw new IllegalStateException("batches without origins");
        }
        if (!noted.isOf(log)) {
            flush();
            noted.log(log);
        }
        noted.record(offset);
    }

    /** Announces the next lines of the record, from index 0. No effect without origins. */
    void portion(int bytes) {
        if (origins != null) {
            origins.portion(bytes);
        }
    }

    /**
     * The receipt of all batches flushed since the previous call; null if receipts are not enabled.
     */
    @Nullable
    Receipt takeReceipt() {
        Receipt taken = receipt;
        if (taken != null) {
            receipt = new Receipt(taken.isForKafka());
        }
        return taken;
    }

    /**
     * Fails the current receipt, because lines were dropped that its owner believes to be accepted.
     */
    void dropped() {
        if (receipt != null) {
            receipt.failed();
        }
    }

    /** Adds the reader's current line with the canonical series and the given timestamp. */
    void append(CanonicalSeries series, LineReader line, long stampNanos, long receivedMillis) {
        append(
                series,
                line.bytes(),
                line.fieldsStart(),
                line.fieldsEnd(),
                line.lineStart(),
                stampNanos,
                receivedMillis);
    }

    /** Adds a line with these fields; not with origins. */
    void append(CanonicalSeries series, byte[] fields, int length, long stampNanos, long receivedMillis) {
        append(series, fields, 0, length, 0, stampNanos, receivedMillis);
    }

    private void append(
            CanonicalSeries series,
            byte[] source,
            int fieldsFrom,
            int fieldsTo,
            int at,
            long stampNanos,
            long receivedMillis) {
        int partition = series.partition();
        LineBuffer batch = lines[partition];
        int length = series.to() - series.from() + fieldsTo - fieldsFrom + LONGEST_STAMP;
        if (batch.lines() > 0 && isFull(batch, partition, at, length)) {
            flush(partition);
        }
        if (batch.lines() == 0) {
            firstReceivedMillis[partition] = receivedMillis;
            empty = false;
        }
        batch.append(series.bytes(), series.from(), series.to(), source, fieldsFrom, fieldsTo, stampNanos);
        if (origins != null) {
            origins.add(partition, at);
        }
    }

    private boolean isFull(LineBuffer batch, int partition, int at, int length) {
        return origins == null
                ? batch.length() + length > maxBytes
                : origins.mustFlush(partition, at, batch.length(), maxBytes);
    }

    /** Hands over all buffered lines. */
    public void flush() {
        if (!empty) {
            for (int partition = 0; partition < lines.length; partition++) {
                flush(partition);
            }
            empty = true;
        }
    }

    private void flush(int partition) {
        LineBuffer batch = lines[partition];
        if (batch.lines() == 0) {
            return;
        }
        int count = batch.lines();
        if (receipt != null) {
            receipt.opened();
        }
        BatchName name = queue.numbers().name(partition);
        long millis = firstReceivedMillis[partition];
        BatchOrigin origin = origins == null ? null : origins.take(partition);
        Parcel parcel = new Parcel.Batch(partition, name, batch.toBytes(), count, millis, counts, receipt, origin);
        if (canBeReadAgain()) {
            queue.offerAlways(parcel);
        } else if (!(receipt == null ? queue.offer(parcel) : queue.offerRetryable(parcel))) {
            counts.dropped.add(queue.whyFull(), count);
            dropped();
        }
        batch.clear();
    }

    /** Longest timestamp with its space and line feed: {@code " -9223372036854775808\n"}. */
    private static final int LONGEST_STAMP = 22;
}
