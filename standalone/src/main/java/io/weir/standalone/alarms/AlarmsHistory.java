package io.weir.standalone.alarms;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.service.KafkaSettings;
import io.weir.standalone.option.DurationOption;
import io.weir.standalone.topic.TopicReader;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir alarms history}: the transitions of alarms. */
@Command(
        name = "history",
        description = "Shows the transitions of alarms, oldest first, as far back as Kafka keeps alarms.events.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:success, with or without transitions", "1:Kafka could not be read", "2:invalid command line"
        })
final class AlarmsHistory implements Callable<Integer> {

    /** The decision counts: an event time is that of a sender's clock. */
    private static final Comparator<AlarmEvent> OLDEST_FIRST = Comparator.comparing(AlarmEvent::decisionTime)
            .thenComparing(AlarmEvent::id)
            .thenComparing(AlarmBoard::number);

    /** A record has the time of its cause, which may wait before alarming decides. */
    private static final Duration LONGEST_WAIT = Duration.ofDays(1);

    @Option(
            names = "--since",
            paramLabel = "TIME",
            defaultValue = "1h",
            converter = DurationOption.class,
            description = "Transitions that were decided within this time, such as 30m or 7d (default:"
                    + " ${DEFAULT-VALUE}).")
    private Duration since = Duration.ofHours(1);

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "10000",
            converter = Limit.class,
            description = "Only the latest N transitions (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Mixin
    private final AlarmOptions options = new AlarmOptions();

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public Integer call() {
        KafkaSettings kafka = options.kafka();
        Predicate<AlarmEvent> selection = options.selection();
        Transitions transitions = new Transitions(command.commandLine().getErr());
        PriorityQueue<AlarmEvent> latest = new PriorityQueue<>(OLDEST_FIRST);
        Instant from = Clock.systemUTC().instant().minus(since);
        Predicate<AlarmEvent> wanted =
                selection.and(event -> !event.decisionTime().isBefore(from));
        long[] dropped = {0};
        try (TopicReader events = TopicReader.open(kafka, kafka.topics().events())) {
            events.seekTo(from.minus(LONGEST_WAIT));
            events.readToEnd(record -> transitions.read(record, transition -> {
                if (wanted.test(transition)) {
                    latest.add(transition);
                    if (latest.size() > limit) {
                        latest.remove();
                        dropped[0]++;
                    }
                }
            }));
        }
        if (dropped[0] > 0) {
            command.commandLine().getErr().println(dropped[0] + " earlier ones are not shown: raise --limit");
        }
        PrintWriter out = command.commandLine().getOut();
        AlarmLine line = options.line(AlarmLine.TRANSITION);
        while (!latest.isEmpty()) {
            out.println(line.of(latest.remove()));
        }
        out.flush();
        return CommandLine.ExitCode.OK;
    }
}
