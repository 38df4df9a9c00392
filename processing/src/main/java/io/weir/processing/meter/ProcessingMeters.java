package io.weir.processing.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * All meters of processing. Stages add to plain adders once per batch; only rare events are counted
 * one by one. Shared by all tasks; thread-safe.
 */
public final class ProcessingMeters {

    private final MeterRegistry registry;
    private final LongAdder metrics = new LongAdder();
    private final LongAdder windows = new LongAdder();
    private final LongAdder notNumeric = new LongAdder();
    private final LongAdder fieldsBeyond = new LongAdder();
    private final RuleCounts late;
    private final RuleCounts undefined;
    private final RuleCounts unmapped;
    private final Map<String, RuleCounts> notDerived = new ConcurrentHashMap<>();
    private final RuleCounts groupRefused;
    private final LongAdder partialsRepeated = new LongAdder();
    private final LongAdder batchesRepeated = new LongAdder();
    private final LongAdder batchesMissing = new LongAdder();
    private final LongAdder timeJumps = new LongAdder();
    private final LongAdder suppressed = new LongAdder();
    private final RuleCounts suppressedByRule;
    private final LongAdder tooLate = new LongAdder();
    private final LongAdder stored = new LongAdder();
    private final LongAdder switches = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final AtomicLong series = new AtomicLong();
    private final AtomicLong stateBytes = new AtomicLong();
    private final Map<String, AtomicLong> lookupMisses = new ConcurrentHashMap<>();

    /** Registers the meters. */
    public ProcessingMeters(MeterRegistry registry) {
        this.registry = registry;
        counter("weir.processing.metrics", metrics, "Lines read from metrics.raw");
        counter("weir.processing.windows", windows, "Windows closed and emitted");
        late = new RuleCounts(
                registry,
                "weir.processing.late",
                "Values that came after a window of theirs had closed, by the rule that aggregates");
        undefined = new RuleCounts(
                registry, "weir.processing.undefined", "Results that are no number and so make no field, by rule");
        groupRefused = new RuleCounts(
                registry,
                "weir.processing.group.refused",
                "Values left out because their rule has as many groups, or their group as many series or windows, as it may");
        counter(
                "weir.processing.partials.repeated",
                partialsRepeated,
                "Records of metrics.partials that were had before a crash already");
        bindGateways();
        unmapped = new RuleCounts(
                registry,
                "weir.processing.unmapped",
                "Values left out because the map of a conversion does not have them, by rule");
        counter(
                "weir.processing.not.numeric",
                notNumeric,
                "Values left out of aggregation because they are text or boolean");
        counter(
                "weir.processing.fields.beyond",
                fieldsBeyond,
                "Values that no rule has seen, because their series has more fields than are told apart");
        counter(
                "weir.processing.suppressed",
                suppressed,
                "Values left out of storage or live by suppression; those that are let through later count, too");
        suppressedByRule = new RuleCounts(
                registry,
                "weir.processing.suppressed.by.rule",
                "Values left out of storage or live, by the rule of suppression");
        counter(
                "weir.processing.suppress.late",
                tooLate,
                "Values let through so late that those left out after them in time could not be restated");
        counter("weir.processing.storage.lines", stored, "Lines written to metrics.storage");
        counter("weir.processing.rules.switches", switches, "Times that a partition went over to other rules");
        counter(
                "weir.processing.rules.windows.dropped",
                dropped,
                "Open windows given up because their rule was removed or changed");
        Gauge.builder("weir.processing.series", series, AtomicLong::get)
                .description("Series known to the tasks of this instance")
                .register(registry);
        Gauge.builder("weir.processing.state.bytes", stateBytes, AtomicLong::get)
                .description(
                        "Memory that series take in the tasks of this instance, by the estimate that processing.state-bytes bounds")
                .register(registry);
    }

    private void bindGateways() {
        counter(
                "weir.processing.batches.repeated",
                batchesRepeated,
                "Batches that a gateway sent again, after a crash or from its spool, and that were dropped");
        counter(
                "weir.processing.batches.missing",
                batchesMissing,
                "Batches that gateways numbered and that never arrived, in each partition");
        counter(
                "weir.processing.time.jumps",
                timeJumps,
                "How often the time of a partition went on elsewhere, where the only gateways were that ticked");
    }

    private void counter(String name, LongAdder adder, String description) {
        FunctionCounter.builder(name, adder, LongAdder::sum)
                .description(description)
                .register(registry);
    }

    /** Counts lines read from a record. */
    public void metrics(long count) {
        metrics.add(count);
    }

    /** Counts closed windows. */
    public void windows(long count) {
        windows.add(count);
    }

    /** Counts a value that arrived after its window under this rule had closed. */
    public void late(String rule) {
        late.increment(rule);
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
                registry,
                "weir.processing.not.derived",
                "Values from which nothing was derived, by rule and reason",
                Tags.of("reason", reason));
    }

    /** Counts a value that was refused because its rule or its group has reached a limit. */
    public void groupRefused(String rule) {
        groupRefused.increment(rule);
    }

    /** Counts a batch dropped because the partition has already received it. */
    public void batchRepeated() {
        batchesRepeated.increment();
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
    public void partialsRepeated() {
        partialsRepeated.increment();
    }

    /** Counts open windows dropped with their rules. */
    public void windowsDropped(long count) {
        dropped.add(count);
    }

    /** Counts a field that no rule processes because its series has too many fields. */
    public void fieldBeyond() {
        fieldsBeyond.increment();
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
        Gauge.builder("weir.processing.lookup.misses", count, AtomicLong::get)
                .description(
                        "Series that an enrichment rule matches and its table has no row for, or whose state is not set, by rule")
                .tag("rule", rule)
                .register(registry);
        return count;
    }

    /** Counts a refused line. */
    public void refused(String reason) {
        Counter.builder("weir.processing.rejected")
                .description("Lines of metrics.raw that were refused, by reason")
                .tag("reason", reason)
                .register(registry)
                .increment();
    }
}
