package io.weir.standalone.alarms;

import io.weir.contract.alarm.AlarmEvent;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir alarms list}: the current alarms. */
@Command(
        name = "list",
        description =
                "Shows the alarms that are not normal, most urgent first: those that wait for acknowledgement, then by"
                        + " severity, then the latest; hidden ones last.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:success, with or without alarms", "1:Kafka could not be read", "2:invalid command line"})
final class AlarmsList implements Callable<Integer> {

    @Option(names = "--all", description = "Includes normal alarms.")
    private boolean all;

    @Option(
            names = "--limit",
            paramLabel = "N",
            converter = Limit.class,
            description = "Only the N most urgent alarms.")
    private int limit = Integer.MAX_VALUE;

    @Option(
            names = "--tree",
            description = "Shows the tree of ids. A node has the severity of the worst alarm below it that is"
                    + " not hidden.")
    private boolean tree;

    @Mixin
    private final AlarmOptions options = new AlarmOptions();

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public Integer call() {
        AlarmBoard board = AlarmBoard.read(options.kafka());
        Predicate<AlarmEvent> selection = options.selection();
        List<AlarmEvent> alarms = board.byUrgency(all ? selection : selection.and(AlarmBoard.IS_ABNORMAL));
        List<AlarmEvent> shown = alarms.subList(0, Math.min(limit, alarms.size()));
        PrintWriter out = command.commandLine().getOut();
        if (tree && !options.isJson()) {
            AlarmTree.of(shown).print(out);
        } else {
            options.print(shown, out);
        }
        out.flush();
        if (shown.size() < alarms.size()) {
            command.commandLine().getErr().println((alarms.size() - shown.size()) + " more are not shown");
        }
        if (board.unreadable() > 0) {
            command.commandLine().getErr().println(board.unreadable() + " unreadable records were skipped");
        }
        return CommandLine.ExitCode.OK;
    }
}
