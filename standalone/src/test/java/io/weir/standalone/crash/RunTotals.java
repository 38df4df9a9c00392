package io.weir.standalone.crash;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.topic.BatchHeaders;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The state markers of runs, and the expected total of each series in each run: of the values
 * between two markers of its partition.
 */
final class RunTotals {

    static final String NAME = "run";

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long MILLIS_PER_SECOND = 1_000;

    private final List<Partition> partitions = new ArrayList<>();
    private final Deque<Marker> due = new ArrayDeque<>();
    private final Map<String, Long> expected = new HashMap<>();
    private FarmState state = FarmState.NONE;
    private int runs;

    private static final class Partition {
        private final Map<String, long[]> totals = new HashMap<>();
        private FarmState state = FarmState.NONE;
    }

    private record Marker(int partition, FarmState state) {}

    RunTotals(int partitions) {
        for (int partition = 0; partition < partitions; partition++) {
            this.partitions.add(new Partition());
        }
    }

    /** Ends the run, unless it began in the same second, and begins another one. */
    void change(long millis) {
        long second = millis / MILLIS_PER_SECOND * MILLIS_PER_SECOND;
        if (second > state.at(NAME).sinceMillis()) {
            become(new TreeMap<>(Map.of(NAME, Integer.toString(++runs))), second);
            for (int partition = 0; partition < partitions.size(); partition++) {
                due.add(new Marker(partition, state));
            }
        }
    }

    /** Ends the last run; its markers are {@link #last}. */
    void end(long millis) {
        due.clear();
        become(new TreeMap<>(), millis / MILLIS_PER_SECOND * MILLIS_PER_SECOND + MILLIS_PER_SECOND);
    }

    private void become(SortedMap<String, String> values, long millis) {
        state = new FarmState(state.offset() + 1, values, new TreeMap<>(Map.of(NAME, millis)));
    }

    boolean hasMarker() {
        return !due.isEmpty();
    }

    /** The next marker that is due, of any partition. */
    ProducerRecord<byte[], byte[]> next(long millis) {
        Marker marker = due.remove();
        return mark(marker.partition, marker.state, millis);
    }

    /** A repetition of a partition's last marker, as gateways send it. */
    ProducerRecord<byte[], byte[]> again(int partition, long millis) {
        return mark(partition, partitions.get(partition).state, millis);
    }

    /** The marker of the newest state. */
    ProducerRecord<byte[], byte[]> last(int partition, long millis) {
        return mark(partition, state, millis);
    }

    private ProducerRecord<byte[], byte[]> mark(int partition, FarmState next, long millis) {
        Partition its = partitions.get(partition);
        if (!next.value(NAME).equals(its.state.value(NAME))) {
            long endMillis = next.at(NAME).sinceMillis();
            its.totals.forEach((series, total) -> {
                String point = "cpu_run," + series + " " + endMillis * NANOS_PER_MILLI;
                expected.put(point + " value_sum", total[0]);
                expected.put(point + " value_count", total[1]);
                expected.put(point + " seconds", (endMillis - its.state.at(NAME).sinceMillis()) / MILLIS_PER_SECOND);
            });
            its.totals.clear();
        }
        its.state = next;
        ProducerRecord<byte[], byte[]> marker =
                new ProducerRecord<>(KafkaCluster.TOPICS.raw(), partition, millis, null, new byte[0]);
        marker.headers().add(BatchHeaders.state(next.toBytes()));
        return marker;
    }

    /** A value follows in the log of a partition. */
    void add(int partition, String series, long value) {
        long[] total = partitions.get(partition).totals.computeIfAbsent(series, unseen -> new long[2]);
        total[0] += value;
        total[1]++;
    }

    /** Values by series, timestamp and field. */
    Map<String, Long> expected() {
        return expected;
    }
}
