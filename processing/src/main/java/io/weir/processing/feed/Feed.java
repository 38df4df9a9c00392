package io.weir.processing.feed;

import io.weir.contract.line.LineBuffer;
import io.weir.contract.topic.BatchHeaders;
import io.weir.processing.series.MetricBatch;
import io.weir.processing.series.OutputPlan;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** The lines of one input record for one feed, in parts that stay well below Kafka's record limit. Used again and again. */
final class Feed {

    /** Enrichment can make a batch several times longer than it came. */
    private static final int PART_BYTES = 512 * 1024;

    private static final byte[] NO_LINES = new byte[0];

    private final String sink;
    private final LineBuffer lines = new LineBuffer(64 * 1024);
    private int part;

    Feed(String sink) {
        this.sink = sink;
    }

    /** The next lines are of another record. */
    void begin() {
        lines.clear();
        part = 0;
    }

    /** Appends a metric whole. */
    void append(MetricBatch batch, int metric, OutputPlan plan) {
        int first = batch.fieldFrom(metric);
        int last = batch.fieldTo(metric) - 1;
        if (first <= last) {
            lines.append(
                    plan.series(),
                    batch.bytes(metric),
                    batch.keyFrom(first),
                    batch.valueTo(last),
                    batch.timestamp(metric));
        }
    }

    /** Appends a metric without the fields that were left out; returns false if none is left. */
    boolean appendStored(MetricBatch batch, int metric, OutputPlan plan) {
        int kept = 0;
        for (int field = batch.fieldFrom(metric); field < batch.fieldTo(metric); field++) {
            kept += batch.isLeftOut(field) ? 0 : 1;
        }
        if (kept == batch.fieldTo(metric) - batch.fieldFrom(metric)) {
            append(batch, metric, plan);
        } else if (kept > 0) {
            lines.series(plan.series());
            for (int field = batch.fieldFrom(metric); field < batch.fieldTo(metric); field++) {
                if (!batch.isLeftOut(field)) {
                    lines.spelledField(batch.bytes(metric), batch.keyFrom(field), batch.valueTo(field));
                }
            }
            lines.timestamp(batch.timestamp(metric));
        }
        return kept > 0;
    }

    void flushIfFull(Record<Integer, MetricBatch> from, ProcessorContext<Integer, byte[]> to) {
        if (lines.length() >= PART_BYTES) {
            send(from, to);
        }
    }

    /** Sends what is left. */
    void flush(Record<Integer, MetricBatch> from, ProcessorContext<Integer, byte[]> to) {
        if (lines.lines() > 0) {
            send(from, to);
        }
    }

    private void send(Record<Integer, MetricBatch> from, ProcessorContext<Integer, byte[]> to) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(BatchHeaders.lines(lines.lines()));
        headers.add(BatchHeaders.input(from.value().offset(), part++));
        to.forward(new Record<>(from.key(), lines.toBytes(), from.timestamp(), headers), sink);
        lines.clear();
    }

    /** Sends the time of the partition on. */
    void tick(Record<Integer, MetricBatch> from, long nowMillis, ProcessorContext<Integer, byte[]> to) {
        sendEmpty(BatchHeaders.gateway("processing"), from, nowMillis, to);
    }

    /** Sends on from where other rules hold. */
    void mark(Record<Integer, MetricBatch> from, String rules, ProcessorContext<Integer, byte[]> to) {
        sendEmpty(BatchHeaders.rules(rules), from, from.timestamp(), to);
    }

    private void sendEmpty(
            Header what, Record<Integer, MetricBatch> from, long millis, ProcessorContext<Integer, byte[]> to) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(BatchHeaders.lines(0));
        headers.add(what);
        headers.add(BatchHeaders.input(from.value().offset(), part++));
        to.forward(new Record<>(from.key(), NO_LINES, millis, headers), sink);
    }
}
