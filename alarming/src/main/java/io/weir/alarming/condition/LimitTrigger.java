package io.weir.alarming.condition;

import io.weir.contract.rule.alarm.Limit;

/** Compares numbers with a limit; other values change nothing. */
record LimitTrigger(Limit limit) implements Trigger {

    @Override
    public int value(long timestamp, Reading value, boolean isRaised, long newest) {
        return isStillMovedBy(value, isRaised) ? MOVES : NOTHING;
    }

    @Override
    public boolean isStillMovedBy(Reading value, boolean isRaised) {
        return value.isNumber()
                && (isRaised
                        ? limit.clears(value.floor(), value.ceiling())
                        : limit.raises(value.floor(), value.ceiling()));
    }

    @Override
    public double passed(Reading value) {
        return value.isNumber() ? limit.passed(value.number()) : Double.NaN;
    }

    @Override
    public double reached(Reading value) {
        return value.isNumber() ? limit.reached(value.number()) : Double.NaN;
    }

    @Override
    public byte kind() {
        return 0;
    }
}
