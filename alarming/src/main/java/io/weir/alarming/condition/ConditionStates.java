package io.weir.alarming.condition;

import io.weir.alarming.absence.AbsencePlans;
import io.weir.alarming.absence.AbsenceTracker;
import io.weir.alarming.absence.WatchedKey;
import io.weir.contract.line.Series;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.state.BlockStore;
import io.weir.contract.state.Checkpoint;
import io.weir.contract.state.SeriesTable;
import io.weir.contract.state.Tier;
import io.weir.contract.state.WorkingSet;
import io.weir.contract.topic.InputProgress;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All series of a first-stage task, and its active rules. Series whose conditions are pristine are
 * not saved. Not thread-safe.
 */
public final class ConditionStates implements WorkingSet {

    private final Rules rules;
    private final Map<String, PlanCompiler> compilers = new HashMap<>();
    private final InputProgress progress = new InputProgress();
    private final long mostBytes;
    private final SeriesTable<SeriesConditions> table = new SeriesTable<>(this::forgetBytes);
    private final AbsenceTracker keys = new AbsenceTracker(this::hasRoom);
    private final EvaluatedStamps stamps = new EvaluatedStamps(this::restoreNote);
    private PlanCompiler compiler;
    private boolean mayHaveOrphaned;
    private boolean hasMissed;
    private boolean isFull;
    private long seriesBytes;
    private long tickedMillis = Long.MIN_VALUE;

    /** Receives alarms that no rule covers any more. */
    @FunctionalInterface
    public interface OrphanListener {
        /** An alarm of the series with this spelling must be cleared. */
        void orphaned(byte[] series, OrphanedAlarm alarm);
    }

    /**
     * Creates the set without series.
     *
     * @param mostBytes estimated memory from which on {@link #hasRoom} is false
     */
    public ConditionStates(Rules rules, long mostBytes) {
        this.rules = rules;
        this.mostBytes = mostBytes;
        this.compiler = new PlanCompiler(rules.active());
    }

    /** Index in {@link #downstream} of the keys of absence rules. */
    public static final int KEYS = 0;

    /** Index in {@link #downstream} of the times at which these keys were last seen. */
    public static final int LAST_SEEN = 1;

    /** Index in {@link #downstream} of the last evaluated stamps. */
    private static final int STAMPS = 2;

    private static final int LAYOUT = 5;

    /** The divisor of the memory that must be free again before {@link #isFull} ends. */
    private static final int FREE_AGAIN = 50;

    /** Returns the version of the active rules. */
    public String rulesVersion() {
        return compiler.version();
    }

    /** Activates other rules; {@link #reportOrphaned} must follow. */
    public void switchTo(RuleFile to, Checkpoint checkpoint) {
        compiler = new PlanCompiler(to);
        for (int slot = table.slotLimit() - 1; slot >= 0; slot--) {
            if (table.isUsed(slot)) {
                forgetBytes(slot);
                table.replace(slot, table.value(slot).under(compiler.version(), compiler.compile(table.key(slot))));
                seriesBytes += table.value(slot).bytes();
                checkpoint.touch(slot);
            }
        }
        mayHaveOrphaned = true;
    }

    /**
     * Reports raised alarms without a rule, after a switch or a restore of state from other
     * rules.
     */
    public void reportOrphaned(OrphanListener listener, Checkpoint checkpoint) {
        if (!mayHaveOrphaned) {
            return;
        }
        mayHaveOrphaned = false;
        for (int slot = table.slotLimit() - 1; slot >= 0; slot--) {
            if (table.isUsed(slot)) {
                for (OrphanedAlarm alarm : table.value(slot).takeOrphaned()) {
                    listener.orphaned(table.key(slot), alarm);
                    checkpoint.touch(slot);
                }
            }
        }
    }

    /**
     * Returns the compiler of the version that saved state; if that version is unavailable, of the
     * active rules.
     */
    private PlanCompiler compiler(String version) {
        PlanCompiler known = compilers.get(version);
        if (known == null) {
            known = new PlanCompiler(rules.find(version).orElseGet(rules::active));
            compilers.put(version, known);
        }
        return known;
    }

    private static SeriesConditions conditions(PlanCompiler compiler, byte[] canonical) {
        return new SeriesConditions(compiler.version(), compiler.compile(canonical));
    }

    private void forgetBytes(int slot) {
        seriesBytes -= table.value(slot).bytes();
    }

    /** The estimated heap bytes of all series and keys. */
    public long bytes() {
        return seriesBytes + keys.bytes();
    }

    /** Whether another series, or key of an absence rule, may be added. */
    public boolean hasRoom() {
        return bytes() < mostBytes;
    }

    /** Whether the limit is reached; after that, whether a fiftieth of the memory is not yet free. */
    public boolean isFull() {
        isFull = isFull ? bytes() >= mostBytes - mostBytes / FREE_AGAIN : !hasRoom();
        return isFull;
    }

    /** Returns the keys of absence rules of a series that is not added. */
    public WatchedKey[] keysOf(byte[] canonical) {
        return absencePlans().keys(Series.parse(canonical)).toArray(WatchedKey[]::new);
    }

    /**
     * Returns the slot of the series with the canonical spelling {@code bytes[from, to)}; -1 if it
     * is new.
     */
    public int find(byte[] bytes, int from, int to, long hash) {
        return table.find(bytes, from, to, hash);
    }

    /** Adds a new series. The bytes must be a valid series. */
    public int add(byte[] canonical, long hash) {
        SeriesConditions added = conditions(compiler, canonical);
        seriesBytes += added.bytes();
        return table.add(canonical, hash, added);
    }

    public boolean isUsed(int slot) {
        return table.isUsed(slot);
    }

    /** Returns the conditions of a used slot. */
    public SeriesConditions conditions(int slot) {
        return table.value(slot);
    }

    /** Sets the store whose checkpoints save this set. */
    public void saveBy(BlockStore<ConditionStates> store) {
        stamps.saveBy(store, store.downstream(STAMPS));
    }

    /** Records that an alarm's condition evaluated a value. */
    public void noteEvaluated(int slot, int alarm) {
        table.value(slot).noteEvaluated(alarm, slot, stamps);
    }

    private void restoreNote(long turn, int slot, int tag, long stamp, long logMillis) {
        if (table.isUsed(slot)) {
            table.value(slot).restoreNote(turn, tag, stamp, logMillis);
        }
    }

    /**
     * Drops the series in {@code slot} if it was not seen since {@code beforeLogMillis} and has no
     * state.
     */
    public void dropIfDispensable(int slot, long beforeLogMillis) {
        if (table.value(slot).isDispensable(beforeLogMillis)) {
            table.remove(slot);
        }
    }

    /** Returns the keys of absence rules. */
    public AbsenceTracker keys() {
        return keys;
    }

    /** Sets log time; returns whether it went back. */
    public boolean tickedTo(long logMillis) {
        boolean isBack = tickedMillis > logMillis;
        tickedMillis = logMillis;
        return isBack;
    }

    /** Kafka deleted records of the partition before they were read. */
    public void missed() {
        hasMissed = true;
    }

    /** Returns whether {@link #missed} was called since the last call, even before a restart. */
    public boolean takeMissed() {
        boolean missed = hasMissed;
        hasMissed = false;
        return missed;
    }

    /** Returns the active absence rules. */
    public AbsencePlans absencePlans() {
        return compiler.absencePlans();
    }

    @Override
    public List<Tier> downstream() {
        return List.of(keys, keys.lastSeen(), stamps);
    }

    @Override
    public int layout() {
        return LAYOUT;
    }

    public InputProgress progress() {
        return progress;
    }

    /** Returns the number of series. */
    public int size() {
        return table.size();
    }

    @Override
    public int slotLimit() {
        return table.slotLimit();
    }

    @Override
    public boolean write(int slot, DataOutput out) throws IOException {
        if (!table.isUsed(slot) || table.value(slot).isPristine()) {
            return false;
        }
        table.writeKey(slot, out);
        out.writeUTF(table.value(slot).rules());
        out.writeLong(stamps.turn());
        table.value(slot).write(out);
        return true;
    }

    @Override
    public void read(int slot, DataInput in) throws IOException {
        byte[] key = SeriesTable.readKey(in);
        String version = in.readUTF();
        SeriesConditions conditions = conditions(compiler(version), key);
        long turn = in.readLong();
        conditions.takeNotesFrom(conditions.rules().equals(version) ? turn : Long.MAX_VALUE);
        conditions.read(in);
        mayHaveOrphaned = true;
        table.move(slot, key, conditions);
        seriesBytes += conditions.bytes();
    }

    @Override
    public void clear(int slot) {
        table.remove(slot);
    }

    @Override
    public void reset() {
        table.clear();
        seriesBytes = 0;
        progress.reset();
        keys.reset();
        stamps.reset();
        compilers.clear();
        compiler = new PlanCompiler(rules.active());
        mayHaveOrphaned = false;
        hasMissed = false;
        isFull = false;
        tickedMillis = Long.MIN_VALUE;
    }

    @Override
    public void writeCommon(DataOutput out) throws IOException {
        out.writeUTF(compiler.version());
        out.writeLong(tickedMillis);
        out.writeBoolean(hasMissed);
        progress.write(out);
        keys.writeCommon(out);
    }

    @Override
    public void readCommon(DataInput in) throws IOException {
        compiler = compiler(in.readUTF());
        tickedMillis = in.readLong();
        hasMissed = in.readBoolean();
        progress.read(in);
        keys.readCommon(in);
    }

    /**
     * Does nothing: under exactly-once, slots are freed while a record is processed; see
     * {@link #dropIfDispensable}.
     */
    @Override
    public void release(long committedOffset, SlotListener freed) {}
}
