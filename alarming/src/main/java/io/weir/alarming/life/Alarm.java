package io.weir.alarming.life;

import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.Source;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of one alarm, and its transitions. Immutable, pure.
 *
 * @param condition what was last heard of its condition
 * @param severity of the condition
 * @param worst the worst severity since the alarm was last NORMAL
 * @param transitions how many there were so far
 * @param since when it came to its state
 * @param word of the operator who brought it to its state; null if nobody did
 * @param lastCommand when the operator whom it obeyed last spoke; 1970 if none did
 * @param isUnseen was it raised, or worse, since somebody last acknowledged it, even where it is hidden? Never of one that is NORMAL
 * @param lastRaise when it was decided, by alarming's clock, that it is raised, or worse; 1970 if never
 * @param lastNews the number of the transition by which it was last raised, or worse, or obeyed an operator; 0 if none was
 */
record Alarm(
        ConditionChange condition,
        Severity severity,
        Severity worst,
        AlarmState state,
        long transitions,
        Instant since,
        @Nullable Word word,
        Instant lastCommand,
        boolean isUnseen,
        Instant lastRaise,
        long lastNews) {

    /**
     * Who, why, and until when.
     *
     * @param expiry of a shelf; null otherwise
     */
    record Word(
            String user, @Nullable String reason, @Nullable Instant expiry) {}

    /**
     * An alarm of whose condition nothing was heard before this.
     *
     * @param transitions the number after which it counts its own
     */
    static Alarm before(ConditionChange first, long transitions) {
        return new Alarm(
                first,
                Severity.OK,
                Severity.OK,
                AlarmState.NORMAL,
                transitions,
                first.eventTime(),
                null,
                Instant.EPOCH,
                false,
                Instant.EPOCH,
                0);
    }

    String id() {
        return condition.id();
    }

    boolean isRaised() {
        return severity != Severity.OK;
    }

    /**
     * Does the change come from another series than that of the alarm? Two series share the id then, by mistake, or because
     * what the alarm is about has got another tag. The last to raise it has it: while the one has it raised, the other is heard
     * if it raises it later by the metrics' clocks; once its condition is over, the first to speak has it.
     */
    boolean isForeign(ConditionChange change) {
        return !condition.series().equals(change.series());
    }

    /**
     * What a change of its condition makes of it; empty if that says nothing new.
     *
     * @param now by alarming's clock
     */
    Optional<Transition> on(ConditionChange change, Instant now) {
        boolean isTaken = isRaised() && isForeign(change);
        if (isTaken ? !takes(change) : severity == change.severity()) {
            return Optional.empty();
        }
        Trigger trigger = isTaken ? Trigger.RAISED : Trigger.of(severity, change.severity());
        boolean isRaised = change.severity() != Severity.OK;
        AlarmState to = LifeCycle.next(state, trigger, isRaised, change.latch(), isUnseen)
                .orElse(state);
        Alarm after = new Alarm(
                change,
                change.severity(),
                to == AlarmState.NORMAL ? Severity.OK : Severity.worse(worst, change.severity()),
                to,
                transitions + 1,
                to == state ? since : change.eventTime(),
                to == state ? word : null,
                lastCommand,
                isUnseen(to, trigger),
                trigger == Trigger.RAISED ? now : lastRaise,
                trigger == Trigger.RAISED ? transitions + 1 : lastNews);
        return Optional.of(new Transition(this, after, change.eventTime(), null, change.source()));
    }

    private boolean takes(ConditionChange foreign) {
        return foreign.severity() != Severity.OK && foreign.eventTime().isAfter(condition.eventTime());
    }

    private boolean isUnseen(AlarmState to, Trigger trigger) {
        return to.isHidden() ? isUnseen || trigger == Trigger.RAISED : to.isUnacknowledged();
    }

    /** What an operator's command makes of it; empty if its state does not allow it. */
    Optional<Transition> on(AlarmCommand command, Source source) {
        Trigger trigger = Trigger.of(command.operation());
        Word by = new Word(command.user(), command.reason(), command.expiry());
        return next(trigger)
                .map(to -> entered(to, trigger, by, command.time(), latest(lastCommand, command.time())))
                .map(after -> new Transition(this, after, command.time(), command.id(), source));
    }

    /** When it comes back from the shelf; null if it is not there. */
    @Nullable
    Instant expiry() {
        return state == AlarmState.SHELVED && word != null ? word.expiry : null;
    }

    /** What it is when its shelf expires; empty if it is not shelved. */
    Optional<Transition> onExpiry() {
        Instant expiry = expiry() == null ? since : expiry();
        return next(Trigger.SHELF_EXPIRED)
                .map(to -> entered(to, Trigger.SHELF_EXPIRED, null, expiry, lastCommand))
                .map(after -> new Transition(this, after, expiry, null, null));
    }

    private Optional<AlarmState> next(Trigger trigger) {
        return LifeCycle.next(state, trigger, isRaised(), condition.latch(), isUnseen);
    }

    private Alarm entered(AlarmState to, Trigger trigger, @Nullable Word by, Instant time, Instant commandTime) {
        return new Alarm(
                condition,
                severity,
                to == AlarmState.NORMAL ? Severity.OK : worst,
                to,
                transitions + 1,
                time,
                by,
                commandTime,
                isUnseen(to, trigger),
                lastRaise,
                trigger.isSaid() ? transitions + 1 : lastNews);
    }

    private static Instant latest(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
