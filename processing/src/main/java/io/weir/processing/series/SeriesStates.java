package io.weir.processing.series;

import io.weir.contract.farm.FarmState;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.state.BlockStore;
import io.weir.contract.state.Checkpoint;
import io.weir.contract.state.SeriesTable;
import io.weir.contract.state.Tier;
import io.weir.processing.account.Account;
import io.weir.processing.account.Holding;
import io.weir.processing.account.StateBudget;
import io.weir.processing.account.Use;
import io.weir.processing.batch.DeliveredBatches;
import io.weir.processing.group.Budgets;
import io.weir.processing.group.Groups;
import io.weir.processing.time.LogClock;
import io.weir.processing.window.Windows;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * All series of one task, saved slot by slot, and what belongs to its partition: time, rules, the farm's state. Not thread-safe.
 *
 * <p>Each slot is saved with the version of the rules that it was under, and with what it took from the state of the farm: after a
 * crash, slots that were saved later than others may be past a switch that those are still to make.
 */
public final class SeriesStates implements TaskStates {

    /** The tiers downstream with the {@link #budgets}, the {@link #groups} and what the {@link #account} refused. */
    public static final int BUDGETS = 0;

    public static final int GROUPS = 1;
    public static final int REFUSALS = 3;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Plans plans;
    private final LogClock clock;
    private final long expiryMillis;
    private final SeriesTable<SeriesState> table = new SeriesTable<>(this::forget);
    private final DeliveredBatches delivered = new DeliveredBatches();
    private final LookupMisses misses = new LookupMisses();
    private final Budgets budgets = new Budgets();
    private final Groups groups = new Groups();
    private final ForgottenSeries forgotten = new ForgottenSeries();
    private final SlotHeads heads = new SlotHeads();
    private final SlotDues dues = new SlotDues();
    private final Formers formers = new Formers();
    private final Account account;
    /**
     * @param expiryMillis a series silent for longer than this is forgotten
     * @param gatewayTimeoutMillis a gateway silent for longer than this no longer holds time back
     */
    public SeriesStates(Rules rules, long expiryMillis, long gatewayTimeoutMillis, StateBudget budget) {
        this.account = new Account(budget);
        this.plans = new Plans(rules);
        this.clock = new LogClock(gatewayTimeoutMillis);
        this.expiryMillis = expiryMillis;
    }

    @Override
    public int layout() {
        return 5;
    }

    @Override
    public SeriesStates series() {
        return this;
    }

    @Override
    public Checkpoint seriesIn(BlockStore<?> store) {
        return store;
    }

    /** The groups that series have values in. */
    public Groups groups() {
        return groups;
    }

    /** What the series take, and whether they may take more. */
    public Account account() {
        return account;
    }

    /** How many groups each rule has. */
    public Budgets budgets() {
        return budgets;
    }

    /** The identities of the group rules that hold now. */
    public Set<Long> groupIdentities() {
        return plans.groupIdentities();
    }

    @Override
    public List<Tier> downstream() {
        return List.of(budgets, groups, forgotten, account.refusals());
    }

    /** The version of the rules that holds now. */
    public String rulesVersion() {
        return plans.version();
    }

    /**
     * Lets other rules hold from the current record on; what both remember is kept. Slots that include this record have switched.
     *
     * @return the number of open windows that were dropped with their rules
     */
    public int switchTo(RuleFile to, Checkpoint checkpoint) {
        plans.switchTo(to);
        int dropped = 0;
        for (int slot = table.slotLimit() - 1; slot >= 0; slot--) {
            if (table.isUsed(slot) && !checkpoint.includes(slot)) {
                dropped += switchSlot(slot, checkpoint);
            }
        }
        return dropped;
    }

    /**
     * Lets this be set for the farm from the current record on, unless it is no later than what is known: several gateways tell the
     * same. Series that took something else from it get other plans, and keep what they remember.
     *
     * @return the number of open windows that were dropped, because their rule is for other tags
     */
    public int tell(FarmState told, Checkpoint checkpoint) {
        if (!plans.tell(told)) {
            return 0;
        }
        int dropped = 0;
        for (int slot = table.slotLimit() - 1; slot >= 0; slot--) {
            if (table.isUsed(slot) && !plans.areAsFor(table.value(slot).plan()) && !checkpoint.includes(slot)) {
                formers.add(slot, table.value(slot));
                dropped += switchSlot(slot, checkpoint);
            }
        }
        return dropped;
    }

    /** The series that {@link #tell} has changed while they held values back. */
    public Formers formers() {
        return formers;
    }

    private int switchSlot(int slot, Checkpoint checkpoint) {
        SeriesState before = table.value(slot);
        SeriesPlan plan = plans.compile(table.key(slot));
        if (!before.isSaved() && plan.rules().hasState()) {
            table.remove(slot); // As after a restart: it arrives as a new series, if there is room.
            return 0;
        }
        SeriesState after = before.under(plan, account, table.key(slot));
        before.close();
        table.replace(slot, after);
        heads.update(slot, after);
        misses.replace(before.plan().missed(), plan.missed());
        dues.note(slot, state(slot));
        if (after.isSaved()) {
            checkpoint.touch(slot);
        }
        return before.openWindowsNotIn(plan);
    }

    /** The slot of a series, spelled canonically by {@code bytes[from, to)}; -1 if it is new. */
    public int find(byte[] bytes, int from, int to, long hash) {
        return table.find(bytes, from, to, hash);
    }

    /** The series that followed the one before it the last time; empty if none did. Report each line by {@link #came} or the like. */
    public byte[] expected() {
        return table.expected();
    }

    /** The next line is of the {@link #expected} series: its slot. */
    public int cameAsExpected() {
        return table.cameAsExpected();
    }

    /** The next line is of the series in {@code slot}. */
    public void came(int slot) {
        table.came(slot);
    }

    /**
     * Takes in a new series, unless there is no room for its state. The bytes must be a valid series.
     *
     * @param line where its line begins in the record
     * @return its slot; -1 if it is refused
     */
    public int add(byte[] canonical, long hash, int line) {
        SeriesPlan plan = plans.compile(canonical);
        boolean hasState = plan.rules().hasState();
        if (hasState && !account.admitsNew(canonical, line)) {
            return -1;
        }
        SeriesState state = new SeriesState(plan, false, account.open(canonical, hasState, line));
        state.reset(forgotten.closedUntil(hash));
        int slot = table.add(canonical, hash, state);
        heads.begin(slot, SlotHeads.UNSEEN, state);
        misses.replace(List.of(), plan.missed());
        dues.note(slot, state(slot));
        return slot;
    }

    public SeriesState state(int slot) {
        return table.value(slot);
    }

    /** May the line at {@code line} take more memory for the series in {@code slot}? */
    public boolean mayGrow(int slot, Use use, int line) {
        return account.admits(state(slot).holding(), use, line);
    }

    /** Forgets series without state if they are too many. Between records: no metric may be of them. */
    public void forgetPlain() {
        if (account.hasTooManyPlain()) {
            table.release(slot -> !state(slot).isSaved(), slot -> {});
        }
    }

    /** The number of series. */
    public int size() {
        return table.size();
    }

    /** Which rules apply to the series in {@code slot}. */
    public SeriesRules rules(int slot) {
        return Objects.requireNonNull(heads.rules(slot));
    }

    /** The number of a field, whose place in its line is {@code hint}; {@link FieldNames#UNNUMBERED} if it is new and one too many. */
    public int fieldNumber(int slot, byte[] bytes, int from, int to, int hint) {
        int number = knownField(slot, bytes, from, to, hint);
        if (number == FieldNames.UNNUMBERED) {
            number = table.value(slot).fieldNumber(bytes, from, to, hint);
            heads.update(slot, table.value(slot));
        }
        return number;
    }

    /** The same; also {@link FieldNames#UNNUMBERED} if it is new. */
    public int knownField(int slot, byte[] bytes, int from, int to, int hint) {
        return Objects.requireNonNull(heads.names(slot)).number(bytes, from, to, hint, heads.known(slot));
    }

    /** What the rules make of a field as it came, by its number in the series in {@code slot}. */
    public FieldRules field(int slot, int number) {
        FieldRules known = heads.field(slot, number);
        return known == null ? state(slot).field(0, number) : known;
    }

    /** The canonical bytes of an output of the series in {@code slot}. */
    byte[] output(int slot, int output) {
        byte[] known = output > 1 ? null : heads.output(slot, output);
        return known == null ? state(slot).output(output) : known;
    }

    /** The open windows of an aggregation, by its place in the plan of the series in {@code slot}. */
    public Windows windows(int slot, int aggregate) {
        return aggregate == 0
                ? Objects.requireNonNull(heads.windows(slot))
                : state(slot).windows(aggregate);
    }

    /**
     * Notes that a metric of the series in {@code slot} was received. If the series was silent for longer than it is remembered,
     * everything is forgotten first but which windows are closed, unless a window is still open or a value held back: nobody ticked
     * meanwhile, or they wait for longer than that.
     */
    public void seen(int slot, long receivedMillis, long offset) {
        long last = heads.seenMillis(slot);
        if (last != SlotHeads.UNSEEN
                && receivedMillis - last > expiryMillis
                && state(slot).isIdle()) {
            state(slot).reset(closedUntil(slot));
            heads.update(slot, state(slot));
        }
        heads.seen(slot, receivedMillis, offset);
    }

    /** Until when windows of a series that is forgotten are closed: no clock that was ahead closes more than what it is late. */
    private long closedUntil(int slot) {
        return Math.min(state(slot).closedUntil(), (heads.seenMillis(slot) + expiryMillis) * NANOS_PER_MILLI);
    }

    /** When windows close and values that are held back are due. */
    public SlotDues dues() {
        return dues;
    }

    public LogClock clock() {
        return clock;
    }

    /** The batches that the partition has had. */
    public DeliveredBatches delivered() {
        return delivered;
    }

    public LookupMisses lookupMisses() {
        return misses;
    }

    @Override
    public int slotLimit() {
        return table.slotLimit();
    }

    @Override
    public boolean write(int slot, DataOutput out) throws IOException {
        if (!table.isUsed(slot) || !table.value(slot).isSaved()) {
            return false;
        }
        table.writeKey(slot, out);
        Plans.write(table.value(slot).plan(), out);
        out.writeLong(table.value(slot).holding().gateway());
        out.writeLong(heads.seenMillis(slot));
        table.value(slot).write(out);
        return true;
    }

    @Override
    public void read(int slot, DataInput in) throws IOException {
        byte[] key = SeriesTable.readKey(in);
        SeriesPlan plan = plans.read(key, in);
        Holding holding = account.open(key, in.readLong(), true);
        SeriesState state = new SeriesState(plan, true, holding);
        long seenMillis = in.readLong();
        state.read(in);
        table.move(slot, key, state);
        heads.begin(slot, seenMillis, state);
        misses.replace(List.of(), state.plan().missed());
        dues.note(slot, state(slot));
    }

    @Override
    public void clear(int slot) {
        table.remove(slot);
    }

    private void forget(int slot) {
        misses.replace(table.value(slot).plan().missed(), List.of());
        table.value(slot).close();
        heads.clear(slot);
        dues.clear(slot);
    }

    @Override
    public void reset() {
        table.clear();
        budgets.reset();
        groups.reset();
        forgotten.reset();
        account.reset();
        clock.reset();
        delivered.reset();
        formers.take();
        plans.reset();
    }

    @Override
    public void writeCommon(DataOutput out) throws IOException {
        plans.writeActive(out);
        clock.write(out);
        delivered.write(out);
    }

    @Override
    public void readCommon(DataInput in) throws IOException {
        plans.readActive(in);
        clock.read(in);
        delivered.read(in);
    }

    @Override
    public void release(long committedOffset, SlotListener freed) {
        long now = clock.nowMillis();
        if (now == LogClock.UNKNOWN) {
            return;
        }
        for (int slot = table.slotLimit() - 1; slot >= 0; slot--) {
            if (table.isUsed(slot)
                    && heads.offset(slot) < committedOffset
                    // Either way: time may have gone back.
                    && Math.abs(now - heads.seenMillis(slot)) > expiryMillis
                    && state(slot).isIdle()) {
                forgotten.add(table.key(slot), Math.min(closedUntil(slot), now * NANOS_PER_MILLI));
                table.remove(slot);
                freed.slot(slot);
            }
        }
    }
}
