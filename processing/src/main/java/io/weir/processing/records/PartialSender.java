package io.weir.processing.records;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.topic.BatchHeaders;
import io.weir.processing.aggregate.group.GroupKey;
import io.weir.processing.aggregate.group.PartialWindow;
import io.weir.processing.aggregate.group.PartialWriter;
import io.weir.processing.series.MetricBatch;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Sends the partials that one record caused to {@code metrics.partials}.
 * Each partial goes to the partition of the series that represents its group. The key of a record
 * is its partition, or {@link #EVERYWHERE}.
 */
public final class PartialSender {

    /** Key of a record that goes to every partition. */
    public static final int EVERYWHERE = -1;

    private static final int PART_BYTES = 512 * 1024;
    private static final byte[] NONE = new byte[0];

    private final String sink;
    private final int firstSource;
    private final PartialWriter[] writers;
    private int part;

    /**
     * The record that caused the partials, with its number in the input, its time and the version of
     * the rules.
     */
    record Cause(Record<Integer, MetricBatch> record, long input, long timeMillis, String rules) {}

    /**
     * @param partitions number of partitions of {@code metrics.partials}
     * @param firstSource the number by which partition 0 is named as a source
     */
    PartialSender(String sink, int partitions, int firstSource) {
        this.sink = sink;
        this.firstSource = firstSource;
        this.writers = new PartialWriter[partitions];
        for (int partition = 0; partition < partitions; partition++) {
            writers[partition] = new PartialWriter();
        }
    }

    void begin() {
        part = 0;
    }

    void append(byte[] key, PartialWindow window, Cause cause, ProcessorContext<Integer, Object> to) {
        byte[] series = GroupKey.series(key);
        int partition = SeriesHash.partition(SeriesHash.of(series, 0, series.length), writers.length);
        writers[partition].append(key, window);
        if (writers[partition].length() >= PART_BYTES) {
            send(partition, writers[partition].take(), cause, to);
        }
    }

    /** Sends the remaining partials. */
    void flush(Cause cause, ProcessorContext<Integer, Object> to) {
        for (int partition = 0; partition < writers.length; partition++) {
            if (writers[partition].length() > 0) {
                send(partition, writers[partition].take(), cause, to);
            }
        }
    }

    /** Sends the cause's time for rules of a level, and the version of its rules, to every partition. */
    void tick(int level, Cause cause, ProcessorContext<Integer, Object> to) {
        RecordHeaders headers = headers(cause);
        if (level > 1) {
            headers.add(BatchHeaders.level(level));
        }
        to.forward(new Record<>(EVERYWHERE, NONE, cause.timeMillis, headers), sink);
    }

    /** Sends the state of the farm to the partition of the record's own number. */
    void state(Header state, Cause cause, ProcessorContext<Integer, Object> to) {
        RecordHeaders headers = headers(cause);
        headers.add(state);
        to.forward(new Record<>(cause.record.key(), NONE, cause.timeMillis, headers), sink);
    }

    private void send(int partition, byte[] value, Cause cause, ProcessorContext<Integer, Object> to) {
        to.forward(new Record<>(partition, value, cause.timeMillis, headers(cause)), sink);
    }

    private RecordHeaders headers(Cause cause) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(BatchHeaders.source(Integer.toString(firstSource + cause.record.key())));
        headers.add(BatchHeaders.input(cause.input, part++));
        headers.add(BatchHeaders.rules(cause.rules));
        return headers;
    }
}
