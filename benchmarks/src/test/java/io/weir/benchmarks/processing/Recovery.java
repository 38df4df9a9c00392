package io.weir.benchmarks.processing;

import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.LogTopic;
import io.weir.benchmarks.harness.MetricLog;
import io.weir.benchmarks.harness.Table;
import io.weir.benchmarks.harness.TemporaryDirectory;
import io.weir.benchmarks.harness.WeirService;
import io.weir.contract.topic.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Measures the time from a {@code kill -9} until another process, without local state, reads the
 * next line. It includes the start of a JVM, the end of the dead process's session at Kafka, and
 * the restore of state, which grows with the number of series.
 */
final class Recovery {
    private static final Path RULES = Path.of("benchmarks", "recovery.yaml");
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private Recovery() {}

    /** Measures each number of series, after {@code lines} lines. */
    static void measure(List<Integer> series, long lines, int linesPerSecond) throws IOException, InterruptedException {
        Table table = new Table();
        for (int count : series) {
            measure(count, lines, linesPerSecond, table);
        }
        table.print("Recovery after kill -9, every series with an open window");
    }

    private static void measure(int series, long lines, int linesPerSecond, Table table)
            throws IOException, InterruptedException {
        MetricLog log = MetricLog.untilNow(series, lines, linesPerSecond);
        try (KafkaProcess kafka = KafkaProcess.start();
                TemporaryDirectory first = TemporaryDirectory.create();
                TemporaryDirectory second = TemporaryDirectory.create()) {
            LogTopic topic = new LogTopic(kafka, new Topics("").raw());
            topic.create();
            long filled = topic.add(log, lines);
            try (WeirService weir = WeirService.start("processing", kafka, RULES, first.path(), List.of())) {
                weir.process(filled);
                weir.kill();
            }
            long killedNanos = System.nanoTime();
            topic.add(log, filled + MetricLog.LINES_PER_BATCH);
            try (WeirService weir = WeirService.start("processing", kafka, RULES, second.path(), List.of())) {
                weir.awaitFirst();
                double seconds = (System.nanoTime() - killedNanos) / (double) NANOS_PER_SECOND;
                table.row(series + " series, s", seconds, "from the kill to the first line of its successor");
                table.row(series + " series, restored", weir.gauge("weir_processing_series"), "");
            }
        }
    }
}
