package io.weir.alarming.lifecycle;

import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.ConditionChange;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts condition changes of series that share an alarm id, and logs each id once. Not
 * thread-safe.
 */
final class SharedIds {
    private static final Logger LOG = LoggerFactory.getLogger(SharedIds.class);

    private static final int REPORTED_AT_MOST = 1_000;

    private final AlarmingMeters meters;
    private final Set<String> reported = new HashSet<>();

    SharedIds(AlarmingMeters meters) {
        this.meters = meters;
    }

    /** Counts a change by a series other than {@code owner}, the series that owns the alarm. */
    void count(ConditionChange change, String owner) {
        meters.sharedId();
        if (reported.size() < REPORTED_AT_MOST && reported.add(change.id())) {
            LOG.warn(
                    "alarm id {} is shared by the series {} and {}: the series that raised it last owns it,"
                            + " the other is ignored; add a tag that distinguishes them to the path of rule {},"
                            + " or narrow its match",
                    change.id(),
                    owner,
                    change.series(),
                    change.rule());
        }
    }
}
