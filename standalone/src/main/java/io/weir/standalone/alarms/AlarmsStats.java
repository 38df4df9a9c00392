package io.weir.standalone.alarms;

import io.weir.contract.service.KafkaSettings;
import io.weir.standalone.topic.KafkaOptions;
import io.weir.standalone.topic.TopicReader;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir alarms stats}: how well alarms serve their operators. */
@Command(
        name = "stats",
        description = "Shows alarm statistics of the last day: the alarm rate, standing alarms, and the"
                + " alarms that chattered most, with the deadband that would have prevented it.",
        mixinStandardHelpOptions = true)
final class AlarmsStats implements Callable<Integer> {

    private static final Duration LAST = Duration.ofDays(1);

    @Option(names = "--json", description = "Prints one JSON object.")
    private boolean isJson;

    @Mixin
    private final KafkaOptions kafka = new KafkaOptions();

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public Integer call() {
        KafkaSettings settings = kafka.settings();
        Instant now = Clock.systemUTC().instant();
        AlarmStatistics statistics = new AlarmStatistics();
        try (TopicReader events = TopicReader.open(settings, settings.topics().events())) {
            events.seekTo(now.minus(LAST));
            events.readToEnd(record -> statistics.take(value(record)));
        }
        AlarmReport report = statistics.report(AlarmBoard.read(settings), now);
        PrintWriter out = command.commandLine().getOut();
        if (isJson) {
            out.println(report.json());
        } else {
            report.print(out);
        }
        out.flush();
        return CommandLine.ExitCode.OK;
    }

    private static byte[] value(ConsumerRecord<byte[], byte[]> record) {
        return record.value() == null ? new byte[0] : record.value();
    }
}
