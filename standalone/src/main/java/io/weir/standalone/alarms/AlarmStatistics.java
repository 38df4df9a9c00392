package io.weir.standalone.alarms;

import io.weir.alarming.lifecycle.StandingAlarms;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.AlarmRate;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.Swing;
import java.io.PrintWriter;
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

    void print(AlarmBoard board, Instant now, PrintWriter out) {
        rate.advance(now.toEpochMilli());
        List<AlarmEvent> standing = board.byUrgency(AlarmBoard.IS_ABNORMAL).stream()
                .filter(alarm -> alarm.severity() != Severity.OK && !alarm.to().isHidden())
                .toList();
        long stale = standing.stream()
                .filter(alarm -> alarm.since().isBefore(now.minus(STALE)))
                .count();
        long chattering =
                standing.stream().filter(alarm -> alarm.chattering() != null).count();
        out.printf(
                "rate        %d calls in the last ten minutes; at most %d in any ten minutes of the last day%n",
                rate.inTenMinutes(), rate.highest());
        out.printf("flood       %s; %d began in the last day%n", rate.isFlood() ? "yes" : "no", rate.floods());
        out.printf("standing    %d; %d of them in their state for more than a day%n", standing.size(), stale);
        out.printf("chattering  %d%n", chattering);
        chattered.values().stream()
                .sorted(Comparator.comparingLong(Chattered::all).reversed().thenComparing(Chattered::id))
                .limit(SHOWN)
                .forEach(alarm -> out.printf(
                        "  raised %d times in the last day%s: %s%n",
                        alarm.all(), swing(alarm), AlarmLine.text(alarm.id())));
        out.flush();
    }

    /** A clear value at this distance from the threshold would have prevented the chattering. */
    private static String swing(Chattered alarm) {
        Swing swing = alarm.swing;
        return swing == null
                ? ""
                : ", between %s and %s: a deadband of more than %s prevents this"
                        .formatted(
                                AlarmLine.value(swing.low()),
                                AlarmLine.value(swing.high()),
                                AlarmLine.value(swing.high() - swing.low()));
    }
}
