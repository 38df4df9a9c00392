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
 * What an operator asks for: the value of {@code alarms.commands}.
 *
 * @param id chosen by the sender, never twice; a second command with it is refused
 * @param time when it was said, by the sender's clock
 * @param user who says it; empty if that is not told, and then refused
 * @param alarm the id of the alarm that it is about; or
 * @param subtree the path of a node in the tree of alarm ids: all alarms at or below it; or
 * @param rule the name of a rule: all its alarms
 * @param reason why
 * @param expiry when a shelved alarm comes back; only, and always, with {@link Operation#SHELVE}; at most {@link
 *     #LONGEST_SHELF} after {@code time}
 * @param transition the last one of {@code alarm} that the sender knows: {@code id#n}; the command is refused if the alarm was
 *     raised, or obeyed somebody, after it. Null: {@code time} decides that, as well as clocks agree
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

    /** The most characters of an id or a user. */
    public static final int LONGEST_NAME = 200;

    /** The most characters of an alarm's id, a subtree or a rule. */
    public static final int LONGEST_PATH = 4_000;

    /** The most characters of a reason. */
    public static final int LONGEST_REASON = 1_000;

    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    /** For how long an alarm may be shelved. */
    public static final Duration LONGEST_SHELF = Duration.ofDays(30);

    /**
     * Whom a command is about.
     *
     * @param path an alarm's id, or a part of one up to a {@code /}
     * @param withAllBelow is it about the whole subtree?
     */
    public record Target(String path, boolean withAllBelow) {}

    /**
     * Refuses a command that cannot be understood; the messages are for whoever sent it.
     *
     * @throws IllegalArgumentException names the field and what to write
     */
    @SuppressWarnings("ConstantValue") // what Jackson makes of JSON may lack anything
    public AlarmCommand {
        require(id != null && !id.isBlank(), "id: is missing; give every command one of its own, such as a UUID");
        requireAtMost(LONGEST_NAME, "id", id);
        require(time != null, "time: is missing; say when this was said, such as 2026-11-20T10:00:00Z");
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
        require(!operation.hides() || reason != null, "reason: is missing; whoever hides an alarm has to say why");
        requireExpiry(time, operation, expiry);
        requireTransition(alarm, transition);
    }

    private static void requireExpiry(Instant time, Operation operation, @Nullable Instant expiry) {
        if (operation != Operation.SHELVE) {
            require(expiry == null, "expiry: is only for SHELVE");
        } else {
            require(expiry != null, "expiry: is missing; say when the alarm is to come back");
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

    /** The number of the last transition that the sender knows; empty if that is not told. */
    public OptionalLong known() {
        return transition == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(number(transition)));
    }

    /** Whom it is about; a rule's alarms are the subtree below its name. */
    public Target target() {
        if (alarm != null) {
            return new Target(alarm, false);
        }
        return new Target(subtree != null ? subtree : Objects.requireNonNull(rule), true);
    }
}
