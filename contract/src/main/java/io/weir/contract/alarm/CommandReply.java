package io.weir.contract.alarm;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What became of a command: the value of {@code alarms.replies}. Every command has exactly one.
 *
 * @param command its id; null if it could not be read
 * @param user who asked; null if that is not known
 * @param changed how many alarms have another state; 0 unless {@link Outcome#DONE}
 * @param reason why not, or why only in part; null if all of it is done
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

    /** Refuses a reply without one of the fields that every reply has. */
    public CommandReply {
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(decisionTime, "decisionTime");
        Objects.requireNonNull(source, "source");
    }
}
