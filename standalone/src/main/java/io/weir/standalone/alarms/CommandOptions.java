package io.weir.standalone.alarms;

import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.Operation;
import io.weir.standalone.topic.KafkaOptions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The common options of the operators' commands: which alarms, which user, and why. */
final class CommandOptions {

    @Parameters(
            paramLabel = "ID",
            description = "The alarm's id, such as cpu-high/TPC/flp1; with --subtree a node, with --rule the"
                    + " name of a rule.")
    private String id = "";

    @ArgGroup
    private @Nullable Scope scope;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "The operator's name (default: the user who runs the command).",
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
    private String user = System.getProperty("user.name", "");

    @Option(names = "--reason", paramLabel = "TEXT", description = "The reason, kept with the alarm.")
    private Optional<String> reason = Optional.empty();

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
    }

    /**
     * Creates the command, with a new unique id.
     *
     * @param now the time of the command
     * @throws IllegalArgumentException if a required option is missing
     */
    AlarmCommand command(Operation operation, Instant now, Optional<Instant> expiry) {
        boolean isSubtree = scope != null && scope.subtree;
        boolean isRule = scope != null && scope.rule;
        return new AlarmCommand(
                UUID.randomUUID().toString(),
                now.truncatedTo(ChronoUnit.MILLIS),
                user,
                operation,
                isSubtree || isRule ? null : id,
                isSubtree ? id : null,
                isRule ? id : null,
                reason.orElse(null),
                expiry.orElse(null),
                scope == null || scope.seen == null ? null : id + "#" + scope.seen);
    }

    KafkaOptions kafka() {
        return kafka;
    }
}
