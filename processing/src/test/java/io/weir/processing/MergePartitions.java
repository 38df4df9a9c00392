package io.weir.processing;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.topic.BatchHeaders;
import io.weir.processing.aggregate.group.GroupKey;
import io.weir.processing.aggregate.group.PartialReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.apache.kafka.streams.test.TestRecord;

/**
 * The second graph of processing in all partitions, each of which reads the log of its partials and
 * writes to those of all. This class is the broker. The graphs run in turns of random length, so the
 * order in a log is random, but that of each source is kept.
 */
final class MergePartitions implements AutoCloseable {

    private static final int LONGEST_TURN = 40;

    /** The rest of what each first graph writes. */
    private final List<Queue<TestRecord<byte[], byte[]>>> inputs = new ArrayList<>();

    private final List<TopologyRig> graphs = new ArrayList<>();

    /** What each second graph has not read. */
    private final List<Deque<Entry>> logs = new ArrayList<>();

    private final List<String> stored = new ArrayList<>();

    private record Entry(int source, TestRecord<byte[], byte[]> record) {}

    MergePartitions(RuleFile rules, int partitions) {
        for (int partition = 0; partition < partitions; partition++) {
            inputs.add(new ArrayDeque<>());
            graphs.add(TopologyRig.ofSeparateGraphs(rules, partitions));
            logs.add(new ArrayDeque<>());
        }
    }

    /** Adds what the first graph of a partition writes. */
    void add(int partition, List<TestRecord<byte[], byte[]>> partials) {
        inputs.get(partition).addAll(partials);
    }

    /** Runs until all is read; returns the lines for the store. */
    List<String> run(Random random) {
        while (inputs.stream().anyMatch(each -> !each.isEmpty())
                || logs.stream().anyMatch(each -> !each.isEmpty())) {
            int partition = random.nextInt(graphs.size());
            boolean isFirst = random.nextBoolean();
            for (int turn = random.nextInt(LONGEST_TURN); turn > 0; turn--) {
                if (isFirst && !inputs.get(partition).isEmpty()) {
                    write(partition, inputs.get(partition).remove());
                } else if (!isFirst && !logs.get(partition).isEmpty()) {
                    read(partition, logs.get(partition).remove());
                }
            }
        }
        return stored;
    }

    private void read(int partition, Entry entry) {
        TopologyRig graph = graphs.get(partition);
        graph.partial(entry.source, entry.record);
        stored.addAll(graph.lines(graph.topics.storage()));
        graph.output(graph.topics.partials()).forEach(each -> write(graphs.size() + partition, each));
    }

    /** Ticks are for all partitions. */
    private void write(int source, TestRecord<byte[], byte[]> record) {
        Entry entry = new Entry(source, record);
        if (BatchHeaders.isEmpty(record.value())) {
            logs.forEach(log -> log.add(entry));
        } else {
            logs.get(partition(record.value())).add(entry);
        }
    }

    /** The partition of the groups in a record. */
    private int partition(byte[] partials) {
        PartialReader reader = new PartialReader(partials);
        if (!reader.next()) {
            throw new IllegalArgumentException("a record without a partial");
        }
        byte[] group = GroupKey.series(reader.key());
        return SeriesHash.partition(SeriesHash.of(group, 0, group.length), graphs.size());
    }

    @Override
    public void close() {
        graphs.forEach(TopologyRig::close);
    }
}
