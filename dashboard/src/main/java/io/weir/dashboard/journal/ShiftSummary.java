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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The alarms and commands of a shift, for its handover.
 *
 * @param alarms those that were raised in the shift, also if only at its begin; those still raised
 *     first, then the worst, then the earliest
 * @param commands transitions that operators caused, the earliest first
 */
public record ShiftSummary(List<AlarmShift> alarms, List<JournalEntry> commands) {

    private static final Comparator<AlarmShift> ORDER = Comparator.comparing((AlarmShift alarm) -> !alarm.raised())
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
     * @param raised whether it is raised at the end of the shift, hidden or not, or waits for
     *     acknowledgement
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
            boolean raised,
            AlarmState state,
            long sinceMillis,
            String message) {}

    /** The transitions of one alarm so far. */
    private static final class Progress {
        private @Nullable JournalEntry previous;
        private JournalEntry last;
        private Severity worst = Severity.OK;
        private int raises;
        private boolean isOfShift;
        private boolean wasRaised;
        private boolean isWanted;
        private long firstMillis;
        private long sinceMillis;
        private final SortedSet<String> acknowledgedBy = new TreeSet<>();
        private @Nullable Long acknowledgedMillis;

        private Progress(JournalEntry first) {
            last = first;
        }

        /** The event time may be earlier than that of the transition before. */
        private void add(JournalEntry entry, boolean isInShift) {
            previous = last.equals(entry) ? null : last;
            if (!entry.comment() || previous == null) {
                sinceMillis = entry.millis();
            }
            last = entry;
            if (!isInShift && !isOfShift) {
                firstMillis = entry.millis();
                worst = entry.severity();
                wasRaised = entry.isRaised();
                return;
            }
            if (!isOfShift) {
                isOfShift = true;
                firstMillis = entry.millis();
            }
            worst = Severity.worse(worst, entry.severity());
            wasRaised |= entry.isRaised() || entry.wasRaised();
            if (isInShift) {
                count(entry);
            }
        }

        private void count(JournalEntry entry) {
            if (entry.isRaise(previous)) {
                raises++;
            }
            String user = entry.user();
            if (user != null && entry.isAcknowledgement()) {
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
                    last.isRaised(),
                    last.to(),
                    sinceMillis,
                    last.message());
        }
    }

    /**
     * Summarises the transitions from a time on; earlier ones show what was raised before.
     *
     * @param entries all transitions before the end of the shift, the latest first
     * @param filter selects commands, and alarms by their last transition or any one in the shift
     */
    public static ShiftSummary of(List<JournalEntry> entries, long fromMillis, Predicate<JournalEntry> filter) {
        Map<String, Progress> alarms = new LinkedHashMap<>();
        List<JournalEntry> commands = new ArrayList<>();
        for (int i = entries.size() - 1; i >= 0; i--) {
            JournalEntry entry = entries.get(i);
            boolean isInShift = entry.millis() >= fromMillis;
            Progress alarm = alarms.computeIfAbsent(entry.alarm(), unseen -> new Progress(entry));
            alarm.add(entry, isInShift);
            boolean isCommand = isInShift && entry.user() != null;
            boolean isWanted = isInShift && (isCommand || !alarm.isWanted) && filter.test(entry);
            alarm.isWanted |= isWanted;
            if (isCommand && isWanted) {
                commands.add(entry);
            }
        }
        return new ShiftSummary(
                alarms.values().stream()
                        .filter(alarm -> alarm.wasRaised && (alarm.isWanted || filter.test(alarm.last)))
                        .map(Progress::shift)
                        .sorted(ORDER)
                        .toList(),
                commands);
    }
}
