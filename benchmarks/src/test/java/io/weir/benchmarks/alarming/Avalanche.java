package io.weir.benchmarks.alarming;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.LogTopic;
import io.weir.benchmarks.harness.Sender;
import io.weir.benchmarks.harness.Table;
import io.weir.benchmarks.harness.TemporaryDirectory;
import io.weir.benchmarks.harness.WeirService;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.topic.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Raises an alarm for every series of a farm within a second and clears it within the next: all
 * transitions must be reported in order.
 */
final class Avalanche {
    private static final String RULES = """
            version: 1
            alarms:
              - {name: hot, match: {measurement: temp}, field: value, major: {above: 80}, path: [host]}
            """;
    private static final int LINES_PER_BATCH = 1_000;
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private final Map<String, Integer> told = new HashMap<>();
    private long outOfOrder;
    private int events;

    private Avalanche() {}

    static void measure(int alarms) throws IOException, InterruptedException {
        try (KafkaProcess kafka = KafkaProcess.start();
                TemporaryDirectory directory = TemporaryDirectory.create()) {
            LogTopic topic = new LogTopic(kafka, new Topics("").alarming());
            topic.create();
            Path rules = Files.writeString(directory.path().resolve("rules.yaml"), RULES);
            try (WeirService weir = WeirService.start("alarming", kafka, rules, directory.path(), List.of("-Xmx256m"));
                    AlarmReader reader = new AlarmReader(kafka.bootstrap())) {
                new Avalanche().measure(alarms, weir, reader, topic, kafka);
            }
        }
    }

    private void measure(int alarms, WeirService weir, AlarmReader reader, LogTopic topic, KafkaProcess kafka)
            throws IOException, InterruptedException {
        long seconds = Clock.systemUTC().millis() / 1_000;
        // One alarm before all others, so that start-up costs do not count.
        send(1, 90, seconds - 2, topic, kafka);
        weir.awaitFirst();
        awaitEvents(1, reader);
        long beganNanos = System.nanoTime();
        send(alarms, 90, seconds, topic, kafka);
        awaitEvents(alarms, reader);
        long raisedNanos = System.nanoTime();
        send(alarms, 20, seconds + 1, topic, kafka);
        awaitEvents(2 * alarms, reader);
        Table table = new Table();
        table.row("alarms", alarms, "raised within a second, cleared within the next");
        table.row(
                "all raised, s",
                (raisedNanos - beganNanos) / 1e9,
                "from the first metric to the last event, committed");
        table.row("all cleared, s", (System.nanoTime() - raisedNanos) / 1e9, "");
        table.row("missing", 2L * alarms - events, "of two events of each");
        table.row("twice or out of order", outOfOrder, "");
        table.row("live heap, MiB", weir.liveHeap() >> 20, "of 256");
        table.print("An avalanche of alarms");
    }

    private void awaitEvents(int count, AlarmReader reader) {
        long deadlineNanos = System.nanoTime() + PATIENCE_NANOS;
        while (events < count && System.nanoTime() < deadlineNanos) {
            reader.poll(this::take);
        }
    }

    /** The number in the transition's id counts the transitions of an alarm. */
    private void take(AlarmEvent event) {
        events++;
        int number = told.merge(event.id(), 1, Integer::sum);
        outOfOrder += event.transition().equals(event.id() + "#" + number) ? 0 : 1;
    }

    private static void send(int alarms, int value, long second, LogTopic topic, KafkaProcess kafka) {
        try (Sender sender = new Sender(kafka)) {
            StringBuilder lines = new StringBuilder();
            for (int alarm = 0; alarm < alarms; alarm++) {
                long stamp = second * 1_000_000_000 + alarm;
                lines.append("temp,host=h").append(alarm).append(" value=").append(value);
                lines.append(' ').append(stamp).append('\n');
                if (alarm % LINES_PER_BATCH == LINES_PER_BATCH - 1 || alarm == alarms - 1) {
                    sender.send(topic.record(lines.toString().getBytes(US_ASCII), second * 1_000));
                    lines.setLength(0);
                }
            }
        }
    }
}
