package io.weir.processing.meter;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.service.MeterSet;
import io.weir.contract.service.RuleCounts;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * All meters of processing. Stages add to plain adders once per batch; only rare events are counted
 * one by one. Shared by all tasks; thread-safe.
 */
public final class ProcessingMeters {

    private final MeterSet meters;
    private final LongAdder metrics = new LongAdder();
    private final LongAdder windows = new LongAdder();
    private final LongAdder notNumeric = new LongAdder();
    private final LongAdder bypassedFields = new LongAdder();
    private final RuleCounts late;
    private final RuleCounts revised;
    private final RuleCounts ahead;
    private final RuleCounts repeats;
    private final RuleCounts uncheckedRepeats;
    private final RuleCounts undefined;
    private final RuleCounts unmapped;
    private final Map<String, RuleCounts> notDerived = new ConcurrentHashMap<>();
    private final RuleCounts groupRefused;
    private final RuleCounts seriesReturned;
    private final LongAdder duplicatePartials = new LongAdder();
    private final LongAdder duplicateBatches = new LongAdder();
    private final LongAdder batchesMissing = new LongAdder();
    private final LongAdder timeJumps = new LongAdder();
    private final LongAdder suppressed = new LongAdder();
    private final RuleCounts suppressedByRule;
    private final LongAdder tooLate = new LongAdder();
    private final LongAdder stored = new LongAdder();
    private final LongAdder switches = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder seriesEnded = new LongAdder();
    private final LongAdder changedFromZero = new LongAdder();
    private final AtomicLong series = new AtomicLong();
    private final AtomicLong stateBytes = new AtomicLong();
    private final Map<String, AtomicLong> lookupMisses = new ConcurrentHashMap<>();

    /** Registers the meters. */
    public ProcessingMeters(MeterRegistry registry) {
        meters = new MeterSet(registry);
        meters.counter("weir.processing.metrics", "Lines read from metrics.raw", metrics);
        meters.counter("weir.processing.series.ended", "Lines that ended their series (weir:end)", seriesEnded);
        meters.counter(
                "weir.processing.changes.from.zero",
                "Changes of a value that was not known, such as relative gauges of StatsD: they began at 0",
                changedFromZero);
        meters.counter("weir.processing.windows", "Windows closed and emitted", windows);
        late = new RuleCounts(
                meters, "weir.processing.late", "Values that arrived after their window had closed, by rule");
        revised = new RuleCounts(
                meters,
                "weir.processing.revised",
                "Values that arrived after the result of their window, and may revise it, by rule");
        ahead = new RuleCounts(
                meters,
                "weir.processing.ahead",
                "Values in no window because their timestamp is further ahead of their receive time than"
                        + " processing.ahead, by rule");
        repeats = new RuleCounts(
                meters,
                "weir.processing.repeats",
                "Values that replaced one of the same series and field with the same timestamp, by rule");
        uncheckedRepeats = new RuleCounts(
                meters,
                "weir.processing.repeats.unchecked",
                "Values that may be repeats, because they are older than all that their series and field remembers, by"
                        + " rule");
        undefined = new RuleCounts(
                meters,
                "weir.processing.undefined",
                "Results that are not finite numbers and therefore not written, by rule");
        seriesReturned = new RuleCounts(
                meters,
                "weir.processing.series.returned",
                "Series that contributed to a group again after they had left it, by rule: a longer hold would have"
                        + " kept them");
        groupRefused = new RuleCounts(
                meters,
                "weir.processing.group.refused",
                "Values and contributions left out because of too many groups, series or windows, by rule");
        meters.counter(
                "weir.processing.partials.duplicate",
                "Records of metrics.partials that were received twice, after a crash; the second is skipped",
                duplicatePartials);
        bindGateways();
        bindSeries();
        bindRules();
        bindOutput();
        unmapped = new RuleCounts(
                meters,
                "weir.processing.unmapped",
                "Values left out because the map of a conversion lacks them, by rule");
        suppressedByRule = new RuleCounts(
                meters,
                "weir.processing.suppressed.by.rule",
                "Values that suppression left out of storage or live, by rule");
    }

    private void bindSeries() {
        meters.counter(
                "weir.processing.not.numeric",
                "Values left out of aggregation because they are text or boolean",
                notNumeric);
        meters.counter(
                "weir.processing.fields.bypassed",
                "Values that bypass all rules because their series has too many fields",
                bypassedFields);
        meters.gauge("weir.processing.series", "Series tracked by the tasks of this instance", series);
        meters.gauge(
                "weir.processing.state.bytes",
                "Estimated memory of the series in the tasks of this instance, which processing.state-bytes limits",
                stateBytes);
    }

    private void bindRules() {
        meters.counter("weir.processing.rules.switches", "Rule switches of partitions", switches);
        meters.counter(
                "weir.processing.rules.windows.dropped",
                "Open windows dropped because their rule was removed or changed, or began later in another partition",
                dropped);
    }

    private void bindOutput() {
        meters.counter(
                "weir.processing.suppressed",
                "Values that suppression left out of storage or live, including values released later",
                suppressed);
        meters.counter(
                "weir.processing.suppress.late",
                "Values that arrived too late to restate the suppressed values after them",
                tooLate);
        meters.counter("weir.processing.storage.lines", "Lines written to metrics.storage", stored);
    }

    private void bindGateways() {
        meters.counter(
                "weir.processing.batches.duplicate",
                "Batches that a gateway sent twice, after a crash or from its spool; the second is dropped",
                duplicateBatches);
        meters.counter(
                "weir.processing.batches.missing",
                "Numbered batches that never arrived at a partition",
                batchesMissing);
        meters.counter(
                "weir.processing.time.jumps",
                "Jumps of a partition's time to the clock of the only gateways that tick",
                timeJumps);
    }

    /** Counts lines read from a record. */
    public void metrics(long count) {
        metrics.add(count);
    }

    /** Counts an end marker. */
    public void seriesEnded() {
        seriesEnded.increment();
    }

    /** Counts a change of a kept value that is not known. */
    public void changedFromZero() {
        changedFromZero.increment();
    }

    /** Counts closed windows. */
    public void windows(long count) {
        windows.add(count);
    }

    /** Counts a value that arrived after its window under this rule had closed. */
    public void late(String rule) {
        late.increment(rule);
    }

    /** Counts a value that arrived after the result of its window, and may revise it. */
    public void revised(String rule) {
        revised.increment(rule);
    }

    /**
     * Counts a value that has the timestamp of another one, or may have it.
     *
     * @param isKnown whether it has
     */
    public void repeat(String rule, boolean isKnown) {
        (isKnown ? repeats : uncheckedRepeats).increment(rule);
    }

    /** Counts a value that no window of this rule takes because its timestamp is too far ahead. */
    public void ahead(String rule) {
        ahead.increment(rule);
    }

    /** Counts a result of this rule that is not finite: line protocol cannot spell it. */
    public void undefined(String rule) {
        undefined.increment(rule);
    }

    /**
     * Counts a value from which this rule derived nothing.
     *
     * @param reason one of a few constants: it becomes a tag
     */
    public void notDerived(String rule, String reason) {
        RuleCounts counts = notDerived.get(reason);
        if (counts == null) {
            counts = notDerived.computeIfAbsent(reason, this::notDerived);
        }
        counts.increment(rule);
    }

    private RuleCounts notDerived(String reason) {
        return new RuleCounts(
                meters.with("reason", reason),
                "weir.processing.not.derived",
                "Values from which no field was derived, by rule and reason");
    }

    /** Counts a series that contributes to a group again, after it had left. */
    public void seriesReturned(String rule) {
        seriesReturned.increment(rule);
    }

    /** Counts a value that was refused because its rule or its group has reached a limit. */
    public void groupRefused(String rule) {
        groupRefused.increment(rule);
    }

    /** Counts a batch dropped because the partition has already received it. */
    public void duplicateBatch() {
        duplicateBatches.increment();
    }

    /** Counts batches that will never arrive. */
    public void batchesMissing(long count) {
        batchesMissing.add(count);
    }

    /** Counts a jump of a partition's time. */
    public void timeJumped() {
        timeJumps.increment();
    }

    /** Counts a record of partials that was already read. */
    public void duplicatePartial() {
        duplicatePartials.increment();
    }

    /** Counts open windows dropped with their rules. */
    public void windowsDropped(long count) {
        dropped.add(count);
    }

    /** Counts a field that bypasses all rules because its series has too many fields. */
    public void fieldBypassed() {
        bypassedFields.increment();
    }

    /** Counts a text or boolean that a rule aggregates. */
    public void notNumeric() {
        notNumeric.increment();
    }

    /** Counts values that a suppression rule kept from a feed. */
    public void suppressed(String rule, long count) {
        suppressed.add(count);
        suppressedByRule.add(rule, count);
    }

    /** Counts a value that arrived too late for suppression to restate the values after it. */
    public void tooLate() {
        tooLate.increment();
    }

    /** Counts lines written to storage. */
    public void stored(long count) {
        stored.add(count);
    }

    /** Counts a partition's switch to other rules and the open windows that it dropped. */
    public void switched(long windowsDropped) {
        switches.increment();
        dropped.add(windowsDropped);
    }

    /** Changes the number of known series. */
    public void series(long change) {
        series.addAndGet(change);
    }

    /** Changes the estimated bytes of series' state. */
    public void stateBytes(long change) {
        stateBytes.addAndGet(change);
    }

    /** Counts a value that the map of a conversion lacks. */
    public void unmapped(String rule) {
        unmapped.increment(rule);
    }

    /**
     * Changes the number of series without a row in the table of a rule, or without a value of a
     * state.
     */
    public void lookupMisses(String rule, int change) {
        lookupMisses.computeIfAbsent(rule, this::lookupMisses).addAndGet(change);
    }

    private AtomicLong lookupMisses(String rule) {
        AtomicLong count = new AtomicLong();
        meters.with("rule", rule)
                .gauge(
                        "weir.processing.lookup.misses",
                        "Series without a row in the table of an enrichment rule, or without a value of its state, by rule",
                        count);
        return count;
    }

    /** Counts a refused line. */
    public void refused(String reason) {
        meters.with("reason", reason)
                .counter("weir.processing.rejected", "Rejected lines of metrics.raw, by reason")
                .increment();
    }
}
