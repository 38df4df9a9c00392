package io.weir.late;

import io.weir.contract.config.Refusal;
import io.weir.contract.rule.alarm.LateAlarm;
import io.weir.query.series.EvaluationException;
import org.jspecify.annotations.Nullable;

/**
 * The state of one rule: its last round, and when it is due. Reads no clock.
 */
final class RuleRun {
    private static final long RETRY_MILLIS = 5_000;

    private final LateAlarm declared;
    private final Schedule schedule;
    private final @Nullable LateRule rule;
    private final String mistake;
    private Round last;
    private long evaluated;
    private long notBefore = Long.MIN_VALUE;

    /**
     * @param last its last recorded round, or {@link Round#NONE}
     */
    RuleRun(LateAlarm declared, Round last, long catchUp, long now) {
        this.declared = declared;
        this.last = last;
        long every = declared.every().toMillis();
        schedule = new Schedule(every, catchUp);
        // The bound applies to a rule that was never evaluated, too.
        evaluated = last.time() == Round.NONE.time() ? schedule.first(now) - every : last.time();
        LateRule parsed = null;
        String wrong = "";
        try {
            parsed = LateRule.of(
                    declared.name(),
                    declared.query(),
                    every,
                    declared.delay().toMillis());
        } catch (Refusal e) {
            wrong = String.valueOf(e.getMessage());
        }
        rule = parsed;
        mistake = wrong;
    }

    LateAlarm declared() {
        return declared;
    }

    Round last() {
        return last;
    }

    /** The time that was evaluated last; for a rule without a round, the one before its first. */
    long evaluated() {
        return evaluated;
    }

    boolean isDue(long now) {
        return now >= notBefore && schedule.after(evaluated, now).time() <= now;
    }

    /** The number of times that an evaluation now would skip. */
    long skipped(long now) {
        return schedule.after(evaluated, now).skipped();
    }

    /** The due round. Throws {@link EvaluationException} if there is no answer; then call {@link #failed}. */
    Round evaluate(Rounds rounds, long now) {
        LateRule parsed = rule;
        if (parsed == null) {
            throw new EvaluationException(mistake);
        }
        Round round = rounds.evaluate(parsed, last, schedule.after(evaluated, now).time());
        if (!RoundLog.fits(declared.name(), round)) {
            throw new EvaluationException("the query has " + round.active().size()
                    + " results, more than one record holds; aggregate them, such as by topk(1000, …)");
        }
        return round;
    }

    /** Accepts a recorded round. */
    void succeeded(Round round) {
        last = round;
        evaluated = round.time();
    }

    /** Delays the next attempt. */
    void failed(long now) {
        notBefore = now + RETRY_MILLIS;
    }
}
