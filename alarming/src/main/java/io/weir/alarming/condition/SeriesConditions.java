package io.weir.alarming.condition;

import io.weir.alarming.absence.WatchedKey;
import io.weir.contract.state.SavedText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The alarm conditions of one series, under one version of the rules. Not thread-safe. */
public final class SeriesConditions {

    /** Room for one bit per level. */
    private static final int LEVEL_BITS = 3;

    /** Heap bytes of the series without its rules: its slot in the table, and the objects and arrays here. */
    private static final int OWN_BYTES = 240;

    private final String rules;
    private final AlarmPlan[] plans;
    private final Condition[] conditions;

    /** Position of each condition's last note in the journal. */
    private final int[] noted;

    private long notesFromTurn;
    private final WatchedKey[] keys;
    private final long bytes;
    private long lastSeenMillis = Long.MIN_VALUE;
    private List<OrphanedAlarm> orphaned = List.of();

    SeriesConditions(String rules, SeriesPlan plan) {
        this.rules = rules;
        plans = plan.alarms().toArray(AlarmPlan[]::new);
        keys = plan.keys().toArray(WatchedKey[]::new);
        conditions = plan.alarms().stream()
                .map(alarm -> new Condition(alarm.levels()))
                .toArray(Condition[]::new);
        noted = new int[conditions.length];
        bytes = OWN_BYTES + plan.bytes();
    }

    /** The estimated heap bytes of the series, with all that its triggers may keep. */
    long bytes() {
        return bytes;
    }

    /** Returns the version of the rules. */
    String rules() {
        return rules;
    }

    /** Returns and clears the restored raised alarms that no rule covers any more. */
    List<OrphanedAlarm> takeOrphaned() {
        List<OrphanedAlarm> taken = orphaned;
        orphaned = List.of();
        return taken;
    }

    /** Returns the series under other rules; rules in both versions keep their state. */
    SeriesConditions under(String otherRules, SeriesPlan others) {
        SeriesConditions after = new SeriesConditions(otherRules, others);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try {
            write(new DataOutputStream(bytes));
            after.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        } catch (IOException e) {
            throw new UncheckedIOException("memory streams do not fail", e);
        }
        after.lastSeenMillis = lastSeenMillis;
        return after;
    }

    /** Returns the number of alarm rules that watch the series. */
    public int size() {
        return plans.length;
    }

    public AlarmPlan plan(int alarm) {
        return plans[alarm];
    }

    public Condition condition(int alarm) {
        return conditions[alarm];
    }

    /** Writes the condition's last evaluated stamp to the journal. */
    void noteEvaluated(int alarm, int slot, EvaluatedStamps to) {
        Condition condition = conditions[alarm];
        int levels = condition.evaluatedLevels();
        if (levels != 0) {
            int tag = (alarm << LEVEL_BITS) | levels;
            noted[alarm] = to.note(noted[alarm], slot, tag, condition.evaluatedStamp(), condition.evaluatedLogMillis());
        }
    }

    /** Ignores restored notes of turns before this one: they are already included or unusable. */
    void takeNotesFrom(long turn) {
        notesFromTurn = turn;
    }

    void restoreNote(long turn, int tag, long stamp, long logMillis) {
        if (turn >= notesFromTurn) {
            conditions[tag >> LEVEL_BITS].evaluated(tag & ((1 << LEVEL_BITS) - 1), stamp, logMillis);
        }
    }

    /** Returns the keys of absence rules of this series; callers may replace the elements. */
    public WatchedKey[] keys() {
        return keys;
    }

    /** Records the log time of a metric of the series. */
    public void seen(long logMillis) {
        lastSeenMillis = logMillis;
    }

    /**
     * Corrects a log time that was too far ahead; it is now {@code logMillis}.
     *
     * @param aheadNanos how far the stamp of a value may be ahead of log time
     * @return whether state changed that must be saved
     */
    public boolean goBack(long logMillis, long aheadNanos) {
        lastSeenMillis = Math.min(lastSeenMillis, logMillis);
        boolean any = false;
        for (Condition condition : conditions) {
            any |= condition.goBack(logMillis, aheadNanos);
        }
        return any;
    }

    /**
     * Forgets the state of conditions that have been OK since before {@code beforeLogMillis}.
     *
     * @return whether state changed that must be saved
     */
    public boolean forget(long beforeLogMillis) {
        boolean any = false;
        for (Condition condition : conditions) {
            any |= condition.forget(beforeLogMillis);
        }
        return any;
    }

    /**
     * Returns whether the series can be dropped because it has no state and was not seen lately.
     */
    boolean isDispensable(long beforeLogMillis) {
        return lastSeenMillis < beforeLogMillis && isPristine();
    }

    /** Returns whether there is nothing to save. */
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
            boolean isRaised = conditions[alarm].isRaised();
            out.writeBoolean(isRaised);
            if (isRaised) {
                SavedText.write(plans[alarm].rule().name(), out);
                SavedText.write(plans[alarm].id(), out);
            }
            conditions[alarm].write(out);
        }
    }

    /**
     * Restores what {@link #write} wrote. For removed rules, keeps only raised alarms, so that they
     * can be cleared.
     */
    void read(DataInput in) throws IOException {
        List<OrphanedAlarm> withoutRule = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            int alarm = alarm(in.readLong());
            Optional<OrphanedAlarm> raised = in.readBoolean()
                    ? Optional.of(new OrphanedAlarm(SavedText.read(in), SavedText.read(in)))
                    : Optional.empty();
            if (alarm < 0) {
                new Condition(List.of()).read(in);
                raised.ifPresent(withoutRule::add);
            } else {
                conditions[alarm].read(in);
            }
        }
        orphaned = List.copyOf(withoutRule);
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
