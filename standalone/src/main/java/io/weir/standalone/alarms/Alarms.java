package io.weir.standalone.alarms;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.Operation;
import io.weir.standalone.option.DurationOption;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir alarms}: the commands about alarms. Alarming answers the commands of operators. */
@Command(
        name = "alarms",
        description = "Shows alarms, and sends operators' commands to alarming. A refused command prints"
                + " the reason and ends with exit code 1.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {AlarmsList.class, AlarmsWatch.class, AlarmsHistory.class, AlarmsExplain.class, AlarmsStats.class
        })
public final class Alarms {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Command(
            name = "ack",
            description = "Acknowledges alarms: somebody takes care of them.",
            mixinStandardHelpOptions = true)
    int ack(@Mixin CommandOptions options) {
        return say(Operation.ACKNOWLEDGE, options, Optional.empty());
    }

    @Command(
            name = "unack",
            description = "Withdraws an acknowledgement: nobody takes care of the alarms any more.",
            mixinStandardHelpOptions = true)
    int unack(@Mixin CommandOptions options) {
        return say(Operation.UNACKNOWLEDGE, options, Optional.empty());
    }

    @Command(
            name = "shelve",
            description = "Hides alarms for a limited time; needs a reason. They reappear automatically.",
            mixinStandardHelpOptions = true)
    int shelve(
            @Mixin CommandOptions options,
            @Option(
                            names = "--for",
                            required = true,
                            paramLabel = "TIME",
                            converter = DurationOption.class,
                            description = "For how long, such as 30m or 8h.")
                    Duration time) {
        return say(Operation.SHELVE, options, Optional.of(time));
    }

    @Command(name = "unshelve", description = "Shows shelved alarms again.", mixinStandardHelpOptions = true)
    int unshelve(@Mixin CommandOptions options) {
        return say(Operation.UNSHELVE, options, Optional.empty());
    }

    @Command(
            name = "out-of-service",
            description = "Hides alarms until they are returned to service; needs a reason.",
            mixinStandardHelpOptions = true)
    int outOfService(@Mixin CommandOptions options) {
        return say(Operation.OUT_OF_SERVICE, options, Optional.empty());
    }

    @Command(name = "in-service", description = "Returns alarms to service.", mixinStandardHelpOptions = true)
    int inService(@Mixin CommandOptions options) {
        return say(Operation.IN_SERVICE, options, Optional.empty());
    }

    @Command(
            name = "comment",
            description = "Adds a text to alarms that are not normal; needs a reason, which is the text.",
            mixinStandardHelpOptions = true)
    int comment(@Mixin CommandOptions options) {
        return say(Operation.COMMENT, options, Optional.empty());
    }

    private int say(Operation operation, CommandOptions options, Optional<Duration> time) {
        Instant now = Clock.systemUTC().instant();
        List<AlarmCommand> commands;
        try {
            commands = options.commands(operation, now, time.map(now::plus), standardInput());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(said().commandLine(), AlarmLine.text(String.valueOf(e.getMessage())), e);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (options.isDryRun()) {
            commands.forEach(
                    command -> out.println(AlarmLine.text(command.target().path())));
            out.flush();
            return CommandLine.ExitCode.OK;
        }
        return new CommandOutcome(commands, CommandSender.ask(options.kafka().settings(), commands))
                .print(out, spec.commandLine().getErr());
    }

    private static BufferedReader standardInput() {
        return new BufferedReader(new InputStreamReader(System.in, UTF_8));
    }

    /** The subcommand that was typed, so that an error refers to its help. */
    private CommandSpec said() {
        return spec.commandLine().getParseResult().subcommand().commandSpec();
    }
}
