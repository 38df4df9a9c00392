package io.weir.dashboard.journal;

import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The alarms and commands of a shift, for its handover.
 *
 * @param alarms those with a transition in the shift, and those that are raised at its end; raised
 *     ones first, then the worst, then the earliest
 * @param commands transitions that operators caused, the earliest first
 */
public record ShiftSummary(List<AlarmShift> alarms, List<JournalEntry> commands) {

    private static final Comparator<AlarmShift> ORDER = Comparator.comparing((AlarmShift alarm) -> !alarm.isRaised())
            .thenComparing(AlarmShift::worst, Severity.BY_BADNESS)
            .thenComparingLong(AlarmShift::firstMillis);

    /** Copies the lists. */
    public ShiftSummary {
        alarms = List.copyOf(alarms);
        commands = List.copyOf(commands);
    }

    /**
     * One alarm in the shift.
     *
     * @param worst its worst severity in the shift
     * @param raises how often it was raised
     * @param firstMillis its first transition in the shift, or the one that led to its state at the
     *     end
     * @param acknowledgedBy the operators who acknowledged it
     * @param acknowledgedMillis the last acknowledgement, or null
     * @param state its state at the end of the shift
     * @param sinceMillis the transition that led to it
     * @param message the last message
     */
    public record AlarmShift(
            String alarm,
            String rule,
            Severity worst,
            int raises,
            long firstMillis,
            SortedSet<String> acknowledgedBy,
            @Nullable Long acknowledgedMillis,
            AlarmState state,
            long sinceMillis,
            String message) {

        /** Whether it is raised at the end of the shift, hidden or not. */
        public boolean isRaised() {
            return state != AlarmState.NORMAL;
        }
    }

    /** The transitions of one alarm so far. */
    private static final class Progress {
        private JournalEntry last;
        private Severity worst = Severity.OK;
        private int raises;
        private boolean isOfShift;
        private long firstMillis;
        private final SortedSet<String> acknowledgedBy = new TreeSet<>();
        private @Nullable Long acknowledgedMillis;

        private Progress(JournalEntry first) {
            last = first;
        }

        private void add(JournalEntry entry, boolean isInShift) {
            last = entry;
            if (!isInShift) {
                firstMillis = entry.millis();
                worst = entry.severity();
                return;
            }
            if (!isOfShift) {
                isOfShift = true;
                firstMillis = entry.millis();
            }
            worst = Severity.worse(worst, entry.severity());
            if (entry.isRaise()) {
                raises++;
            }
            String user = entry.user();
            if (user != null && entry.to() == AlarmState.ACKNOWLEDGED) {
                acknowledgedBy.add(user);
                acknowledgedMillis = entry.millis();
            }
        }

        private AlarmShift shift() {
            return new AlarmShift(
                    last.alarm(),
                    last.rule(),
                    worst,
                    raises,
                    firstMillis,
                    acknowledgedBy,
                    acknowledgedMillis,
                    last.to(),
                    last.millis(),
                    last.message());
        }
    }

    /**
     * Summarises the transitions from a time on; earlier ones show what was raised before.
     *
     * @param entries all transitions before the end of the shift, the latest first
     */
    public static ShiftSummary of(List<JournalEntry> entries, long fromMillis) {
        Map<String, Progress> alarms = new LinkedHashMap<>();
        List<JournalEntry> commands = new ArrayList<>();
        for (int i = entries.size() - 1; i >= 0; i--) {
            JournalEntry entry = entries.get(i);
            boolean isInShift = entry.millis() >= fromMillis;
            alarms.computeIfAbsent(entry.alarm(), unseen -> new Progress(entry)).add(entry, isInShift);
            if (isInShift && entry.user() != null) {
                commands.add(entry);
            }
        }
        return new ShiftSummary(
                alarms.values().stream()
                        .filter(alarm -> alarm.isOfShift || alarm.last.to() != AlarmState.NORMAL)
                        .map(Progress::shift)
                        .sorted(ORDER)
                        .toList(),
                commands);
    }
}
