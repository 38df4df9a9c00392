package io.weir.alarming.absence;

import io.weir.contract.rule.alarm.AbsenceRule;

/**
 * A gap in log time, during which silence proves nothing. Log time advances in small steps while
 * gateways tick.
 */
public final class LogGap {
    private static final long MILLIS = 5_000;

    private LogGap() {}

    /**
     * Returns whether a step of log time is a gap for this rule: longer than {@value #MILLIS} ms and
     * than a thousandth of the rule's period.
     */
    public static boolean isGap(AbsenceRule rule, long stepMillis) {
        long thousandth = rule.period().map(period -> period.toMillis() / 1_000).orElse(0L);
        return stepMillis > Math.max(MILLIS, thousandth);
    }
}
