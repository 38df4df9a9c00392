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
 * What a Phoebus client asks for, in the words of {@code alarms.commands}.
 *
 * @param commands what to pass on; none unless it is {@link Kind#SENT}
 */
record Request(Kind kind, List<AlarmCommand> commands) {

    private static final String PREFIX = "command:";
    private static final String TRUNCATED = "…";

    /** What is made of it. */
    enum Kind {
        /** Passed on; what becomes of it, {@code alarms.replies} tells. */
        SENT,
        /** Everything is read and written again. */
        RESEND,
        /** No JSON, or no command in it, or more than alarming takes. */
        MALFORMED,
        /** It does not say who asks. */
        NO_USER,
        /** About no place of this tree. */
        UNKNOWN_PATH,
        /** Phoebus' alarm server would do it; here it is not possible. */
        UNSUPPORTED
    }

    /** Keeps a copy. */
    Request {
        commands = List.copyOf(commands);
    }

    /**
     * Reads a record of the topic of commands. The ids follow from where the record is and when it was written, so that alarming does
     * nothing twice, however often it is read, and mistakes no command of a topic that was made anew for an old one.
     *
     * @param key {@code command:} and the path
     * @param rules what the root stands for
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
        // Phoebus' server asks for no more of the word.
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

    /** {@code anna (console3)}; empty if there is no user. */
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
