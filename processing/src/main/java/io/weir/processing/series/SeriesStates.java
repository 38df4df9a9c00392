package io.weir.processing.series;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.state.Checkpoint;
import io.weir.contract.state.SeriesTable;
import io.weir.contract.state.Tier;
import io.weir.contract.state.WorkingSet;
import io.weir.processing.account.Account;
import io.weir.processing.account.StateBudget;
import io.weir.processing.account.Use;
import io.weir.processing.aggregate.AggregatedSeries;
import io.weir.processing.aggregate.Contributions;
import io.weir.processing.aggregate.SeriesWindows;
import io.weir.processing.aggregate.WindowClocks;
import io.weir.processing.batch.DeliveredBatches;
import io.weir.processing.batch.LateLines;
import io.weir.processing.batch.Metrics;
import io.weir.processing.batch.SlotTimes;
import io.weir.processing.suppress.FilteredSeries;
import io.weir.processing.suppress.ReplacedStates;
import io.weir.processing.time.LogClock;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All series of one task, saved by slot, and the state of its partition: time, rules, the farm's
 * state. Not thread-safe.
 *
 * <p>Each slot is saved with its version of the rules and the values that it took from the farm's
 * state: after a crash, some slots may have made a switch that others still have to make.
 */
public final class SeriesStates implements WorkingSet, AggregatedSeries, FilteredSeries<SeriesState> {

    private final Plans plans;
    private final LogClock clock;
    private final long expiryMillis;
    private final SeriesTable<SeriesState> table = new SeriesTable<>(this::forget);
    private final DeliveredBatches delivered = new DeliveredBatches();
    private final LookupMisses misses = new LookupMisses();
    private final ForgottenSeries forgotten = new ForgottenSeries();
    private final SlotHeads heads = new SlotHeads();
    private final WindowClocks windowClocks;
    private final SlotDues dues;
    private final PlanSwitch switching;
    private final Account account;
    private final LateLines late;

    /**
     * @param scope the metrics of the series
     * @param expiryMillis a series that is silent for longer is forgotten
     * @param gatewayTimeoutMillis time waits at most this long for a silent gateway
     * @param latePerSecond the most late lines that are stored per second of log time
     */
    public SeriesStates(
            Rules rules,
            PlanScope scope,
            long expiryMillis,
            long gatewayTimeoutMillis,
            StateBudget budget,
            int latePerSecond) {
        this.late = new LateLines(latePerSecond);
        this.account = new Account(budget);
        this.plans = new Plans(rules, scope);
        this.clock = new LogClock(gatewayTimeoutMillis);
        this.windowClocks = scope == PlanScope.INPUT ? WindowClocks.ofInput(clock) : WindowClocks.ofResults(clock);
        this.dues = new SlotDues(windowClocks.most());
        this.switching = new PlanSwitch(plans, table, heads, dues, misses, account);
        this.expiryMillis = expiryMillis;
    }

    @Override
    public int layout() {
        return 12;
    }

    @Override
    public Account account() {
        return account;
    }

    @Override
    public LateLines late() {
        return late;
    }

    /** The active plans. */
    public Plans plans() {
        return plans;
    }

    @Override
    public List<Tier> downstream() {
        return List.of(forgotten, account.refusals());
    }

    /**
     * Activates other rules from this record on; unchanged rules keep their state. Slots that
     * include the record have already switched. Returns how many windows were dropped with rules.
     */
    public int switchTo(RuleFile to, Checkpoint checkpoint) {
        return switching.switchTo(to, checkpoint);
    }

    /**
     * Sets the farm's state from this record on, unless it is not later than the known one: several
     * gateways report the same. Series with other values get new plans and keep their state.
     *
     * @return the number of open windows dropped because their rule does not match the new tags
     */
    public int switchState(FarmState farm, Checkpoint checkpoint) {
        return switching.switchState(farm, checkpoint);
    }

    /** Announces the next batch's state of the farm; returns false if it ends no window. */
    public boolean announce(FarmState farm) {
        return switching.announce(farm);
    }

    @Override
    public @Nullable FarmState takeNextState() {
        return switching.takeNext();
    }

    @Override
    public boolean isChangedBy(FarmState next, int slot) {
        return table.isUsed(slot) && !state(slot).plan().isUnder(next);
    }

    @Override
    public ReplacedStates<SeriesState> replacedStates() {
        return switching.replaced();
    }

    /** The slot of the series with the canonical {@code bytes[from, to)}; -1 if it is new. */
    public int find(byte[] bytes, int from, int to, long hash) {
        return table.find(bytes, from, to, hash);
    }

    /** The probable next series, or empty. Callers must report each line to {@link #came}. */
    public byte[] expected() {
        return table.expected();
    }

    /** Reports a line of the {@link #expected} series; returns its slot. */
    public int cameAsExpected() {
        return table.cameAsExpected();
    }

    /** Reports a line of the series in {@code slot}. */
    public void came(int slot) {
        table.came(slot);
    }

    /**
     * Adds a new series, whose bytes must be valid. Its line begins at {@code line} in the record.
     * Returns its slot; -1 if its state is refused memory.
     */
    public int add(byte[] canonical, long hash, int line) {
        SeriesPlan plan = plans.compile(canonical);
        boolean hasState = plan.rules().hasState();
        if (hasState && !account.admitsNew(canonical, line)) {
            return -1;
        }
        SeriesState state = new SeriesState(plan, false, account.open(canonical, hasState, line));
        state.reset(forgotten.lastClosed(hash));
        int slot = table.add(canonical, hash, state);
        heads.begin(slot, SlotHeads.UNSEEN, state);
        misses.replace(List.of(), plan.missed());
        dues.note(slot, state);
        return slot;
    }

    @Override
    public SeriesState state(int slot) {
        return table.value(slot);
    }

    @Override
    public boolean mayGrow(int slot, Use use, int line) {
        return account.admits(state(slot).holding(), use, line);
    }

    /** Makes checkpoints contain a series; returns false if that is refused memory. */
    boolean save(int slot, int line) {
        return switching.save(slot, line);
    }

    /** Forgets series without state if there are too many. Call between records only. */
    public void forgetPlain() {
        if (account.hasTooManyPlain()) {
            table.release(slot -> !state(slot).isSaved(), slot -> {});
        }
    }

    /** The values of a saved series that senders change, for a line that sets or changes one. */
    KeptValues keepValues(int slot, long receivedMillis) {
        return state(slot).keepValues().seen(receivedMillis, expiryMillis);
    }

    public int size() {
        return table.size();
    }

    @Override
    public SeriesRules rules(int slot) {
        return Objects.requireNonNull(heads.rules(slot));
    }

    /** The number of a field, added if new; {@link Metrics#UNNUMBERED} beyond the limit. */
    public int fieldNumber(int slot, byte[] bytes, int from, int to, int hint) {
        int number = knownField(slot, bytes, from, to, hint);
        if (number == Metrics.UNNUMBERED) {
            number = state(slot).fieldNumber(bytes, from, to, hint);
            heads.update(slot, state(slot));
        }
        return number;
    }

    /** The number of a field; {@link Metrics#UNNUMBERED} also if it is new. */
    public int knownField(int slot, byte[] bytes, int from, int to, int hint) {
        return Objects.requireNonNull(heads.names(slot)).number(bytes, from, to, hint, heads.known(slot));
    }

    @Override
    public FieldRules field(int slot, int number) {
        FieldRules known = heads.field(slot, number);
        return known == null ? state(slot).field(number) : known;
    }

    /** The canonical bytes of an output of the series in {@code slot}. */
    byte[] output(int slot, int output) {
        byte[] known = output > 1 ? null : heads.output(slot, output);
        return known == null ? state(slot).output(output) : known;
    }

    @Override
    public SeriesWindows windows(int slot, int aggregate) {
        return aggregate == 0
                ? Objects.requireNonNull(heads.windows(slot))
                : state(slot).windows(aggregate);
    }

    @Override
    public Contributions contributions(int slot, int group) {
        return group == 0
                ? Objects.requireNonNull(heads.contributions(slot))
                : state(slot).contributions(group);
    }

    /**
     * Notes a received metric. After a silence longer than the expiry, first clears all state but
     * the closed windows, unless a window is open (ticks were missing) or a value is held back (its
     * interval is longer than the expiry).
     */
    public void seen(int slot, long receivedMillis, long offset) {
        long last = heads.seenMillis(slot);
        if (last != SlotHeads.UNSEEN
                && receivedMillis - last > expiryMillis
                && state(slot).isIdle()) {
            state(slot).reset(lastClosed(slot));
            heads.update(slot, state(slot));
        }
        heads.seen(slot, receivedMillis, offset);
    }

    /** The last closed window of an idle series; bounded because its gateway's clock was perhaps ahead. */
    private long lastClosed(int slot) {
        return Math.min(state(slot).lastClosed(), MILLISECONDS.toNanos(heads.seenMillis(slot) + expiryMillis));
    }

    @Override
    public SlotTimes closeTimes(int windowClock) {
        return dues.closes().get(windowClock);
    }

    @Override
    public SlotTimes contributionTimes(int windowClock) {
        return dues.contributions().get(windowClock);
    }

    @Override
    public WindowClocks windowClocks() {
        return windowClocks;
    }

    @Override
    public SlotTimes releaseTimes() {
        return dues.releases();
    }

    @Override
    public LogClock clock() {
        return clock;
    }

    /** The batches that the partition has received. */
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
        boolean isWritten = table.isUsed(slot) && state(slot).isSaved();
        if (isWritten) {
            SeriesState state = state(slot);
            table.writeKey(slot, out);
            Plans.write(state.plan(), out);
            out.writeLong(state.holding().gateway());
            out.writeLong(heads.seenMillis(slot));
            SavedSeries.write(state, out);
        }
        return isWritten;
    }

    @Override
    public void read(int slot, DataInput in) throws IOException {
        byte[] key = SeriesTable.readKey(in);
        SeriesState state = new SeriesState(plans.read(key, in), true, account.open(key, in.readLong(), true));
        long seenMillis = in.readLong();
        SavedSeries.read(state, in, plans.shapes(state.plan()));
        table.move(slot, key, state);
        heads.begin(slot, seenMillis, state);
        misses.replace(List.of(), state.plan().missed());
        dues.note(slot, state);
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
        forgotten.reset();
        account.reset();
        clock.reset();
        windowClocks.reset();
        delivered.reset();
        switching.replaced().take();
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
                    // In both directions: time may have gone back.
                    && Math.abs(now - heads.seenMillis(slot)) > expiryMillis
                    && state(slot).isIdle()) {
                forgotten.add(table.key(slot), Math.min(lastClosed(slot), MILLISECONDS.toNanos(now)));
                table.remove(slot);
                freed.slot(slot);
            }
        }
    }
}
