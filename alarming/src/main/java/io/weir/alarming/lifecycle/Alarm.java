package io.weir.alarming.lifecycle;

import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.alarm.Chatter;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The state of one alarm, and its next state after each trigger. Immutable, pure.
 *
 * @param condition the last reported change of its condition
 * @param severity the reported severity of the condition
 * @param worst the worst severity since the alarm was last NORMAL
 * @param transitions the number of transitions so far
 * @param since when the alarm entered its state
 * @param commandDetails the operator's command that led to the state; null if none did
 * @param lastCommand time of the last obeyed command other than a comment, by the operator's clock;
 *     1970 if there is none
 * @param isUnseen whether the alarm was raised or became worse since its last acknowledgement, even
 *     while hidden; never true in NORMAL
 * @param lastRaise when alarming last decided that the alarm was raised or became worse, by
 *     alarming's clock; 1970 if never
 * @param lastNews number of the last transition that raised the alarm, made it worse or obeyed a
 *     command other than a comment, or 0
 * @param escalated minimum severity of an escalated alarm; null if it is not escalated
 * @param suppressedBy the mask that led to SUPPRESSED; null in other states
 * @param raisedAt event time at which {@code severity} last left OK; null if it never did, or if a
 *     Weir that did not store it raised the alarm
 * @param lastComment time of the last comment, by the operator's clock; 1970 if there is none
 */
record Alarm(
        ConditionChange condition,
        Severity severity,
        Severity worst,
        AlarmState state,
        long transitions,
        Instant since,
        @Nullable CommandDetails commandDetails,
        Instant lastCommand,
        boolean isUnseen,
        Instant lastRaise,
        long lastNews,
        Flips flips,
        @Nullable Severity escalated,
        @Nullable String suppressedBy,
        @Nullable Instant raisedAt,
        Instant lastComment) {

    /**
     * User, reason and expiry of a command.
     *
     * @param expiry end of a shelf; null for other commands
     */
    record CommandDetails(
            String user, @Nullable String reason, @Nullable Instant expiry) {}

    /**
     * Returns the alarm before its first condition change.
     *
     * @param transitions last number in use; its first transition has the next one
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
                null,
                null,
                Instant.EPOCH);
    }

    String id() {
        return condition.id();
    }

    boolean isRaised() {
        return severity != Severity.OK;
    }

    /** Returns the published severity, including escalation. */
    Severity shownSeverity() {
        return escalated != null && isRaised() ? Severity.worse(severity, escalated) : severity;
    }

    /** Returns the last change of the condition, including a held-back one. */
    private ConditionChange latest() {
        return flips.held() == null ? condition : Objects.requireNonNull(flips.held());
    }

    /** Returns the severity of the condition, including a held-back change. */
    Severity latestSeverity() {
        return flips.held() == null ? severity : latest().severity();
    }

    /** Returns the series that owns the alarm. */
    String series() {
        return latest().series();
    }

    /**
     * Returns whether the change comes from another series than the alarm's owner. Series share an
     * id by a mistake in the rule, or because a tag changed. The series that raised the alarm last
     * owns it. Another takes over only by raising it with a later event time, or after it cleared.
     */
    boolean isForeign(ConditionChange change) {
        return !series().equals(change.series());
    }

    /**
     * Applies a change of the condition; empty if it changes nothing. A chattering alarm reports
     * only changes to a worse severity than the reported one.
     *
     * @param chatter the chatter settings of its rule
     * @param now current time by alarming's clock
     */
    Optional<Alarm> on(ConditionChange change, Optional<Chatter> chatter, Instant now) {
        boolean hasOtherOwner = latestSeverity() != Severity.OK && isForeign(change);
        if (hasOtherOwner ? !takesOver(change) : latestSeverity() == change.severity()) {
            return Optional.empty();
        }
        Trigger trigger = hasOtherOwner ? Trigger.RAISED : Trigger.of(latestSeverity(), change.severity());
        boolean isRaise = trigger == Trigger.RAISED && isFlip(change.severity());
        Flips after = (isRaise ? flips.raised(change.eventTime(), chatter) : flips).seeing(change.value());
        boolean isWorse = Severity.BY_BADNESS.compare(change.severity(), severity) < 0;
        return Optional.of(
                flips.isChattering() && !isWorse
                        ? with(after.holding(change))
                        : on(change, trigger, change.eventTime(), after.holdingNothing(), now));
    }

    /**
     * Returns whether a raise to this severity is a flip: the condition was not met, or the alarm
     * has been at least as bad since it was last NORMAL. An alarm that only gets worse does not
     * flip.
     */
    private boolean isFlip(Severity to) {
        return latestSeverity() == Severity.OK || Severity.BY_BADNESS.compare(to, worst) >= 0;
    }

    private boolean takesOver(ConditionChange foreign) {
        return foreign.severity() != Severity.OK && foreign.eventTime().isAfter(latest().eventTime());
    }

    /**
     * Ends chattering after a quiet period; empty if the alarm does not chatter.
     *
     * @param time when the quiet period ended
     */
    Optional<Alarm> onQuiet(Instant time) {
        return flips.isChattering()
                ? Optional.of(on(latest(), Trigger.QUIET, time, Flips.NONE, lastRaise))
                : Optional.empty();
    }

    private Alarm on(ConditionChange change, Trigger trigger, Instant time, Flips after, Instant now) {
        boolean isRaised = change.severity() != Severity.OK;
        AlarmState to = Lifecycle.next(state, trigger, isRaised, change.latch(), isUnseen)
                .orElse(state);
        boolean isNews = trigger == Trigger.RAISED;
        return new Alarm(
                change,
                change.severity(),
                to == AlarmState.NORMAL ? Severity.OK : Severity.worse(worst, change.severity()),
                to,
                transitions + 1,
                to == state ? since : time,
                to == state ? commandDetails : null,
                lastCommand,
                isUnseen(to, trigger),
                isNews ? now : lastRaise,
                isNews ? transitions + 1 : lastNews,
                after,
                to == AlarmState.UNACKNOWLEDGED ? escalated : null,
                to == state ? suppressedBy : null,
                isRaised && !isRaised() ? change.eventTime() : raisedAt,
                lastComment);
    }

    private boolean isUnseen(AlarmState to, Trigger trigger) {
        return to.isHidden() ? isUnseen || trigger == Trigger.RAISED : to.isUnacknowledged();
    }

    /** Applies an operator's command; empty if the state does not allow it. */
    Optional<Alarm> on(AlarmCommand command) {
        Trigger trigger = Trigger.of(command.operation());
        if (trigger == Trigger.COMMENT) {
            return next(trigger).map(same -> commented(latest(lastComment, command.time())));
        }
        Instant commandTime = latest(lastCommand, command.time());
        CommandDetails by = new CommandDetails(command.user(), command.reason(), command.expiry());
        return next(trigger).map(to -> entered(to, trigger, by, command.time(), commandTime));
    }

    /**
     * Applies a mask.
     *
     * @param mask the active mask; null after the last one ended
     * @param time when that changed
     * @return empty if nothing changes
     */
    Optional<Alarm> on(@Nullable String mask, Instant time) {
        Trigger trigger = mask == null ? Trigger.UNMASKED : Trigger.MASKED;
        return next(trigger)
                .map(to -> entered(state, trigger, null, time, lastCommand).under(mask));
    }

    /**
     * Returns the alarm under this mask, without a transition. A raised alarm that no operator
     * hides is SUPPRESSED exactly while a mask is active.
     *
     * @param mask null if none is active
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
                        commandDetails,
                        lastCommand,
                        to.isHidden() ? isUnseen : to.isUnacknowledged(),
                        lastRaise,
                        lastNews,
                        flips,
                        null,
                        mask,
                        raisedAt,
                        lastComment);
    }

    /** Returns the end of its shelf; null if it is not shelved. */
    @Nullable
    Instant expiry() {
        return state == AlarmState.SHELVED && commandDetails != null ? commandDetails.expiry : null;
    }

    /**
     * Ends a shelf; empty if the alarm is not shelved.
     *
     * @param time when the shelf ends
     */
    Optional<Alarm> onExpiry(Instant time) {
        return next(Trigger.SHELF_EXPIRED).map(to -> entered(to, Trigger.SHELF_EXPIRED, null, time, lastCommand));
    }

    /**
     * Escalates an unacknowledged alarm; empty if it is acknowledged or escalated already.
     *
     * @param to minimum severity from now on
     */
    Optional<Alarm> onEscalation(Severity to) {
        return next(Trigger.ESCALATED)
                .filter(same -> escalated == null)
                .map(same -> new Alarm(
                        condition,
                        severity,
                        Severity.worse(worst, to),
                        same,
                        transitions + 1,
                        since,
                        commandDetails,
                        lastCommand,
                        isUnseen,
                        lastRaise,
                        lastNews,
                        flips,
                        to,
                        suppressedBy,
                        raisedAt,
                        lastComment));
    }

    private Optional<AlarmState> next(Trigger trigger) {
        return Lifecycle.next(state, trigger, isRaised(), condition.latch(), isUnseen);
    }

    private Alarm entered(
            AlarmState to, Trigger trigger, @Nullable CommandDetails by, Instant time, Instant commandTime) {
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
                trigger.isByOperator() ? transitions + 1 : lastNews,
                flips,
                null,
                to == state ? suppressedBy : null,
                raisedAt,
                lastComment);
    }

    /** Counts a comment. It is no news: a command that operators sent before they saw it is still valid. */
    private Alarm commented(Instant time) {
        return new Alarm(
                condition,
                severity,
                worst,
                state,
                transitions + 1,
                since,
                commandDetails,
                lastCommand,
                isUnseen,
                lastRaise,
                lastNews,
                flips,
                escalated,
                suppressedBy,
                raisedAt,
                time);
    }

    private Alarm with(Flips others) {
        return new Alarm(
                condition,
                severity,
                worst,
                state,
                transitions,
                since,
                commandDetails,
                lastCommand,
                isUnseen,
                lastRaise,
                lastNews,
                others,
                escalated,
                suppressedBy,
                raisedAt,
                lastComment);
    }

    private static Instant latest(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
