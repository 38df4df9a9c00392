package io.weir.phoebus;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.Operation;
import io.weir.contract.alarm.Source;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request of a Phoebus client, as records of {@code alarms.commands}.
 *
 * @param commands the commands to send; empty unless the kind is {@link Kind#SENT}
 */
record Request(Kind kind, List<AlarmCommand> commands) {

    private static final String PREFIX = "command:";
    private static final String TRUNCATED = "…";

    /** How the request is handled. */
    enum Kind {
        /** Sent to alarming; the result is in {@code alarms.replies}. */
        SENT,
        /** Everything is read and written again. */
        RESEND,
        /** Not JSON, without a command, or longer than alarming accepts. */
        MALFORMED,
        /** Without a user. */
        NO_USER,
        /** The path is not in this tree. */
        UNKNOWN_PATH,
        /** Phoebus' alarm server supports it; the bridge does not. */
        UNSUPPORTED
    }

    /** Copies the list. */
    Request {
        commands = List.copyOf(commands);
    }

    /**
     * Reads a record of the topic of commands. The ids of the commands follow from the position and
     * the timestamp of the record. So alarming executes a repeated request once, and does not
     * confuse commands of a recreated topic with old ones.
     *
     * @param key {@code command:} and the path
     * @param rules the rules that the root represents
     */
    static Request read(
            Source source,
            long timestampMillis,
            @Nullable String key,
            byte @Nullable [] value,
            String root,
            Collection<String> rules) {
        Optional<JsonNode> json = PhoebusJson.read(value);
        String command = json.map(each -> each.path("command").asText()).orElse("");
        if (command.isEmpty()) {
            return refused(Kind.MALFORMED);
        }
        if (command.equals("restart")) {
            return new Request(Kind.RESEND, List.of());
        }
        // Phoebus' server checks no more of the word.
        boolean isAcknowledge = command.startsWith("ack");
        if (!isAcknowledge && !command.startsWith("unack")) {
            return refused(Kind.UNSUPPORTED);
        }
        String user = json.map(Request::user).orElse("");
        if (user.isEmpty()) {
            return refused(Kind.NO_USER);
        }
        String path = key != null && key.startsWith(PREFIX) ? key.substring(PREFIX.length()) : "";
        Optional<TreePath> place = TreePath.read(root, path);
        if (place.isEmpty()) {
            return refused(Kind.UNKNOWN_PATH);
        }
        String id = "phoebus/" + source + "/" + timestampMillis;
        Instant time = Instant.ofEpochMilli(timestampMillis);
        Operation operation = isAcknowledge ? Operation.ACKNOWLEDGE : Operation.UNACKNOWLEDGE;
        try {
            return new Request(Kind.SENT, commands(place.get(), rules, id, time, user, operation));
        } catch (IllegalArgumentException e) {
            return refused(Kind.MALFORMED);
        }
    }

    private static List<AlarmCommand> commands(
            TreePath place, Collection<String> rules, String id, Instant time, String user, Operation operation) {
        if (place.parts().isEmpty()) {
            return rules.stream()
                    .map(rule -> new AlarmCommand(
                            id + "/" + Integer.toHexString(rule.hashCode()),
                            time,
                            user,
                            operation,
                            null,
                            null,
                            rule,
                            null,
                            null,
                            null))
                    .toList();
        }
        String path = place.id();
        String alarm = place.isSelf() ? path : null;
        String subtree = place.isSelf() ? null : path;
        return List.of(new AlarmCommand(id, time, user, operation, alarm, subtree, null, null, null, null));
    }

    /** Formats the user as {@code anna (console3)}; empty without a user. */
    private static String user(JsonNode json) {
        String user = json.path("user").asText().strip();
        String host = json.path("host").asText().strip();
        String both = user.isEmpty() || host.isEmpty() ? user : user + " (" + host + ")";
        return both.length() <= AlarmCommand.LONGEST_NAME
                ? both
                : both.substring(0, AlarmCommand.LONGEST_NAME - TRUNCATED.length()) + TRUNCATED;
    }

    private static Request refused(Kind kind) {
        return new Request(kind, List.of());
    }
}
