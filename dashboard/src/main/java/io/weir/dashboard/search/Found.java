package io.weir.dashboard.search;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import java.util.List;

/**
 * The result of a search.
 *
 * @param groups the kinds of which something matches, the group with the best match first
 * @param partial whether more may match, because the search reached a limit of time or memory
 */
public record Found(List<Group> groups, boolean partial) {

    /** The kinds of things that a search finds, in the order of groups with the same rank. */
    public enum Kind {
        HOST,
        ALARM,
        RULE,
        METRIC,
        SERIES,
        REFUSED
    }

    /**
     * The matches of one kind.
     *
     * @param count how many match
     * @param rank the rank of the first one, as in {@link
     *     io.weir.contract.rule.match.WordFilter#rank}
     * @param found the best ones, the best first
     */
    public record Group(Kind kind, int count, int rank, List<?> found) {}

    /**
     * An alarm.
     *
     * @param to its state
     */
    public record FoundAlarm(String id, Severity severity, AlarmState to, String message) {
        static FoundAlarm of(AlarmEvent alarm) {
            return new FoundAlarm(alarm.id(), alarm.severity(), alarm.to(), alarm.message());
        }
    }

    /**
     * A field of all series of a measurement.
     *
     * @param field empty for all fields
     * @param series the number of these series
     */
    public record FoundMetric(String measurement, String field, int series) {}
}
