package io.weir.alarming.series;

import io.weir.alarming.condition.Condition;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** The alarm conditions of one series. Not thread-safe. */
public final class SeriesConditions {

    private final AlarmPlan[] plans;
    private final Condition[] conditions;
    private long lastSeenMillis = Long.MIN_VALUE;

    SeriesConditions(List<AlarmPlan> plans) {
        this.plans = plans.toArray(AlarmPlan[]::new);
        conditions =
                plans.stream().map(plan -> new Condition(plan.thresholds())).toArray(Condition[]::new);
    }

    /** How many alarm rules watch the series. */
    public int size() {
        return plans.length;
    }

    public AlarmPlan plan(int alarm) {
        return plans[alarm];
    }

    public Condition condition(int alarm) {
        return conditions[alarm];
    }

    /** Notes that a metric of the series came at this log time. */
    public void seen(long logMillis) {
        lastSeenMillis = logMillis;
    }

    /**
     * Forgets what is long settled.
     *
     * @return whether there is anything new to be saved
     */
    public boolean forget(long beforeLogMillis) {
        boolean any = false;
        for (Condition condition : conditions) {
            any |= condition.forget(beforeLogMillis);
        }
        return any;
    }

    /** Would the series, met anew, be the same? It may then be dropped. */
    boolean isDispensable(long beforeLogMillis) {
        return lastSeenMillis < beforeLogMillis && isPristine();
    }

    /** Is there nothing to save? */
    boolean isPristine() {
        for (Condition condition : conditions) {
            if (!condition.isPristine()) {
                return false;
            }
        }
        return true;
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(conditions.length);
        for (int alarm = 0; alarm < conditions.length; alarm++) {
            out.writeLong(plans[alarm].identity());
            conditions[alarm].write(out);
        }
    }

    /** Restores what {@link #write} wrote; the state of rules that are gone is dropped. */
    void read(DataInput in) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            int alarm = alarm(in.readLong());
            if (alarm < 0) {
                in.readFully(new byte[Condition.SAVED_BYTES]);
            } else {
                conditions[alarm].read(in);
            }
        }
    }

    private int alarm(long identity) {
        for (int alarm = plans.length - 1; alarm >= 0; alarm--) {
            if (plans[alarm].identity() == identity) {
                return alarm;
            }
        }
        return -1;
    }
}
