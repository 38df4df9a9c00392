package io.weir.standalone.alarms;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.service.KafkaSettings;
import io.weir.standalone.topic.TopicReader;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir alarms list}: what is alarmed now. */
@Command(
        name = "list",
        description = "Shows the alarms that are not normal, worst first.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:shown, be there alarms or none", "1:Kafka could not be read", "2:mistyped"})
final class AlarmsList implements Callable<Integer> {

    @Option(names = "--all", description = "Also those that are normal.")
    private boolean all;

    @Mixin
    private final AlarmOptions options = new AlarmOptions();

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public Integer call() {
        PrintWriter out = command.commandLine().getOut();
        AlarmBoard board = new AlarmBoard();
        KafkaSettings kafka = options.kafka();
        try (TopicReader states = TopicReader.open(kafka, kafka.topics().state())) {
            states.seekToBeginning();
            states.readToEnd(board::take);
        }
        show(board, options, all, out);
        if (board.unreadable() > 0) {
            command.commandLine().getErr().println(board.unreadable() + " records are no alarm's, and left out");
        }
        return CommandLine.ExitCode.OK;
    }

    static void show(AlarmBoard board, AlarmOptions options, boolean all, PrintWriter out) {
        List<AlarmEvent> shown =
                board.worstFirst(all).stream().filter(options::shows).toList();
        if (options.isJson()) {
            shown.forEach(alarm -> out.println(AlarmLine.JSON.of(alarm)));
        } else {
            AlarmTable.print(shown, out);
        }
        out.flush();
    }
}
