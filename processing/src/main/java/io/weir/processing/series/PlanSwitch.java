package io.weir.processing.series;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.state.Checkpoint;
import io.weir.contract.state.SeriesTable;
import io.weir.processing.account.Account;
import io.weir.processing.suppress.ReplacedStates;
import org.jspecify.annotations.Nullable;

/**
 * Gives all series of a task new plans after a change of the rules or of the farm's state. Series
 * keep the state of unchanged rules. Slots that include the record have already switched.
 */
final class PlanSwitch {

    private final Plans plans;
    private final SeriesTable<SeriesState> table;
    private final SlotHeads heads;
    private final SlotDues dues;
    private final LookupMisses misses;
    private final Account account;
    private final ReplacedStates<SeriesState> replaced = new ReplacedStates<>();
    private @Nullable FarmState next;

    PlanSwitch(
            Plans plans,
            SeriesTable<SeriesState> table,
            SlotHeads heads,
            SlotDues dues,
            LookupMisses misses,
            Account account) {
        this.plans = plans;
        this.table = table;
        this.heads = heads;
        this.dues = dues;
        this.misses = misses;
        this.account = account;
    }

    /** The states of series that were replaced with values held back. */
    ReplacedStates<SeriesState> replaced() {
        return replaced;
    }

    /**
     * Announces the state of the farm that follows, so that windows of a state end before the switch.
     * Returns false if no window can end, or the state is not later than the known one.
     */
    boolean announce(FarmState farm) {
        boolean isAnnounced =
                plans.followState() && farm.offset() > plans.farm().offset();
        next = isAnnounced ? farm : null;
        return isAnnounced;
    }

    /** Returns and forgets the announced state, or null. */
    @Nullable
    FarmState takeNext() {
        FarmState taken = next;
        next = null;
        return taken;
    }

    /** Activates other rules; returns how many windows were dropped with rules. */
    int switchTo(RuleFile to, Checkpoint checkpoint) {
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
     * Sets the farm's state, unless it is not later than the known one; returns the number of
     * open windows dropped because their rule does not match the new tags.
     */
    int switchState(FarmState farm, Checkpoint checkpoint) {
        if (!plans.switchState(farm)) {
            return 0;
        }
        int dropped = 0;
        for (int slot = table.slotLimit() - 1; slot >= 0; slot--) {
            @Nullable SeriesState before = table.isUsed(slot) ? table.value(slot) : null;
            if (before != null && !plans.areAsFor(before.plan()) && !checkpoint.includes(slot)) {
                replaced.add(slot, before);
                dropped += switchSlot(slot, checkpoint);
            }
        }
        return dropped;
    }

    /**
     * Makes checkpoints contain the series in {@code slot} under any rules. Returns false if its state
     * is refused memory.
     *
     * @param line where the line that needs the state begins in the record
     */
    boolean save(int slot, int line) {
        SeriesState before = table.value(slot);
        if (before.isSaved()) {
            return true;
        }
        byte[] key = table.key(slot);
        if (!account.admitsNew(key, line)) {
            return false;
        }
        SeriesPlan plan = before.plan();
        SeriesState after = SavedSeries.copy(
                before, new SeriesState(plan, true, account.open(key, true, line)), plans.shapes(plan));
        before.close();
        table.replace(slot, after);
        heads.update(slot, after);
        dues.note(slot, after);
        return true;
    }

    private int switchSlot(int slot, Checkpoint checkpoint) {
        SeriesState before = table.value(slot);
        SeriesPlan plan = plans.compile(table.key(slot));
        if (!before.isSaved() && plan.rules().hasState()) {
            table.remove(slot); // as after a restart: it arrives as a new series, if there is room
            return 0;
        }
        SeriesState after = SavedSeries.under(plan, before, account, table.key(slot), plans.shapes(plan));
        before.close();
        table.replace(slot, after);
        heads.update(slot, after);
        misses.replace(before.plan().missed(), plan.missed());
        dues.note(slot, after);
        if (after.isSaved()) {
            checkpoint.touch(slot);
        }
        return before.openWindowsNotIn(plan, plans.shapes(plan));
    }
}
