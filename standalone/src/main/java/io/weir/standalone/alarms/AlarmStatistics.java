package io.weir.standalone.alarms;

import io.weir.alarming.lifecycle.StandingAlarms;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.AlarmRate;
import io.weir.contract.alarm.ChatterTotal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Statistics of one day of transitions. Distinguishes at most {@value #MOST} chattering alarms. Not
 * thread-safe.
 */
final class AlarmStatistics {

    private static final int MOST = 10_000;
    private static final int SHOWN = 10;
    private static final Duration STALE = Duration.ofDays(1);

    private final AlarmRate rate = new AlarmRate();
    private final Map<String, ChatterTotal> chattered = new HashMap<>();

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
            chattered.put(
                    transition.id(),
                    chattered
                            .getOrDefault(transition.id(), ChatterTotal.none(transition.id()))
                            .with(transition.flips(), transition.chattering() == null, transition.swing()));
        }
    }

    /** The statistics of the day before {@code now}. */
    AlarmReport report(AlarmBoard board, Instant now) {
        rate.advance(now.toEpochMilli());
        List<AlarmEvent> standing = board.byUrgency(AlarmBoard.IS_ABNORMAL).stream()
                .filter(AlarmEvent::isStanding)
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
                        .sorted(ChatterTotal.MOST_FIRST)
                        .limit(SHOWN)
                        .map(alarm -> new AlarmReport.Chattered(alarm.alarm(), alarm.raised(), alarm.swing()))
                        .toList());
    }
}
