package io.weir.contract.alarm;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.jspecify.annotations.Nullable;

/**
 * The control system's reply to an action: the value of {@code control.replies}.
 *
 * @param key the action's
 * @param who sends the reply: a person, or a part of the control system
 * @param reason why the action was not done, or a remark
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"key", "outcome", "who", "reason"})
public record ActionReply(
        String key,
        ActionOutcome outcome,
        String who,
        @Nullable String reason) {

    /** The maximum length of a key, in characters: an alarm's id and a number. */
    public static final int LONGEST_KEY = AlarmCommand.LONGEST_PATH + 20;

    /**
     * Refuses an invalid reply.
     *
     * @throws IllegalArgumentException names the field and what to write
     */
    @SuppressWarnings("ConstantValue") // JSON may lack any field
    public ActionReply {
        require(key != null && !key.isBlank(), "key: is missing; repeat the action's key");
        require(key.length() <= LONGEST_KEY, "key: has more than " + LONGEST_KEY + " characters");
        require(outcome != null, "outcome: is missing; write DONE, FAILED or REFUSED");
        require(who != null && !who.isBlank(), "who: is missing; name who confirms");
        who = who.strip();
        require(
                who.length() <= AlarmCommand.LONGEST_NAME,
                "who: has more than " + AlarmCommand.LONGEST_NAME + " characters");
        reason = reason == null || reason.isBlank() ? null : reason.strip();
        require(
                reason == null || reason.length() <= AlarmCommand.LONGEST_REASON,
                "reason: has more than " + AlarmCommand.LONGEST_REASON + " characters");
    }

    private static void require(boolean isMet, String otherwise) {
        if (!isMet) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
