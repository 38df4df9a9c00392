package io.weir.standalone.alarms;

import io.weir.contract.service.KafkaSettings;
import io.weir.standalone.topic.KafkaOptions;
import io.weir.standalone.topic.TopicReader;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code weir alarms indicators}: how well alarms serve their operators. */
@Command(
        name = "indicators",
        description =
                "Shows how often operators were called in the last day, what stands, and which alarms chattered most, with the"
                        + " deadband that would have kept them quiet.",
        mixinStandardHelpOptions = true)
final class AlarmsIndicators implements Callable<Integer> {

    private static final Duration LAST = Duration.ofDays(1);

    @Mixin
    private final KafkaOptions kafka = new KafkaOptions();

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public Integer call() {
        KafkaSettings settings = kafka.settings();
        Instant now = Clock.systemUTC().instant();
        Indicators indicators = new Indicators();
        try (TopicReader events = TopicReader.open(settings, settings.topics().events())) {
            events.seekTo(now.minus(LAST));
            events.readToEnd(record -> indicators.take(value(record)));
        }
        indicators.print(AlarmBoard.read(settings), now, command.commandLine().getOut());
        return CommandLine.ExitCode.OK;
    }

    private static byte[] value(ConsumerRecord<byte[], byte[]> record) {
        return record.value() == null ? new byte[0] : record.value();
    }
}
