package io.weir.processing.merge;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.aggregate.GroupResult;
import io.weir.contract.state.BlockStore;
import io.weir.contract.state.Checkpoint;
import io.weir.processing.aggregate.group.GroupKey;
import io.weir.processing.aggregate.group.PartialReader;
import io.weir.processing.aggregate.group.PartialSum;
import io.weir.processing.aggregate.group.Revised;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.series.MetricBatch;
import io.weir.processing.series.SeriesTier;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps partials. Once the time of all source partitions has passed a window, appends the result of
 * its rule to a batch. Merges partials in the order of their source partitions, so the same
 * partials give the same result. One per task.
 */
final class Merger {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private static final byte[] REVISION = GroupResult.REVISION.getBytes(UTF_8);

    private final MergeStates states;
    private final Checkpoint checkpoint;
    private final ProcessingMeters meters;
    private final BatchLines lines;

    Merger(BlockStore<MergeStates> store, ProcessingMeters meters) {
        this.states = store.workingSet();
        this.checkpoint = store;
        this.meters = meters;
        this.lines = new BatchLines(states.series(), SeriesTier.in(store).checkpoint(), meters);
    }

    /**
     * Notes the version of the rules of a source partition. Windows of rules that are not active in
     * all source partitions are dropped. Returns whether the rules for results have changed.
     *
     * @param millis the time of the source partition at its switch
     */
    boolean switchTo(int source, String version, long millis, long offset) {
        SourcePartitions sources = states.sources();
        if (sources.get(source).rules().equals(version) || !sources.switchTo(source, version, millis)) {
            return false;
        }
        dropInactive(offset);
        RuleFile common = sources.common();
        if (common == null || common.version().equals(states.series().plans().version())) {
            return false;
        }
        meters.windowsDropped(states.series().switchTo(common, lines.checkpoint()));
        states.advance();
        states.series().windowClocks().advance();
        return true;
    }

    /** Sets the state of the farm, which the plans of results may depend on. */
    void switchState(FarmState farm) {
        meters.windowsDropped(states.series().switchState(farm, lines.checkpoint()));
    }

    private void dropInactive(long offset) {
        int dropped = 0;
        for (int slot = 0, limit = states.slotLimit(); slot < limit; slot++) {
            if (states.isUsed(slot) && rule(slot) == null && !checkpoint.includes(slot)) {
                checkpoint.touch(slot);
                dropped += states.group(slot).drop(offset);
            }
        }
        meters.windowsDropped(dropped);
    }

    private @Nullable MergedRule rule(int slot) {
        return states.sources().rule(GroupKey.identity(states.key(slot)));
    }

    /** Keeps the partials of a source partition. */
    void keep(int source, byte[] value, long offset) {
        PartialReader partials = new PartialReader(value);
        while (partials.next()) {
            MergedRule rule = states.sources().rule(GroupKey.identity(partials.key()));
            if (rule == null) {
                meters.windowsDropped(1);
                states.sources().drop(GroupKey.identity(partials.key()), partials.start());
            } else if (hasPassed(rule, partials.start())) {
                meters.late(rule.shape().rule());
            } else {
                states.sources().keep(rule, partials.start());
                keep(rule, source, partials, offset);
            }
        }
    }

    private void keep(MergedRule rule, int source, PartialReader partial, long offset) {
        int slot = states.find(partial.key());
        if (slot < 0) {
            slot = states.add(partial.key());
            checkpoint.touchNew(slot);
        } else if (checkpoint.includes(slot)) {
            return;
        }
        checkpoint.touch(slot);
        if (!states.group(slot).put(partial.start(), source, partial.body(), offset)) {
            meters.late(rule.shape().rule());
        }
    }

    /**
     * Appends the results of windows that all source partitions have passed, revised ones last: these are
     * no inputs.
     */
    void emit(MetricBatch batch) {
        lines.begin(batch);
        emit(batch, false);
        emit(batch, true);
        meters.windows(batch.size());
    }

    private void emit(MetricBatch batch, boolean isRevised) {
        for (int slot = 0, limit = states.slotLimit(); slot < limit; slot++) {
            if (states.isUsed(slot) && isDue(slot) && isRevised(slot) == isRevised && !checkpoint.includes(slot)) {
                checkpoint.touch(slot);
                while (isDue(slot)) {
                    emitFirst(slot, batch.offset());
                }
            }
        }
    }

    private boolean isRevised(int slot) {
        return Objects.requireNonNull(rule(slot)).revision().isPresent();
    }

    private boolean isDue(int slot) {
        MergedGroup group = states.group(slot);
        MergedRule rule = rule(slot);
        return rule != null && group.firstStart() != MergedGroup.NEVER && hasPassed(rule, group.firstStart());
    }

    private boolean hasPassed(MergedRule rule, long start) {
        long millis = states.sources().millis(rule.level());
        return millis != Long.MIN_VALUE && rule.shape().closesAt(start) <= millis * NANOS_PER_MILLI;
    }

    private void emitFirst(int slot, long offset) {
        MergedGroup group = states.group(slot);
        MergedRule rule = Objects.requireNonNull(rule(slot));
        long start = group.firstStart();
        PartialSum sum = new PartialSum(rule.shape());
        group.takeFirst(rule.shape().everyNanos(), offset).forEach(sum::add);
        int first = rule.revision().isEmpty()
                ? -1
                : states.find(GroupKey.withIdentity(states.key(slot), rule.firstIdentity()));
        if (first >= 0) {
            group.types().addFloats(states.group(first).types());
        }
        sum.keepTypes(group.types());
        boolean isWritten = isWritten(rule, group, start, sum);
        if (isWritten) {
            lines.at(start, rule.shape().rule(), rule.revision());
            rule.result().write(GroupKey.series(states.key(slot)), sum, lines);
            if (rule.revision().isPresent()) {
                lines.field(REVISION, 1);
            }
        }
        group.endResult(isWritten);
    }

    private boolean isWritten(MergedRule rule, MergedGroup group, long start, PartialSum window) {
        boolean isWhole = states.sources().isWhole(rule, start);
        if (rule.revision().isEmpty()) {
            if (!isWhole) {
                meters.windowsDropped(1);
            }
            return isWhole;
        }
        if (window.isEmpty() && window.revised() == Revised.UNCHANGED) {
            // The first result said so, too, unless the window before was changed.
            return group.wasWritten();
        }
        boolean isChanged = window.revised() == Revised.CHANGED;
        if (isChanged && !isWhole) {
            meters.late(rule.shape().rule());
        }
        return isChanged && isWhole;
    }
}
