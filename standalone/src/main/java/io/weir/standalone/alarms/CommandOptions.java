package io.weir.standalone.alarms;

import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.Operation;
import io.weir.standalone.topic.KafkaOptions;
import java.io.BufferedReader;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The common options of the operators' commands: which alarms, which user, and why. */
final class CommandOptions {

    /** Stands for the ids of standard input. */
    private static final String INPUT = "-";

    @Parameters(
            arity = "1..*",
            paramLabel = "ID",
            description = "The ids of alarms, such as cpu-high/TPC/flp1; a glob, such as 'cpu-high/TPC/*', is for the"
                    + " alarms whose state permits the command now; - reads ids from standard input, one per"
                    + " line. With --subtree a node, with --rule the name of a rule.")
    private List<String> ids = new ArrayList<>();

    @ArgGroup
    private @Nullable Scope scope;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "The operator's name (default: the user who runs the command).",
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
    private String user = System.getProperty("user.name", "");

    @Option(names = "--reason", paramLabel = "TEXT", description = "The reason, or the text of a comment.")
    private Optional<String> reason = Optional.empty();

    @Option(names = "--dry-run", description = "Prints the ids of the alarms, and sends nothing.")
    private boolean dryRun;

    @Mixin
    private final KafkaOptions kafka = new KafkaOptions();

    /** Selects several alarms, or one alarm at a certain transition. */
    private static final class Scope {
        @Option(
                names = "--subtree",
                description = "ID is a node, such as cpu-high/TPC: the command is for all known alarms at or below"
                        + " it whose state permits it.")
        private boolean subtree;

        @Option(
                names = "--rule",
                description = "ID is the name of a rule, such as cpu-high: the command is for all its known alarms"
                        + " whose state permits it.")
        private boolean rule;

        @Option(
                names = "--seen",
                paramLabel = "N",
                description = "The number of the last transition of the alarm ID that you know: the command is"
                        + " refused if the alarm was raised, or executed a command, since.")
        private @Nullable Long seen;

        private AlarmCommand command(
                String id, CommandOptions options, Operation operation, Instant now, Optional<Instant> expiry) {
            return options.command(
                    operation,
                    now,
                    expiry,
                    subtree || rule ? null : id,
                    subtree ? id : null,
                    rule ? id : null,
                    seen == null ? null : id + "#" + seen);
        }
    }

    /**
     * Creates the commands, each with a new unique id.
     *
     * @param now the time of the commands
     * @param in standard input
     * @throws IllegalArgumentException if an option is missing or wrong, or if a glob matches no alarm
     */
    List<AlarmCommand> commands(Operation operation, Instant now, Optional<Instant> expiry, BufferedReader in) {
        if (scope != null) {
            if (ids.size() != 1) {
                throw new IllegalArgumentException("--subtree, --rule and --seen are for one ID");
            }
            return List.of(scope.command(ids.get(0), this, operation, now, expiry));
        }
        List<String> typed = ids.stream().filter(id -> !id.equals(INPUT)).toList();
        List<String> read = ids.contains(INPUT) ? lines(in) : List.of();
        Map<String, Optional<String>> alarms =
                AlarmChoice.of(typed, read, operation, () -> AlarmBoard.read(kafka.settings()));
        return alarms.entrySet().stream()
                .map(alarm -> command(
                        operation,
                        now,
                        expiry,
                        alarm.getKey(),
                        null,
                        null,
                        alarm.getValue().orElse(null)))
                .toList();
    }

    private static List<String> lines(BufferedReader in) {
        List<String> lines =
                in.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("standard input has no ids");
        }
        return lines;
    }

    private AlarmCommand command(
            Operation operation,
            Instant now,
            Optional<Instant> expiry,
            @Nullable String alarm,
            @Nullable String subtree,
            @Nullable String rule,
            @Nullable String transition) {
        return new AlarmCommand(
                UUID.randomUUID().toString(),
                now.truncatedTo(ChronoUnit.MILLIS),
                user,
                operation,
                alarm,
                subtree,
                rule,
                reason.orElse(null),
                expiry.orElse(null),
                transition);
    }

    boolean isDryRun() {
        return dryRun;
    }

    KafkaOptions kafka() {
        return kafka;
    }
}
