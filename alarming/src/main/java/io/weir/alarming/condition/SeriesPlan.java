package io.weir.alarming.condition;

import io.weir.alarming.absence.WatchedKey;
import java.util.List;

/**
 * The compiled rules of a series.
 *
 * @param alarms alarm rules that watch its fields, in the order of the rule file
 * @param keys its keys of absence rules
 * @param seriesBytes the length of its canonical spelling
 */
record SeriesPlan(List<AlarmPlan> alarms, List<WatchedKey> keys, int seriesBytes) {

    /** Heap bytes of the spelling, for each of its bytes: as a key, a text and parsed tags. */
    private static final int COPIES = 8;

    /** Estimated heap bytes of the series under its alarm rules. The keys are not included: series share them. */
    long bytes() {
        int copies = alarms.isEmpty() ? 1 : COPIES;
        return (long) copies * seriesBytes
                + alarms.stream().mapToLong(AlarmPlan::bytes).sum();
    }
}
