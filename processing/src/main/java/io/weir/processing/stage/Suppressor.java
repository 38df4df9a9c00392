package io.weir.processing.stage;

import io.weir.contract.rule.metric.Feed;
import io.weir.contract.state.Checkpoint;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.series.FieldRules;
import io.weir.processing.series.Formers;
import io.weir.processing.series.MetricBatch;
import io.weir.processing.series.SeriesState;
import io.weir.processing.series.SeriesStates;
import io.weir.processing.series.Suppression;
import io.weir.processing.suppress.FeedFilters;
import io.weir.processing.suppress.FieldFilter;
import io.weir.processing.suppress.Value;
import io.weir.processing.suppress.Verdict;
import io.weir.processing.time.LogClock;

/**
 * Marks the fields of a batch that a feed does not need. Appends additional values for a feed:
 * held-back values that are due, and values restated because of a late one. The filters are part
 * of the series' state. One per task.
 */
public final class Suppressor implements Stage {

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final Feed[] FEEDS = Feed.values();

    private final SeriesStates states;
    private final Checkpoint checkpoint;
    private final ProcessingMeters meters;
    private final Tally tally;
    private final MetricGrowthLimit growthLimit;
    private final Value value = new Value();

    /** The stage that appended a metric has already touched its slot in the checkpoint. */
    public Suppressor(SeriesStates states, Checkpoint checkpoint, ProcessingMeters meters) {
        this.states = states;
        this.checkpoint = checkpoint;
        this.meters = meters;
        this.tally = new Tally(meters);
        this.growthLimit = new MetricGrowthLimit(states);
    }

    @Override
    public void apply(MetricBatch batch) {
        for (int metric = 0, size = batch.size(); metric < size; metric++) {
            leaveOutUnkept(batch, metric);
            if (batch.rules(metric).isSuppressed()) {
                suppress(batch, metric);
            }
        }
        states.formers().take().forEach(former -> releaseAll(batch, former));
        if (batch.carriesTime() && states.clock().nowMillis() != LogClock.UNKNOWN) {
            releaseDue(batch, states.clock().nowMillis() * NANOS_PER_MILLI);
        }
        tally.flush();
    }

    private static void leaveOutUnkept(MetricBatch batch, int metric) {
        if (batch.output(metric) > 0 || batch.rules(metric).keepsAll()) {
            return;
        }
        for (int field = batch.firstField(metric); field != MetricBatch.NONE; field = batch.nextField(field)) {
            FieldRules rules = batch.rules(metric, field);
            // A text in an aggregated field is in no window, so it is stored.
            if (!rules.isStored() && (batch.type(field).isNumber() || rules.isHidden())) {
                batch.leaveOut(metric, field, Feed.STORAGE);
            }
            if (rules.isHidden()) {
                batch.leaveOut(metric, field, Feed.LIVE);
            }
        }
    }

    private void suppress(MetricBatch batch, int metric) {
        SeriesState state = batch.state(metric);
        growthLimit.begin(batch, metric);
        boolean hasChanged = false;
        for (Feed feed : FEEDS) {
            FeedFilters filters = state.filters(batch.output(metric), feed);
            if (filters != null) {
                long before = filters.extraBytes();
                suppress(batch, metric, feed, filters);
                hasChanged |= filters.extraBytes() != before;
            }
        }
        if (hasChanged) {
            state.count();
        }
    }

    private void suppress(MetricBatch batch, int metric, Feed feed, FeedFilters filters) {
        Extras extras = null;
        for (int field = batch.firstField(metric); field != MetricBatch.NONE; field = batch.nextField(field)) {
            int number = batch.fieldNumber(field);
            Suppression rule = batch.rules(metric, field).suppressed().in(feed);
            if (rule == null || batch.isLeftOut(field, feed)) {
                continue;
            }
            FieldFilter filter = filters.field(number);
            filter = filter == null ? filters.add(number, rule.filter()) : filter;
            Verdict verdict = judge(batch, metric, field, filters, filter);
            if (verdict == Verdict.LEFT_OUT) {
                batch.leaveOut(metric, field, feed);
                tally.add(rule);
            } else if (verdict == Verdict.TOO_LATE) {
                meters.tooLate();
            } else if (verdict == Verdict.LET_THROUGH_AND_RESTATE) {
                extras = extras == null ? extras(batch, batch.slot(metric), batch.output(metric), feed) : extras;
                extras.add(number, filter);
            }
        }
        filters.observe(batch.timestamp(metric), batch.receivedMillis() * NANOS_PER_MILLI);
        if (filters.mayHoldBack()) {
            states.dues().noteReleases(batch.slot(metric), states.state(batch.slot(metric)));
        }
    }

    private Verdict judge(MetricBatch batch, int metric, int field, FeedFilters filters, FieldFilter filter) {
        value.wrap(
                batch.bytes(field),
                batch.valueFrom(field),
                batch.valueTo(field),
                batch.type(field),
                batch.number(field));
        return filters.judge(filter, value, batch.timestamp(metric), growthLimit);
    }

    private void releaseDue(MetricBatch batch, long logNanos) {
        for (int slot = 0, limit = states.slotLimit(); slot < limit; slot++) {
            if (states.dues().releasesAt(slot) <= logNanos && !checkpoint.includes(slot)) {
                for (int output = 0; output < states.state(slot).rules().outputs(); output++) {
                    for (Feed feed : FEEDS) {
                        release(batch, slot, output, feed, logNanos);
                    }
                }
                states.dues().noteReleases(slot, states.state(slot));
                states.state(slot).count();
                checkpoint.touch(slot);
            }
        }
    }

    /**
     * Releases the values that a series holds back under its former tags, because they belong to
     * these tags.
     */
    private void releaseAll(MetricBatch batch, Formers.Former former) {
        SeriesState state = former.state();
        for (int output = 0; output < state.rules().outputs(); output++) {
            for (Feed feed : FEEDS) {
                FeedFilters filters = state.filters(output, feed);
                if (filters != null && state.forgets(output, feed, states.state(former.slot()))) {
                    release(filters, Long.MAX_VALUE, new Extras(batch, former.slot(), state, output, feed));
                }
            }
        }
    }

    private void release(MetricBatch batch, int slot, int output, Feed feed, long logNanos) {
        FeedFilters filters = states.state(slot).filters(output, feed);
        if (filters != null && filters.mayHoldBack()) {
            release(filters, filters.seriesTime(logNanos), extras(batch, slot, output, feed));
        }
    }

    private static void release(FeedFilters filters, long seriesNanos, Extras extras) {
        for (int number = 0; number < filters.size(); number++) {
            FieldFilter filter = filters.field(number);
            if (filter != null && filters.release(filter, seriesNanos)) {
                extras.add(number, filter);
            }
        }
    }

    private Extras extras(MetricBatch batch, int slot, int output, Feed feed) {
        return new Extras(batch, slot, states.state(slot), output, feed);
    }
}
