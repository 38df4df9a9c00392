package io.weir.alarming.series;

import io.weir.alarming.absence.WatchedKey;
import io.weir.alarming.condition.Condition;
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

    /** Room for one bit of each level. */
    private static final int LEVEL_BITS = 3;

    private final String rules;
    private final AlarmPlan[] plans;
    private final Condition[] conditions;

    /** For each condition, where its last note is. */
    private final int[] noted;

    private long notesFromTurn;
    private final WatchedKey[] keys;
    private long lastSeenMillis = Long.MIN_VALUE;
    private List<Gone> gone = List.of();

    SeriesConditions(String rules, SeriesPlan plan) {
        this.rules = rules;
        plans = plan.alarms().toArray(AlarmPlan[]::new);
        keys = plan.keys().toArray(WatchedKey[]::new);
        conditions = plan.alarms().stream()
                .map(alarm -> new Condition(alarm.levels()))
                .toArray(Condition[]::new);
        noted = new int[conditions.length];
    }

    /** The version of the rules. */
    String rules() {
        return rules;
    }

    /** The raised alarms that were met when state was read, and that no rule stands behind any more; told once. */
    List<Gone> takeGone() {
        List<Gone> taken = gone;
        gone = List.of();
        return taken;
    }

    /** The same series under other rules: the state of rules that are in both is kept. */
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

    /** What the alarm's condition judged last goes into the journal. */
    void noteJudged(int alarm, int slot, JudgedStamps to) {
        Condition condition = conditions[alarm];
        int levels = condition.judgedLevels();
        if (levels != 0) {
            int tag = (alarm << LEVEL_BITS) | levels;
            noted[alarm] = to.note(noted[alarm], slot, tag, condition.judgedStamp(), condition.judgedLogMillis());
        }
    }

    /** Notes of turns before this one are included, or of no use. */
    void takeNotesFrom(long turn) {
        notesFromTurn = turn;
    }

    void restoreNote(long turn, int tag, long stamp, long logMillis) {
        if (turn >= notesFromTurn) {
            conditions[tag >> LEVEL_BITS].judged(tag & ((1 << LEVEL_BITS) - 1), stamp, logMillis);
        }
    }

    /** The keys of absence rules that the series stands for; whoever looks them up may replace them. */
    public WatchedKey[] keys() {
        return keys;
    }

    /** Notes that a metric of the series came at this log time. */
    public void seen(long logMillis) {
        lastSeenMillis = logMillis;
    }

    /**
     * Log time was wrong, and has gone back to {@code logMillis}.
     *
     * @return whether there is anything new to be saved
     */
    public boolean goBack(long logMillis) {
        lastSeenMillis = Math.min(lastSeenMillis, logMillis);
        boolean any = false;
        for (Condition condition : conditions) {
            any |= condition.goBack(logMillis);
        }
        return any;
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
            boolean isRaised = conditions[alarm].isRaised();
            out.writeBoolean(isRaised);
            if (isRaised) {
                SavedText.write(plans[alarm].rule().name(), out);
                SavedText.write(plans[alarm].id(), out);
            }
            conditions[alarm].write(out);
        }
    }

    /** Restores what {@link #write} wrote; of rules that are gone, only what is raised is remembered, to be cleared. */
    void read(DataInput in) throws IOException {
        List<Gone> withoutRule = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            int alarm = alarm(in.readLong());
            Optional<Gone> raised =
                    in.readBoolean() ? Optional.of(new Gone(SavedText.read(in), SavedText.read(in))) : Optional.empty();
            if (alarm < 0) {
                new Condition(List.of()).read(in);
                raised.ifPresent(withoutRule::add);
            } else {
                conditions[alarm].read(in);
            }
        }
        gone = List.copyOf(withoutRule);
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
