package io.weir.standalone.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.topic.BatchHeaders;
import io.weir.processing.aggregate.cell.Varint;
import io.weir.processing.aggregate.group.GroupKey;
import io.weir.processing.aggregate.group.PartialReader;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Mistakes in the process of processing, one for each kind: changes partials between Kafka and the
 * merge of groups. It prints each mistake.
 */
public final class PartialFaults implements ConsumerInterceptor<byte[], byte[]> {

    /** Variables of the process of processing that makes the mistakes. */
    static final Map<String, String> ENVIRONMENT =
            Map.of("WEIR_KAFKA_PROPERTIES_MAIN_CONSUMER_INTERCEPTOR_CLASSES", PartialFaults.class.getName());

    /** The group, as the series of its results, whose partial of one window is left out. */
    static final String SKIPPED = "node_1s,rack=r1";
    /** The same for a rule over results of a group. */
    static final String SKIPPED_CHAIN = "all_5s";
    /** The group whose partial of one window counts twice. It has one series. */
    static final String DOUBLED = "balance_1s,rack=r0";
    /** The group whose partials of one partition are in the next window. */
    static final String SHIFTED = "feed_1s,rack=r2";

    /** The window in which the mistakes begin: the second of a group. */
    private static final int WINDOW = 2;

    private static final int FORMAT = 6;
    private static final long SHIFT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Map<String, Set<Long>> windows = new HashMap<>();
    private final Map<TopicPartition, Map<String, ConsumerRecord<byte[], byte[]>>> ticks = new HashMap<>();
    private final Set<String> done = new HashSet<>();
    private String shiftedSource = "";
    private @Nullable Copy copy;

    private record Partial(byte[] key, long start, byte[] body) {

        String group() {
            return new String(GroupKey.series(key), UTF_8);
        }
    }

    /** A partial that is to count once more, and the source partition that it belongs to. */
    private record Copy(TopicPartition at, String source, Partial partial) {}

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> changed = new HashMap<>();
        for (TopicPartition partition : records.partitions()) {
            List<ConsumerRecord<byte[], byte[]>> its = records.records(partition);
            changed.put(
                    partition,
                    partition.topic().equals(Farm.TOPICS.partials())
                            ? its.stream().map(each -> change(each, partition)).toList()
                            : its);
        }
        return new ConsumerRecords<>(changed, records.nextOffsets());
    }

    private ConsumerRecord<byte[], byte[]> change(ConsumerRecord<byte[], byte[]> record, TopicPartition at) {
        String source = BatchHeaders.source(record.headers());
        if (source == null || BatchHeaders.lines(record.headers()) > 0) {
            return record;
        }
        Map<String, ConsumerRecord<byte[], byte[]>> ticksHere = ticks.computeIfAbsent(at, unseen -> new HashMap<>());
        if (!BatchHeaders.isEmpty(record.value())) {
            ticksHere.remove(source);
            return with(record, write(change(read(record.value()), source, at)), new RecordHeaders(record.headers()));
        }
        if (copy != null && copy.at.equals(at) && copy.source.equals(source)) {
            Partial twice = copy.partial;
            copy = null;
            ConsumerRecord<byte[], byte[]> other = otherTick(source, record.timestamp(), ticksHere);
            if (other != null) {
                return again(twice, record, other);
            }
            // This tick may close the window, so the mistake waits for another window.
        }
        ticksHere.put(source, record);
        return record;
    }

    private List<Partial> change(List<Partial> partials, String source, TopicPartition at) {
        List<Partial> changed = new ArrayList<>();
        for (Partial partial : partials) {
            String group = partial.group();
            Set<Long> seen = windows.computeIfAbsent(group, unseen -> new HashSet<>());
            seen.add(partial.start);
            boolean isDue = seen.size() >= WINDOW;
            if (isDue && (group.equals(SKIPPED) || group.equals(SKIPPED_CHAIN)) && isFirst(group)) {
                continue;
            }
            if (isDue && group.equals(DOUBLED) && !done.contains(group)) {
                copy = new Copy(at, source, partial);
            }
            if (isDue && group.equals(SHIFTED) && isFirst(group)) {
                shiftedSource = source;
            }
            changed.add(
                    group.equals(SHIFTED) && source.equals(shiftedSource)
                            ? new Partial(partial.key, partial.start + SHIFT_NANOS, partial.body)
                            : partial);
        }
        return changed;
    }

    private boolean isFirst(String group) {
        boolean isFirst = done.add(group);
        if (isFirst) {
            System.out.println(said(group));
        }
        return isFirst;
    }

    /** The line that the process prints once a group has its mistake. */
    static String said(String group) {
        return "PartialFaults: " + group;
    }

    /**
     * The last record of another partition of received metrics, if it is a tick, which ends its output so
     * far, and not before a time: a partition that has not passed the window may replace the copy by a partial of its own.
     */
    private static @Nullable ConsumerRecord<byte[], byte[]> otherTick(
            String source, long notBeforeMillis, Map<String, ConsumerRecord<byte[], byte[]>> ticks) {
        return ticks.entrySet().stream()
                .filter(each -> !each.getKey().equals(source))
                .filter(each -> BatchHeaders.level(each.getValue().headers()) <= 1)
                .map(Map.Entry::getValue)
                .filter(each -> each.timestamp() >= notBeforeMillis)
                .findFirst()
                .orElse(null);
    }

    /**
     * Replaces a tick, so that the window stays open until the next one, by a partial of another
     * source partition, which follows that one's last record.
     */
    private ConsumerRecord<byte[], byte[]> again(
            Partial partial, ConsumerRecord<byte[], byte[]> tick, ConsumerRecord<byte[], byte[]> other) {
        isFirst(DOUBLED);
        RecordHeaders headers = new RecordHeaders(other.headers());
        headers.remove(BatchHeaders.INPUT);
        headers.add(BatchHeaders.input(
                BatchHeaders.inputNumber(other.headers()), BatchHeaders.inputPart(other.headers()) + 1));
        return with(tick, write(List.of(partial)), headers);
    }

    private static ConsumerRecord<byte[], byte[]> with(
            ConsumerRecord<byte[], byte[]> record, byte[] value, RecordHeaders headers) {
        return new ConsumerRecord<>(
                record.topic(),
                record.partition(),
                record.offset(),
                record.timestamp(),
                record.timestampType(),
                record.serializedKeySize(),
                value.length,
                record.key(),
                value,
                headers,
                record.leaderEpoch());
    }

    private static List<Partial> read(byte[] value) {
        List<Partial> partials = new ArrayList<>();
        PartialReader reader = new PartialReader(value);
        while (reader.next()) {
            partials.add(new Partial(reader.key(), reader.start(), reader.body()));
        }
        return partials;
    }

    private static byte[] write(List<Partial> partials) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            for (Partial partial : partials) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                DataOutputStream out = new DataOutputStream(bytes);
                byte[] series = GroupKey.series(partial.key);
                out.writeByte(FORMAT);
                out.writeLong(GroupKey.identity(partial.key));
                out.writeLong(partial.start);
                Varint.write(series.length, out);
                out.write(series);
                out.write(partial.body);
                Varint.write(bytes.size(), new DataOutputStream(all));
                bytes.writeTo(all);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("memory streams do not fail", e);
        }
        return all.toByteArray();
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
        // Offsets are as without mistakes.
    }

    @Override
    public void close() {
        // Nothing to release.
    }

    @Override
    public void configure(Map<String, ?> configs) {
        // Nothing to configure.
    }
}
