package io.weir.benchmarks.processing;

import io.weir.benchmarks.harness.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * Shares of a stream thread's time from a flight recording: each sample counts for the innermost
 * stage on its stack.
 */
final class StageShares {
    private static final String REST = "Kafka Streams and its consumer";

    /** Prefixes of frame names and their stages. */
    private static final List<Map.Entry<String, String>> STAGES = List.of(
            Map.entry("org.apache.kafka.clients.producer.", "sending, with compression"),
            Map.entry("io.weir.contract.state.BlockStore.flushCache", "checkpoints"),
            Map.entry("io.weir.processing.records.Read", "read: lines, look-up of series"),
            Map.entry("io.weir.processing.series.RawReader", "read: lines, look-up of series"),
            Map.entry("io.weir.processing.derive.Converter", "convert"),
            Map.entry("io.weir.processing.derive.Deriver", "derive"),
            Map.entry("io.weir.processing.aggregate.Aggregator", "aggregate"),
            Map.entry("io.weir.processing.aggregate.PartialAggregator", "partial: values to groups"),
            Map.entry("io.weir.processing.records.Partial", "partial: values to groups"),
            Map.entry("io.weir.processing.merge.", "merge: partials of groups"),
            Map.entry("io.weir.processing.suppress.Suppressor", "suppress"),
            Map.entry("io.weir.processing.records.Feed", "feed: lines written"));

    private StageShares() {}

    /** Prints the shares of the samples taken after {@code from}. */
    static void print(Path recording, Instant from, String heading) throws IOException {
        Map<String, Integer> samples = new TreeMap<>();
        int all = 0;
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (isOfStreamThread(event) && event.getStartTime().isAfter(from)) {
                    samples.merge(stage(event.getStackTrace()), 1, Integer::sum);
                    all++;
                }
            }
        }
        Table table = new Table();
        int total = all;
        samples.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .forEach(each -> table.row(each.getKey() + ", %", 100.0 * each.getValue() / total, ""));
        table.row("samples", total, "");
        table.print(heading);
    }

    /** The producer's thread is excluded: its name contains that of the stream thread. */
    private static boolean isOfStreamThread(RecordedEvent event) {
        return event.getEventType().getName().equals("jdk.ExecutionSample")
                && event.getStackTrace() != null
                && event.getThread("sampledThread").getJavaName().matches(".*StreamThread-\\d+");
    }

    private static String stage(RecordedStackTrace stack) {
        for (RecordedFrame frame : stack.getFrames()) {
            String name = frame.getMethod().getType().getName()
                    + '.'
                    + frame.getMethod().getName();
            for (Map.Entry<String, String> stage : STAGES) {
                if (name.startsWith(stage.getKey())) {
                    return stage.getValue();
                }
            }
        }
        return REST;
    }
}
