package io.weir.standalone;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir completion}: a script for the shell. */
@Command(
        name = "completion",
        description = "Prints a script that completes commands and options in bash and zsh: source <(weir completion);"
                + " in fish: weir completion fish | source.",
        mixinStandardHelpOptions = true)
final class Completion implements Runnable {

    @Parameters(
            arity = "0..1",
            paramLabel = "SHELL",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).",
            completionCandidates = Shells.class,
            defaultValue = "bash")
    private String shell = "bash";

    @Spec
    private CommandSpec command = CommandSpec.create();

    /** The known shells. */
    static final class Shells extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        Shells() {
            super(List.of("bash", "zsh", "fish"));
        }
    }

    @Override
    public void run() {
        CommandLine weir = command.root().commandLine();
        PrintWriter out = command.commandLine().getOut();
        out.print(
                switch (shell) {
                    case "bash", "zsh" -> AutoComplete.bash("weir", weir);
                    case "fish" -> FishCompletion.of(weir);
                    default ->
                        throw new ParameterException(
                                command.commandLine(),
                                "SHELL must be one of " + String.join(", ", new Shells()) + ", was " + shell);
                });
        out.flush();
    }
}
