package io.weir.processing.suppress;

import io.weir.contract.line.FutureLimit;
import io.weir.contract.rule.metric.Feed;
import io.weir.contract.state.Checkpoint;
import io.weir.processing.batch.Metrics;
import io.weir.processing.batch.Stage;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.time.LogClock;

/**
 * Marks the fields of a batch that a feed does not need. Appends additional values for a feed:
 * held-back values that are due, and values restated because of a late one. The filters are part
 * of the series' state. One per task.
 */
public final class Suppressor<S extends FilterState> implements Stage<SuppressibleMetrics<S>> {

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final Feed[] FEEDS = Feed.values();

    private final FilteredSeries<S> states;
    private final Checkpoint checkpoint;
    private final FutureLimit future;
    private final ProcessingMeters meters;
    private final Tally tally;
    private final MetricGrowthLimit growthLimit;
    private final Value value = new Value();

    /**
     * The stage that appended a metric has already touched its slot in the checkpoint.
     *
     * @param future lines with timestamps beyond it pass, and suppress no other value
     */
    public Suppressor(FilteredSeries<S> states, Checkpoint checkpoint, FutureLimit future, ProcessingMeters meters) {
        this.future = future;
        this.states = states;
        this.checkpoint = checkpoint;
        this.meters = meters;
        this.tally = new Tally(meters);
        this.growthLimit = new MetricGrowthLimit(states);
    }

    @Override
    public void apply(SuppressibleMetrics<S> batch) {
        for (int metric = 0, size = batch.size(); metric < size; metric++) {
            leaveOutUnkept(batch, metric);
            boolean isAhead =
                    metric < batch.rawSize() && future.isBeyond(batch.timestamp(metric), batch.receivedMillis());
            // Stages append no other metrics to the raw output.
            boolean isRevised = metric >= batch.rawSize() && batch.output(metric) == 0;
            if (batch.rules(metric).isSuppressed() && !isAhead && !isRevised) {
                suppress(batch, metric);
            }
        }
        states.replacedStates().take().forEach(before -> releaseAll(batch, before));
        if (batch.carriesTime() && states.clock().nowMillis() != LogClock.UNKNOWN) {
            releaseDue(batch, states.clock().nowMillis() * NANOS_PER_MILLI);
        }
        tally.flush();
    }

    private void leaveOutUnkept(SuppressibleMetrics<?> batch, int metric) {
        if (batch.output(metric) > 0 || batch.rules(metric).keepsAll()) {
            return;
        }
        for (int field = batch.firstField(metric); field != Metrics.NONE; field = batch.nextField(field)) {
            SuppressibleMetrics.FieldSuppression rules = batch.rules(metric, field);
            if (!rules.isStored(batch.type(field)) && !states.late().isStored(field)) {
                batch.leaveOut(metric, field, Feed.STORAGE);
            }
            if (rules.isHidden()) {
                batch.leaveOut(metric, field, Feed.LIVE);
            }
        }
    }

    private void suppress(SuppressibleMetrics<S> batch, int metric) {
        S state = batch.state(metric);
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

    private void suppress(SuppressibleMetrics<S> batch, int metric, Feed feed, FeedFilters filters) {
        Extras<S> extras = null;
        for (int field = batch.firstField(metric); field != Metrics.NONE; field = batch.nextField(field)) {
            int number = batch.fieldNumber(field);
            Suppression rule = batch.suppression(metric, field, feed);
            boolean isStoredLate = feed == Feed.STORAGE && states.late().isStored(field);
            if (rule == null || isStoredLate || batch.isLeftOut(field, feed)) {
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
        filters.observe(
                batch.timestamp(metric),
                batch.receivedMillis() * NANOS_PER_MILLI,
                states.clock().isReceiptKnown());
        if (filters.mayHoldBack()) {
            noteReleases(batch.slot(metric));
        }
    }

    private Verdict judge(Metrics batch, int metric, int field, FeedFilters filters, FieldFilter filter) {
        value.wrap(
                batch.bytes(field),
                batch.valueFrom(field),
                batch.valueTo(field),
                batch.type(field),
                batch.number(field));
        return filters.judge(filter, value, batch.timestamp(metric), growthLimit);
    }

    private void releaseDue(SuppressibleMetrics<S> batch, long logNanos) {
        for (int slot = 0, limit = states.slotLimit(); slot < limit; slot++) {
            if (states.releaseTimes().get(slot) <= logNanos && !checkpoint.includes(slot)) {
                for (int output = 0; output < states.state(slot).outputs(); output++) {
                    for (Feed feed : FEEDS) {
                        release(batch, slot, output, feed, logNanos);
                    }
                }
                noteReleases(slot);
                states.state(slot).count();
                checkpoint.touch(slot);
            }
        }
    }

    /**
     * Releases the values that a series holds back under its former tags, because they belong to
     * these tags.
     */
    private void releaseAll(SuppressibleMetrics<S> batch, ReplacedStates.Replaced<S> before) {
        S state = before.state();
        for (int output = 0; output < state.outputs(); output++) {
            for (Feed feed : FEEDS) {
                FeedFilters filters = state.filters(output, feed);
                if (filters != null && forgets(state, output, feed, states.state(before.slot()))) {
                    release(filters, Long.MAX_VALUE, new Extras<>(batch, before.slot(), state, output, feed));
                }
            }
        }
    }

    private void release(SuppressibleMetrics<S> batch, int slot, int output, Feed feed, long logNanos) {
        FeedFilters filters = states.state(slot).filters(output, feed);
        if (filters != null && filters.mayHoldBack()) {
            release(filters, filters.seriesTime(logNanos), extras(batch, slot, output, feed));
        }
    }

    private void release(FeedFilters filters, long seriesNanos, Extras<S> extras) {
        for (int number = 0; number < filters.size(); number++) {
            FieldFilter filter = filters.field(number);
            if (filter != null && filters.release(filter, seriesNanos)) {
                extras.add(number, filter);
            }
        }
    }

    /** Whether {@code after} lacks the filters of an output of {@code before} for a feed. */
    private static boolean forgets(FilterState before, int output, Feed feed, FilterState after) {
        long identity = before.filterIdentity(output, feed);
        for (int each = 0; each < after.outputs(); each++) {
            for (Feed other : FEEDS) {
                if (after.filters(each, other) != null && after.filterIdentity(each, other) == identity) {
                    return false;
                }
            }
        }
        return true;
    }

    private void noteReleases(int slot) {
        states.releaseTimes().set(slot, states.state(slot).releasesAtLogTime());
    }

    private Extras<S> extras(SuppressibleMetrics<S> batch, int slot, int output, Feed feed) {
        return new Extras<>(batch, slot, states.state(slot), output, feed);
    }
}
