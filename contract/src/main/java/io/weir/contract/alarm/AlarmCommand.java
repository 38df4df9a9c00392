package io.weir.contract.alarm;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An operator's command: the value of {@code alarms.commands}.
 *
 * @param id chosen by the sender and unique; a second command with the same id is refused
 * @param time when the command was given, by the sender's clock
 * @param user who gives it; a command with an empty user is refused
 * @param alarm the id of the alarm that the command targets; or
 * @param subtree the path of a node in the tree of alarm ids: all alarms at or below it; or
 * @param rule the name of a rule: all its alarms
 * @param reason why; the text of a comment
 * @param expiry when a shelved alarm returns; required with {@link Operation#SHELVE} and forbidden
 *     otherwise; at most {@link #LONGEST_SHELF} after {@code time}
 * @param transition the last transition of {@code alarm} that the sender knows: {@code id#n}. The
 *     command is refused if the alarm was raised, or obeyed a command other than a comment, after
 *     it. If it is null, {@code time} decides, as well as the clocks agree. A comment is accepted
 *     whatever followed.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"id", "time", "user", "operation", "alarm", "subtree", "rule", "reason", "expiry", "transition"})
public record AlarmCommand(
        String id,
        Instant time,
        String user,
        Operation operation,
        @Nullable String alarm,
        @Nullable String subtree,
        @Nullable String rule,
        @Nullable String reason,
        @Nullable Instant expiry,
        @Nullable String transition) {

    /** The maximum length of an id or a user, in characters. */
    public static final int LONGEST_NAME = 200;

    /** The maximum length of an alarm's id, a subtree or a rule, in characters. */
    public static final int LONGEST_PATH = 4_000;

    /** The maximum length of a reason, in characters. */
    public static final int LONGEST_REASON = 1_000;

    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    /** The longest time for which an alarm may be shelved. */
    public static final Duration LONGEST_SHELF = Duration.ofDays(30);

    /**
     * The target of a command.
     *
     * @param path an alarm's id, or a part of one up to a {@code /}
     * @param withAllBelow whether the target is the whole subtree
     */
    public record Target(String path, boolean withAllBelow) {}

    /**
     * Refuses an invalid command; the messages are for its sender.
     *
     * @throws IllegalArgumentException names the field and what to write
     */
    @SuppressWarnings("ConstantValue") // JSON may lack any field
    public AlarmCommand {
        require(id != null && !id.isBlank(), "id: is missing; give every command a unique id, such as a UUID");
        requireAtMost(LONGEST_NAME, "id", id);
        require(time != null, "time: is missing; write the time of the command, such as 2026-11-20T10:00:00Z");
        require(operation != null, "operation: is missing, such as ACKNOWLEDGE");
        require(
                Stream.of(alarm, subtree, rule).filter(Objects::nonNull).count() == 1,
                "alarm, subtree, rule: name exactly one of them");
        requireAtMost(LONGEST_PATH, "alarm", alarm);
        requireAtMost(LONGEST_PATH, "subtree", subtree);
        requireAtMost(LONGEST_PATH, "rule", rule);
        user = user == null ? "" : user.strip();
        requireAtMost(LONGEST_NAME, "user", user);
        reason = reason == null || reason.isBlank() ? null : reason.strip();
        requireAtMost(LONGEST_REASON, "reason", reason);
        require(
                !operation.needsReason() || reason != null,
                operation.hides()
                        ? "reason: is missing; write why the alarm is hidden"
                        : "reason: is missing; write the text of the comment");
        requireExpiry(time, operation, expiry);
        requireTransition(alarm, transition);
    }

    private static void requireExpiry(Instant time, Operation operation, @Nullable Instant expiry) {
        if (operation != Operation.SHELVE) {
            require(expiry == null, "expiry: is only for SHELVE");
        } else {
            require(expiry != null, "expiry: is missing; write when shelving ends");
            require(time.isBefore(Objects.requireNonNull(expiry)), "expiry: must be after time");
            require(
                    Duration.between(time, expiry).compareTo(LONGEST_SHELF) <= 0,
                    "expiry: must be at most " + LONGEST_SHELF.toDays() + " days after time");
        }
    }

    private static void requireTransition(@Nullable String alarm, @Nullable String transition) {
        if (transition != null) {
            require(alarm != null, "transition: is only for a command about one alarm");
            require(
                    transition.startsWith(alarm + "#")
                            && transition.lastIndexOf('#')
                                    == Objects.requireNonNull(alarm).length()
                            && NUMBER.matcher(number(transition)).matches(),
                    "transition: must be the alarm's id, a # and a number, as in its events");
        }
    }

    private static String number(String transition) {
        return transition.substring(transition.lastIndexOf('#') + 1);
    }

    private static void requireAtMost(int characters, String field, @Nullable String text) {
        require(text == null || text.length() <= characters, field + ": has more than " + characters + " characters");
    }

    private static void require(boolean isMet, String otherwise) {
        if (!isMet) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** The number of the last transition that the sender knows; empty without a transition. */
    public OptionalLong known() {
        return transition == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(number(transition)));
    }

    /** What it writes about alarms; null if it is no comment. */
    public @Nullable Comment comment() {
        return operation == Operation.COMMENT ? new Comment(user, Objects.requireNonNull(reason)) : null;
    }

    /** The target. A rule's alarms are the subtree below its name. */
    public Target target() {
        if (alarm != null) {
            return new Target(alarm, false);
        }
        return new Target(subtree != null ? subtree : Objects.requireNonNull(rule), true);
    }
}
