package io.weir.standalone.alarms;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.service.KafkaSettings;
import io.weir.standalone.topic.TopicReader;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code weir alarms watch}: the current alarms, and then every transition. */
@Command(
        name = "watch",
        description = "Shows the alarms that are not normal, worst first, and then every transition as it"
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
        // Opening the events first ensures that no transition is lost between the shown state and
        // the first poll.
        try (TopicReader events = TopicReader.open(kafka, kafka.topics().events())) {
            events.seekToEnd();
            AlarmBoard board = AlarmBoard.read(kafka);
            options.show(board, false, false, out);
            while (!out.checkError()) {
                events.poll(record -> show(record, board, line, out));
            }
            return CommandLine.ExitCode.OK;
        }
    }

    private void show(ConsumerRecord<byte[], byte[]> record, AlarmBoard board, AlarmLine line, PrintWriter out) {
        try {
            AlarmEvent transition = AlarmJson.readEvent(record.value() == null ? new byte[0] : record.value());
            if (options.shows(transition) && board.isNews(transition)) {
                out.println(line.of(transition));
            }
        } catch (IllegalArgumentException e) {
            command.commandLine()
                    .getErr()
                    .println("record " + record.offset() + " is not a transition and was skipped");
        }
    }
}
