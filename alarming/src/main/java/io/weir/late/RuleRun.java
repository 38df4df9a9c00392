package io.weir.late;

import io.weir.contract.config.Refusal;
import io.weir.contract.rule.alarm.LateAlarm;
import io.weir.query.series.EvaluationException;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The state of one rule: its last round, when it is due, and what keeps it from its next round. Reads no clock. */
final class RuleRun {
    private static final long RETRY_MILLIS = 5_000;

    private final LateAlarm declared;
    private final Schedule schedule;
    private final @Nullable LateRule rule;
    private final String mistake;
    private final long begin;
    private Round last;
    private long evaluated;
    private long notBefore = Long.MIN_VALUE;
    private Schedule.@Nullable Due attempted;
    private String failure = "";
    private boolean isHopeless;
    private String reported = "";

    /** @param last its last recorded round, or {@link Round#NONE} */
    RuleRun(LateAlarm declared, Round last, long catchUp, long now) {
        this.declared = declared;
        this.last = last;
        begin = now;
        long every = declared.every().toMillis();
        schedule = new Schedule(every, catchUp);
        // The bound applies to a rule that was never evaluated, too.
        evaluated = last.time() == Round.NONE.time() ? schedule.first(now) - every : last.time();
        LateRule parsed = null;
        String wrong = "";
        try {
            parsed = LateRule.of(
                    declared.name(), declared.query(), every, declared.delay().toMillis());
        } catch (Refusal e) {
            wrong = String.valueOf(e.getMessage());
        }
        rule = parsed;
        mistake = wrong;
    }

    LateAlarm declared() {
        return declared;
    }

    /** Whether an attempt should begin. */
    boolean isDue(long now) {
        return attempted == null
                && now >= notBefore
                && schedule.after(evaluated, now).time() <= now;
    }

    /**
     * Begins an attempt, which ends with {@link #succeeded} or {@link #failed}. The result evaluates the due round in
     * any thread. It throws {@link EvaluationException} if there is no answer.
     */
    Supplier<Round> attempt(Rounds rounds, long now) {
        Schedule.Due due = schedule.after(evaluated, now);
        attempted = due;
        Round before = last;
        return () -> evaluate(rounds, before, due.time());
    }

    private Round evaluate(Rounds rounds, Round before, long time) {
        LateRule parsed = rule;
        if (parsed == null) {
            throw new EvaluationException(mistake);
        }
        Round round = rounds.evaluate(parsed, before, time);
        if (!RoundLog.fits(declared.name(), round)) {
            throw new EvaluationException("the query has " + round.active().size()
                    + " results, more than one record holds; aggregate them, such as by topk(1000, …)");
        }
        return round;
    }

    /** The number of times that the current attempt skips. */
    long skipping() {
        return Objects.requireNonNull(attempted, "no attempt").skipped();
    }

    /** Accepts a recorded round. */
    void succeeded(Round round) {
        attempted = null;
        last = round;
        evaluated = round.time();
        failure = "";
        isHopeless = false;
        reported = "";
    }

    /**
     * Delays the next attempt.
     *
     * @param isForGood whether a later attempt for the same time would fail, too
     */
    void failed(String why, boolean isForGood, long now) {
        attempted = null;
        notBefore = now + RETRY_MILLIS;
        failure = why;
        isHopeless |= isForGood;
    }

    /** The reason of a failed attempt, in one line. */
    static String reason(Throwable cause) {
        // A store's answer may have several lines.
        return cause instanceof EvaluationException known
                ? String.valueOf(known.getMessage()).replaceAll("\\s+", " ")
                : "a mistake in Weir: " + cause;
    }

    /** Whether the last attempt failed. */
    boolean isFailing() {
        return !failure.isEmpty();
    }

    /**
     * The time since which the alarms of the rule are unknown, and the reason; empty if they are known. They become
     * unknown when an evaluation has waited longer than the catch-up bound, or cannot succeed, and when the clock is
     * before the last evaluation.
     */
    String trouble(long now) {
        if (evaluated > now + schedule.every()) {
            return Instant.ofEpochMilli(evaluated) + ": this time is in the future: the clock was set back since then";
        }
        // Times before the begin were missed while no instance ran: the first attempt may still answer.
        boolean isLost = now - schedule.next(Math.max(evaluated, begin)) > schedule.catchUp();
        if (!isLost && !isHopeless) {
            return "";
        }
        return Instant.ofEpochMilli(evaluated) + ": "
                + (isFailing() ? failure : "its query is not answered yet; other queries run before it");
    }

    /** Whether this trouble differs from the one that was reported last; then it counts as reported. */
    boolean reports(String trouble) {
        boolean isNew = !trouble.equals(reported);
        reported = trouble;
        return isNew;
    }
}
