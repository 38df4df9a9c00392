package io.weir.standalone.alarms;

import io.weir.alarming.lifecycle.StandingAlarms;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.AlarmRate;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.Swing;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of one day of transitions. Distinguishes at most {@value #MOST} chattering alarms. Not
 * thread-safe.
 */
final class AlarmStatistics {

    private static final int MOST = 10_000;
    private static final int SHOWN = 10;
    private static final Duration STALE = Duration.ofDays(1);

    private final AlarmRate rate = new AlarmRate();
    private final Map<String, Chattered> chattered = new HashMap<>();

    /**
     * The chattering of one alarm, possibly in several episodes.
     *
     * @param flips raises in episodes that are over
     * @param open raises in the current episode
     */
    private record Chattered(
            String id, long flips, long open, @Nullable Swing swing) {

        private Chattered with(AlarmEvent transition) {
            long count = transition.flips() == null ? 0 : transition.flips();
            boolean isOver = transition.chattering() == null;
            return new Chattered(
                    id, flips + (isOver ? count : 0), isOver ? 0 : count, wider(swing, transition.swing()));
        }

        private static @Nullable Swing wider(@Nullable Swing one, @Nullable Swing other) {
            return one == null || other == null
                    ? (one == null ? other : one)
                    : one.with(other.low()).with(other.high());
        }

        private long all() {
            return flips + open;
        }
    }

    /** Applies a transition; ignores unreadable ones. */
    void take(byte[] json) {
        AlarmEvent transition;
        try {
            transition = AlarmJson.readEvent(json);
        } catch (IllegalArgumentException e) {
            return;
        }
        if (StandingAlarms.isCall(transition)) {
            rate.called(transition.decisionTime().toEpochMilli());
        }
        if (transition.flips() != null && (chattered.size() < MOST || chattered.containsKey(transition.id()))) {
            chattered.merge(
                    transition.id(),
                    new Chattered(transition.id(), 0, 0, null).with(transition),
                    (known, first) -> known.with(transition));
        }
    }

    /** The statistics of the day before {@code now}. */
    AlarmReport report(AlarmBoard board, Instant now) {
        rate.advance(now.toEpochMilli());
        List<AlarmEvent> standing = board.byUrgency(AlarmBoard.IS_ABNORMAL).stream()
                .filter(alarm -> alarm.severity() != Severity.OK && !alarm.to().isHidden())
                .toList();
        return new AlarmReport(
                rate.inTenMinutes(),
                rate.highest(),
                rate.isFlood(),
                rate.floods(),
                standing.size(),
                standing.stream()
                        .filter(alarm -> alarm.since().isBefore(now.minus(STALE)))
                        .count(),
                standing.stream().filter(alarm -> alarm.chattering() != null).count(),
                chattered.values().stream()
                        .sorted(Comparator.comparingLong(Chattered::all)
                                .reversed()
                                .thenComparing(Chattered::id))
                        .limit(SHOWN)
                        .map(alarm -> new AlarmReport.Chattered(alarm.id(), alarm.all(), alarm.swing()))
                        .toList());
    }
}
