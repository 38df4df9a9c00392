package io.weir.standalone;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code weir completion}: a script for the shell. */
@Command(
        name = "completion",
        description = "Prints a script that completes commands and options in bash and zsh: source <(weir completion).",
        mixinStandardHelpOptions = true)
final class Completion implements Runnable {

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public void run() {
        CommandLine weir = command.root().commandLine();
        command.commandLine().getOut().print(AutoComplete.bash("weir", weir));
        command.commandLine().getOut().flush();
    }
}
