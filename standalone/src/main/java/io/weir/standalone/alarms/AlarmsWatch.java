package io.weir.standalone.alarms;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.service.KafkaSettings;
import io.weir.standalone.topic.TopicReader;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code weir alarms watch}: the current alarms, and then every transition. */
@Command(
        name = "watch",
        description = "Shows the alarms that are not normal, most urgent first, and then every transition as it"
                + " happens. Ends on Ctrl-C.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"1:Kafka could not be read", "2:invalid command line", "130:ended by Ctrl-C"})
final class AlarmsWatch implements Callable<Integer> {

    @Mixin
    private final AlarmOptions options = new AlarmOptions();

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public Integer call() {
        PrintWriter out = command.commandLine().getOut();
        KafkaSettings kafka = options.kafka();
        AlarmLine line = options.line(AlarmLine.TRANSITION);
        Predicate<AlarmEvent> selection = options.selection();
        Transitions transitions = new Transitions(command.commandLine().getErr());
        // Opening the events first ensures that no transition is lost between the shown state and
        // the first poll.
        try (TopicReader events = TopicReader.open(kafka, kafka.topics().events())) {
            events.seekToEnd();
            AlarmBoard board = AlarmBoard.read(kafka);
            options.print(board.byUrgency(selection.and(AlarmBoard.IS_ABNORMAL)), out);
            while (!out.checkError()) {
                events.poll(record -> transitions.read(record, transition -> {
                    if (selection.test(transition) && board.isNews(transition)) {
                        out.println(line.of(transition));
                    }
                }));
            }
            return CommandLine.ExitCode.OK;
        }
    }
}
