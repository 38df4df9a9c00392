package io.weir.dashboard.journal;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Comment;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.Swing;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A transition of an alarm, with the fields that the journal shows.
 *
 * @param position its offset in the topic
 * @param millis the event time
 * @param decidedMillis when alarming decided it
 * @param value a number, a text, or null
 * @param user the operator whose command caused it, or null
 * @param chatter the chattering of the alarm, or null
 * @param comment whether it is a comment of the user, of which the reason is the text
 */
public record JournalEntry(
        long position,
        long millis,
        long decidedMillis,
        String alarm,
        String rule,
        @Nullable AlarmState from,
        AlarmState to,
        Severity severity,
        @Nullable Object value,
        String message,
        SortedMap<String, String> tags,
        @Nullable String user,
        @Nullable String reason,
        @Nullable Chatter chatter,
        boolean comment) {

    /**
     * An episode in which an alarm chattered, up to a transition.
     *
     * @param flips how often the alarm was raised in it
     * @param over whether the transition ends it
     * @param swing the range of the values at which its condition changed, or null
     */
    public record Chatter(
            long flips, boolean over, @Nullable Swing swing) {
        private static @Nullable Chatter of(AlarmEvent event) {
            Long flips = event.flips();
            return flips == null ? null : new Chatter(flips, event.chattering() == null, event.swing());
        }
    }

    /** Shares the texts that equal those of an earlier transition of the same alarm. */
    static JournalEntry of(long position, AlarmEvent event, @Nullable JournalEntry earlier) {
        boolean isByUser = event.command() != null;
        Comment comment = event.comment();
        return new JournalEntry(
                position,
                event.eventTime().toEpochMilli(),
                event.decisionTime().toEpochMilli(),
                earlier != null ? earlier.alarm : event.id(),
                earlier != null && earlier.rule.equals(event.rule()) ? earlier.rule : event.rule(),
                event.from(),
                event.to(),
                event.severity(),
                event.text() == null ? event.value() : event.text(),
                earlier != null && earlier.message.equals(event.message()) ? earlier.message : event.message(),
                earlier != null && earlier.tags.equals(event.tags()) ? earlier.tags : event.tags(),
                comment != null ? comment.user() : isByUser ? event.user() : null,
                comment != null ? comment.text() : isByUser ? event.reason() : null,
                Chatter.of(event),
                comment != null);
    }

    /** Whether the alarm is raised, hidden or not, or waits for acknowledgement. */
    boolean isRaised() {
        return severity != Severity.OK || to.isUnacknowledged();
    }

    /** Whether the state before shows that the alarm was raised; a hidden one may have been clear. */
    boolean wasRaised() {
        return from != null && from != AlarmState.NORMAL && !from.isHidden();
    }

    /**
     * Whether the alarm was raised; the end of a shelf is not a raise.
     *
     * @param previous the transition before; null if unknown
     */
    boolean isRaise(@Nullable JournalEntry previous) {
        if (user != null) {
            return false;
        }
        if (!to.isHidden()) {
            return to == AlarmState.UNACKNOWLEDGED
                    && (from == null || (from != AlarmState.UNACKNOWLEDGED && !from.isHidden()));
        }
        boolean wasClear = previous == null ? from == AlarmState.NORMAL : previous.severity == Severity.OK;
        return wasClear && severity != Severity.OK;
    }

    /** Whether it called operators: what their own commands cause, and raises of a chattering alarm, do not. */
    boolean isCall() {
        return to == AlarmState.UNACKNOWLEDGED
                && from != AlarmState.UNACKNOWLEDGED
                && user == null
                && (chatter == null || chatter.over);
    }

    /** Whether an operator acknowledged the alarm, raised or clear again. */
    boolean isAcknowledgement() {
        return user != null
                && ((from == AlarmState.UNACKNOWLEDGED && to == AlarmState.ACKNOWLEDGED)
                        || (from == AlarmState.RETURNED && to == AlarmState.NORMAL));
    }

    /** The texts that a word of a filter may be a part of. */
    List<String> texts() {
        return List.of(
                alarm, message, to.name(), severity.name(), user == null ? "" : user, reason == null ? "" : reason);
    }

    /** The values that a filter finds by a key. */
    Map<String, String> keys() {
        Map<String, String> keys = new TreeMap<>(tags);
        keys.put("alarm", alarm);
        keys.put("rule", rule);
        keys.put("state", to.name());
        keys.put("severity", severity.name());
        keys.put("call", Boolean.toString(isCall()));
        if (user != null) {
            keys.put("user", user);
        }
        return keys;
    }
}
