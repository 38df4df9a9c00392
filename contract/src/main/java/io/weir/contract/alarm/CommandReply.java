package io.weir.contract.alarm;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a command: the value of {@code alarms.replies}. Every command has exactly one
 * reply.
 *
 * @param command its id; null if it could not be read
 * @param user who sent the command; null if unknown
 * @param changed how many alarms changed their state; 0 unless {@link Outcome#DONE}
 * @param reason why the command was refused or only partly done; null if it was done completely
 * @param decisionTime by alarming's clock
 * @param source the record of {@code alarms.commands}
 */
@JsonPropertyOrder({"command", "user", "outcome", "changed", "reason", "decisionTime", "source"})
public record CommandReply(
        @Nullable String command,
        @Nullable String user,
        Outcome outcome,
        int changed,
        @Nullable String reason,
        Instant decisionTime,
        Source source) {

    /** Refuses a reply without a mandatory field. */
    public CommandReply {
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(decisionTime, "decisionTime");
        Objects.requireNonNull(source, "source");
    }
}
