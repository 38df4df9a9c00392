package io.weir.standalone.alarms;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir alarms list}: the current alarms. */
@Command(
        name = "list",
        description = "Shows the alarms that are not normal, worst first.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:success, with or without alarms", "1:Kafka could not be read", "2:invalid command line"})
final class AlarmsList implements Callable<Integer> {

    @Option(names = "--all", description = "Includes normal alarms.")
    private boolean all;

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
        options.show(board, all, tree, command.commandLine().getOut());
        if (board.unreadable() > 0) {
            command.commandLine().getErr().println(board.unreadable() + " unreadable records were skipped");
        }
        return CommandLine.ExitCode.OK;
    }
}
