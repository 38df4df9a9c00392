package io.weir.standalone;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.Nearest;
import io.weir.contract.config.Refusal;
import io.weir.contract.service.StartException;
import java.io.PrintWriter;
import java.util.Collection;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reports an unusable command line or a failed command: what is wrong and what to do, without a
 * stack trace.
 */
final class CommandErrors {
    private CommandErrors() {}

    /** Configures all subcommands too, so call it after all of them are added. */
    static CommandLine install(CommandLine weir) {
        NumberOptions.install(weir);
        return weir.setParameterExceptionHandler((e, arguments) -> reportUsage(e))
                .setExecutionExceptionHandler(CommandErrors::reportFailure);
    }

    private static int reportUsage(ParameterException e) {
        CommandLine command = e.getCommandLine();
        PrintWriter errors = command.getErr();
        String name = command.getCommandSpec().qualifiedName();
        errors.println(name + ": " + what(e, command.getCommandSpec()));
        if (!command.getSubcommands().isEmpty() && !(e instanceof UnmatchedArgumentException)) {
            command.usage(errors);
        } else {
            errors.println("'" + name + " --help' shows the usage");
        }
        return CommandLine.ExitCode.USAGE;
    }

    private static String what(ParameterException e, CommandSpec command) {
        if (!(e instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return String.valueOf(e.getMessage());
        }
        String word = unmatched.getUnmatched().get(0);
        if (word.startsWith("-")) {
            String option = word.replaceFirst("=.*", "");
            return "unknown option " + Refusal.quote(option)
                    + suggestion(option, command.optionsMap().keySet());
        }
        Collection<String> commands = command.subcommands().keySet();
        return commands.isEmpty()
                ? Refusal.quote(word) + " is an unexpected argument"
                : "unknown command " + Refusal.quote(word) + suggestion(word, commands);
    }

    private static String suggestion(String name, Collection<String> known) {
        String meant = Nearest.suggestion(name, known);
        return meant.isEmpty() ? "" : "; " + meant;
    }

    private static int reportFailure(Exception e, CommandLine command, ParseResult parsed) throws Exception {
        if (e instanceof StartException || e instanceof MistakesException) {
            command.getErr().println(command.getCommandSpec().name() + ": " + e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        }
        // A bug of this program: its developers need the stack trace.
        throw e;
    }
}
