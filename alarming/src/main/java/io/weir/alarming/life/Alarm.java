package io.weir.alarming.life;

import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.Source;
import io.weir.contract.rule.Chatter;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of one alarm, and its transitions. Immutable, pure.
 *
 * @param condition what was last told of its condition
 * @param severity of the condition, as it was told
 * @param worst the worst severity since the alarm was last NORMAL
 * @param transitions how many there were so far
 * @param since when it came to its state
 * @param word of the operator who brought it to its state; null if nobody did
 * @param lastCommand when the operator whom it obeyed last spoke; 1970 if none did
 * @param isUnseen was it raised, or worse, since somebody last acknowledged it, even where it is hidden? Never of one that is NORMAL
 * @param lastRaise when it was decided, by alarming's clock, that it is raised, or worse; 1970 if never
 * @param lastNews the number of the transition by which it was last raised, or worse, or obeyed an operator; 0 if none was
 * @param escalated how severe it is at least, since nobody acknowledged it; null if it is not escalated
 * @param suppressedBy the mask that brought it to SUPPRESSED; null where it is not
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
        long lastNews,
        Flips flips,
        @Nullable Severity escalated,
        @Nullable String suppressedBy) {

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
                0,
                Flips.NONE,
                null,
                null);
    }

    String id() {
        return condition.id();
    }

    boolean isRaised() {
        return severity != Severity.OK;
    }

    /** What is told to the world. */
    Severity shownSeverity() {
        return escalated != null && isRaised() ? Severity.worse(severity, escalated) : severity;
    }

    /** The last change of its condition, be it held back. */
    private ConditionChange heard() {
        return flips.held() == null ? condition : Objects.requireNonNull(flips.held());
    }

    /** What its condition is, be it held back. */
    Severity heardSeverity() {
        return flips.held() == null ? severity : heard().severity();
    }

    /** Of the series that has the alarm now. */
    String series() {
        return heard().series();
    }

    /**
     * Does the change come from another series than that of the alarm? Two series share the id then, by mistake, or because
     * what the alarm is about has got another tag. The last to raise it has it: while the one has it raised, the other is heard
     * if it raises it later by the metrics' clocks; once its condition is over, the first to speak has it.
     */
    boolean isForeign(ConditionChange change) {
        return !series().equals(change.series());
    }

    /**
     * What a change of its condition makes of it; empty if that says nothing new. Of an alarm that chatters, only what is worse
     * than what was told is told.
     *
     * @param chatter when it chatters, as its rule says
     * @param now by alarming's clock
     */
    Optional<Transition> on(ConditionChange change, Optional<Chatter> chatter, Instant now) {
        boolean isTaken = heardSeverity() != Severity.OK && isForeign(change);
        if (isTaken ? !takes(change) : heardSeverity() == change.severity()) {
            return Optional.empty();
        }
        Trigger trigger = isTaken ? Trigger.RAISED : Trigger.of(heardSeverity(), change.severity());
        boolean isRaise = trigger == Trigger.RAISED && isFlip(change.severity());
        Flips after = (isRaise ? flips.raised(change.eventTime(), chatter) : flips).seeing(change.value());
        boolean isWorse = Severity.BY_BADNESS.compare(change.severity(), severity) < 0;
        Alarm next = flips.isChattering() && !isWorse
                ? with(after.holding(change))
                : on(change, trigger, change.eventTime(), after.holdingNothing(), now);
        return Optional.of(new Transition(this, next, change.eventTime(), null, change.source()));
    }

    /** Was it better, and is as bad again? An alarm that only gets worse does not flip. */
    private boolean isFlip(Severity to) {
        return heardSeverity() == Severity.OK || Severity.BY_BADNESS.compare(to, worst) >= 0;
    }

    private boolean takes(ConditionChange foreign) {
        return foreign.severity() != Severity.OK && foreign.eventTime().isAfter(heard().eventTime());
    }

    /**
     * What it is when it has been quiet for so long that it does not chatter any more; empty if it does not chatter.
     *
     * @param time since when it does not
     */
    Optional<Transition> onQuiet(Instant time) {
        if (!flips.isChattering()) {
            return Optional.empty();
        }
        Alarm next = on(heard(), Trigger.QUIET, time, Flips.NONE, lastRaise);
        return Optional.of(new Transition(this, next, time, null, null));
    }

    private Alarm on(ConditionChange change, Trigger trigger, Instant time, Flips after, Instant now) {
        boolean isRaised = change.severity() != Severity.OK;
        AlarmState to = LifeCycle.next(state, trigger, isRaised, change.latch(), isUnseen)
                .orElse(state);
        boolean isNews = trigger == Trigger.RAISED;
        return new Alarm(
                change,
                change.severity(),
                to == AlarmState.NORMAL ? Severity.OK : Severity.worse(worst, change.severity()),
                to,
                transitions + 1,
                to == state ? since : time,
                to == state ? word : null,
                lastCommand,
                isUnseen(to, trigger),
                isNews ? now : lastRaise,
                isNews ? transitions + 1 : lastNews,
                after,
                to == AlarmState.UNACKNOWLEDGED ? escalated : null,
                to == state ? suppressedBy : null);
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

    /** What it is once a mask holds, or, if it is null, none does any more; empty if that changes nothing. */
    Optional<Transition> on(@Nullable String mask, Cause cause) {
        Trigger trigger = mask == null ? Trigger.UNMASKED : Trigger.MASKED;
        return next(trigger)
                .map(to ->
                        entered(state, trigger, null, cause.time(), lastCommand).under(mask))
                .map(after -> cause.of(new Transition(this, after, cause.time(), null, null)));
    }

    /**
     * The same where a mask holds, or, if it is null, none does: what operators do not hide, and is raised, is SUPPRESSED just as long as
     * one does.
     */
    Alarm under(@Nullable String mask) {
        AlarmState to = next(mask == null ? Trigger.UNMASKED : Trigger.MASKED).orElse(state);
        return to == state
                ? this
                : new Alarm(
                        condition,
                        severity,
                        to == AlarmState.NORMAL ? Severity.OK : worst,
                        to,
                        transitions,
                        since,
                        word,
                        lastCommand,
                        to.isHidden() ? isUnseen : to.isUnacknowledged(),
                        lastRaise,
                        lastNews,
                        flips,
                        null,
                        mask);
    }

    /** When it comes back from the shelf; null if it is not there. */
    @Nullable
    Instant expiry() {
        return state == AlarmState.SHELVED && word != null ? word.expiry : null;
    }

    /**
     * What it is when its shelf expires; empty if it is not shelved.
     *
     * @param time when that is
     */
    Optional<Transition> onExpiry(Instant time) {
        return next(Trigger.SHELF_EXPIRED)
                .map(to -> entered(to, Trigger.SHELF_EXPIRED, null, time, lastCommand))
                .map(after -> new Transition(this, after, time, null, null));
    }

    /**
     * What it is when nobody has acknowledged it for so long; empty if somebody has, or if it is escalated already.
     *
     * @param to how severe it is then at least
     */
    Optional<Transition> onEscalation(Severity to, Instant time) {
        return next(Trigger.ESCALATED)
                .filter(same -> escalated == null)
                .map(same -> new Alarm(
                        condition,
                        severity,
                        Severity.worse(worst, to),
                        same,
                        transitions + 1,
                        since,
                        word,
                        lastCommand,
                        isUnseen,
                        lastRaise,
                        lastNews,
                        flips,
                        to,
                        suppressedBy))
                .map(after -> new Transition(this, after, time, null, null));
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
                trigger.isSaid() ? transitions + 1 : lastNews,
                flips,
                null,
                to == state ? suppressedBy : null);
    }

    private Alarm with(Flips others) {
        return new Alarm(
                condition,
                severity,
                worst,
                state,
                transitions,
                since,
                word,
                lastCommand,
                isUnseen,
                lastRaise,
                lastNews,
                others,
                escalated,
                suppressedBy);
    }

    private static Instant latest(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
