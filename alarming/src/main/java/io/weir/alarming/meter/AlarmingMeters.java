package io.weir.alarming.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.alarm.Outcome;
import io.weir.contract.alarm.Severity;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Every meter of alarming. Shared by all tasks; thread-safe. */
public final class AlarmingMeters {

    private final MeterRegistry registry;
    private final LongAdder metrics = new LongAdder();
    private final LongAdder unreadable = new LongAdder();
    private final LongAdder notNumeric = new LongAdder();
    private final LongAdder outOfOrder = new LongAdder();
    private final LongAdder duplicates = new LongAdder();
    private final LongAdder conditions = new LongAdder();
    private final LongAdder sharedIds = new LongAdder();
    private final LongAdder switches = new LongAdder();
    private final LongAdder expired = new LongAdder();
    private final LongAdder presences = new LongAdder();
    private final LongAdder keysRefused = new LongAdder();
    private final AtomicLong series = new AtomicLong();
    private final AtomicLong rate = new AtomicLong();
    private final AtomicLong flood = new AtomicLong();
    private final AtomicLong standing = new AtomicLong();
    private final AtomicLong stale = new AtomicLong();
    private final AtomicLong chattering = new AtomicLong();
    private final AtomicLong keys = new AtomicLong();
    private final Map<Severity, AtomicLong> active = new EnumMap<>(Severity.class);

    /** Registers the meters. */
    public AlarmingMeters(MeterRegistry registry) {
        this.registry = registry;
        counter("weir.alarming.metrics", metrics, "Lines read from metrics.alarming");
        counter("weir.alarming.unreadable", unreadable, "Unreadable lines of metrics.alarming");
        counter(
                "weir.alarming.not.numeric",
                notNumeric,
                "Values not evaluated because they are text or boolean and the alarm has limits");
        counter(
                "weir.alarming.out.of.order",
                outOfOrder,
                "Values that a level ignored because it had evaluated a newer one");
        counter("weir.alarming.duplicates", duplicates, "Records skipped because processing wrote them twice");
        counter("weir.alarming.conditions", conditions, "Changes of a condition's severity");
        counter(
                "weir.alarming.shared.ids",
                sharedIds,
                "Condition changes for an alarm id that belongs to another series");
        counter("weir.alarming.rules.switches", switches, "Rule switches of partitions");
        counter(
                "weir.alarming.alarms.expired",
                expired,
                "Alarms removed from alarms.state after a long time in state NORMAL");
        counter(
                "weir.alarming.presences",
                presences,
                "Keys of absence rules that appeared, became silent or were dropped, per partition");
        counter("weir.alarming.keys.refused", keysRefused, "Metrics of keys beyond the limit of watched keys");
        Gauge.builder("weir.alarming.keys", keys, AtomicLong::get)
                .description("Keys of absence rules tracked by the tasks of this instance")
                .register(registry);
        Gauge.builder("weir.alarming.series", series, AtomicLong::get)
                .description("Series tracked by the tasks of this instance")
                .register(registry);
        gauge("weir.alarming.rate", rate, "Alarms annunciated to operators in the last ten minutes");
        gauge(
                "weir.alarming.flood",
                flood,
                "1 during an alarm flood: from more than ten annunciated alarms in ten minutes until fewer than five");
        gauge("weir.alarming.standing", standing, "Alarms that are raised and not hidden");
        gauge("weir.alarming.stale", stale, "Standing alarms older than a day");
        gauge("weir.alarming.chattering", chattering, "Standing alarms that chatter");
        EnumSet.complementOf(EnumSet.of(Severity.OK)).forEach(severity -> active.put(severity, active(severity)));
    }

    private void gauge(String name, AtomicLong value, String description) {
        Gauge.builder(name, value, AtomicLong::get)
                .description(description + "; reported by the instance that owns the alarms")
                .register(registry);
    }

    private void counter(String name, LongAdder adder, String description) {
        FunctionCounter.builder(name, adder, LongAdder::sum)
                .description(description)
                .register(registry);
    }

    private AtomicLong active(Severity severity) {
        AtomicLong count = new AtomicLong();
        Gauge.builder("weir.alarming.active", count, AtomicLong::get)
                .description(
                        "Alarms whose condition is met, by severity; reported by the instance that owns the alarms")
                .tag("severity", severity.name())
                .register(registry);
        return count;
    }

    /** Counts lines read from a record. */
    public void metrics(long count) {
        metrics.add(count);
    }

    /** Counts an unreadable line. */
    public void unreadable() {
        unreadable.increment();
    }

    /** Counts a text or boolean that a limit cannot evaluate. */
    public void notNumeric() {
        notNumeric.increment();
    }

    /** Counts a value that arrived out of order. */
    public void outOfOrder() {
        outOfOrder.increment();
    }

    /** Counts a record that was read a second time. */
    public void duplicate() {
        duplicates.increment();
    }

    /** Counts a change of a condition. */
    public void conditionChanged() {
        conditions.increment();
    }

    /** Counts a key that appeared, became silent or was dropped in a partition. */
    public void presenceChanged() {
        presences.increment();
    }

    /** Counts a metric of a key beyond the limit of watched keys. */
    public void keyRefused() {
        keysRefused.increment();
    }

    /** Adds to the number of keys of absence rules. */
    public void keys(long change) {
        keys.addAndGet(change);
    }

    /** Counts a condition change of a series that shares an alarm id. */
    public void sharedId() {
        sharedIds.increment();
    }

    /** Counts a rule switch of a partition. */
    public void switched() {
        switches.increment();
    }

    /** Adds to the number of series. */
    public void series(long change) {
        series.addAndGet(change);
    }

    /** Adds to the number of alarms with this severity, which must not be OK. */
    public void active(Severity severity, long change) {
        Objects.requireNonNull(active.get(severity), severity::name).addAndGet(change);
    }

    /** Updates the indicators. */
    public void indicators(long inTenMinutes, boolean isFlood, long standingNow, long staleNow, long chatteringNow) {
        rate.set(inTenMinutes);
        flood.set(isFlood ? 1 : 0);
        standing.set(standingNow);
        stale.set(staleNow);
        chattering.set(chatteringNow);
    }

    /** Counts an answered command. */
    public void command(Outcome outcome) {
        Counter.builder("weir.alarming.commands")
                .description("Commands of operators, by outcome")
                .tag("outcome", outcome.name())
                .register(registry)
                .increment();
    }

    /** Counts an outcome of an action. */
    public void action(String outcome) {
        Counter.builder("weir.alarming.actions")
                .description("Actions requested by alarms, by outcome")
                .tag("outcome", outcome)
                .register(registry)
                .increment();
    }

    /** Counts a reply of the control system. */
    public void actionReply(String outcome) {
        Counter.builder("weir.alarming.action.replies")
                .description("Replies of the control system to actions, by outcome")
                .tag("outcome", outcome)
                .register(registry)
                .increment();
    }

    /** Counts an alarm that was forgotten after a long time in state normal. */
    public void alarmExpired() {
        expired.increment();
    }

    /** Counts a transition. */
    public void transition(Severity severity) {
        Counter.builder("weir.alarming.transitions")
                .description("Transitions of alarms, by the new severity")
                .tag("severity", severity.name())
                .register(registry)
                .increment();
    }
}
