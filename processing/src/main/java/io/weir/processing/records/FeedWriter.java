package io.weir.processing.records;

import io.weir.contract.line.LineBuffer;
import io.weir.contract.rule.metric.Feed;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Unreliability;
import io.weir.processing.series.MetricBatch;
import java.util.SortedMap;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Collects the lines of one input record for one feed, in parts well below Kafka's record limit.
 * Reused for all records.
 */
final class FeedWriter {

    /** Enrichment can make a batch several times longer than its input. */
    private static final int PART_BYTES = 512 * 1024;

    private static final byte[] NO_LINES = new byte[0];

    private final String sink;
    private final LineBuffer lines = new LineBuffer(64 * 1024);
    private long input;
    private int part;

    FeedWriter(String sink) {
        this.sink = sink;
    }

    /** Begins another record, with its number in the input. */
    void begin(long inputNumber) {
        lines.clear();
        input = inputNumber;
        part = 0;
    }

    /** Appends a metric with all its fields. */
    void append(MetricBatch batch, int metric) {
        int first = batch.firstField(metric);
        if (first == MetricBatch.NONE) {
            return;
        }
        if (batch.isWhole(metric)) {
            int to = batch.valueTo(batch.lastField(metric));
            lines.append(batch.series(metric), batch.bytes(first), batch.keyFrom(first), to, batch.timestamp(metric));
            return;
        }
        lines.series(batch.series(metric));
        for (int field = first; field != MetricBatch.NONE; field = batch.nextField(field)) {
            lines.spelledField(batch.bytes(field), batch.keyFrom(field), batch.valueTo(field));
        }
        lines.timestamp(batch.timestamp(metric));
    }

    /**
     * Appends a metric without the fields that are suppressed for a feed; returns false if no field
     * is left.
     */
    boolean append(MetricBatch batch, int metric, Feed to) {
        if (!batch.isIncomplete(metric, to)) {
            append(batch, metric);
            return batch.firstField(metric) != MetricBatch.NONE;
        }
        boolean hasBegun = false;
        for (int field = batch.firstField(metric); field != MetricBatch.NONE; field = batch.nextField(field)) {
            if (!batch.isLeftOut(field, to)) {
                if (!hasBegun) {
                    lines.series(batch.series(metric));
                    hasBegun = true;
                }
                lines.spelledField(batch.bytes(field), batch.keyFrom(field), batch.valueTo(field));
            }
        }
        if (hasBegun) {
            lines.timestamp(batch.timestamp(metric));
        }
        return hasBegun;
    }

    void flushIfFull(Record<Integer, MetricBatch> from, ProcessorContext<Integer, ? super byte[]> to) {
        if (lines.length() >= PART_BYTES) {
            send(from, to);
        }
    }

    /** Sends the remaining lines. */
    void flush(Record<Integer, MetricBatch> from, ProcessorContext<Integer, ? super byte[]> to) {
        if (lines.lines() > 0) {
            send(from, to);
        }
    }

    private void send(Record<Integer, MetricBatch> from, ProcessorContext<Integer, ? super byte[]> to) {
        RecordHeaders headers = new RecordHeaders(from.headers());
        headers.add(BatchHeaders.lines(lines.lines()));
        headers.add(BatchHeaders.input(input, part++));
        to.forward(new Record<>(from.key(), lines.toBytes(), from.timestamp(), headers), sink);
        lines.clear();
    }

    /**
     * Sends the time of the partition, and the gateways that were unreliable since the previous
     * call.
     */
    void tick(
            Record<Integer, MetricBatch> from,
            long nowMillis,
            SortedMap<String, Unreliability> unreliable,
            ProcessorContext<Integer, ? super byte[]> to) {
        RecordHeaders headers = headers(BatchHeaders.gateway("processing"));
        unreliable.forEach((gateway, why) -> headers.add(BatchHeaders.unreliable(gateway, why)));
        to.forward(new Record<>(from.key(), NO_LINES, nowMillis, headers), sink);
    }

    /** Sends a marker from which on other rules are active. */
    void mark(Record<Integer, MetricBatch> from, String rules, ProcessorContext<Integer, ? super byte[]> to) {
        RecordHeaders headers = headers(BatchHeaders.rules(rules));
        to.forward(new Record<>(from.key(), NO_LINES, from.timestamp(), headers), sink);
    }

    private RecordHeaders headers(Header what) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(BatchHeaders.lines(0));
        headers.add(what);
        headers.add(BatchHeaders.input(input, part++));
        return headers;
    }
}
