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
    private final LongAdder old = new LongAdder();
    private final LongAdder repeated = new LongAdder();
    private final LongAdder conditions = new LongAdder();
    private final LongAdder sharedIds = new LongAdder();
    private final LongAdder switches = new LongAdder();
    private final LongAdder forgotten = new LongAdder();
    private final LongAdder presences = new LongAdder();
    private final LongAdder keysRefused = new LongAdder();
    private final AtomicLong series = new AtomicLong();
    private final AtomicLong calls = new AtomicLong();
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
        counter("weir.alarming.unreadable", unreadable, "Lines of metrics.alarming that could not be read");
        counter(
                "weir.alarming.not.numeric",
                notNumeric,
                "Values not judged because they are text or boolean and the alarm has limits");
        counter("weir.alarming.old", old, "Values that a level passed over because it had judged a newer one");
        counter("weir.alarming.repeated", repeated, "Records passed over because processing wrote them again");
        counter("weir.alarming.conditions", conditions, "Changes of a condition's severity");
        counter(
                "weir.alarming.shared.ids",
                sharedIds,
                "Condition changes for an alarm id that belongs to another series");
        counter("weir.alarming.rules.switches", switches, "Times that a partition went over to other rules");
        counter("weir.alarming.forgotten", forgotten, "Alarms removed from alarms.state, long normal");
        counter(
                "weir.alarming.presences",
                presences,
                "Keys of absence rules that came, fell silent or went, per partition");
        counter(
                "weir.alarming.keys.refused",
                keysRefused,
                "Metrics of keys that are not watched: there are too many keys");
        Gauge.builder("weir.alarming.keys", keys, AtomicLong::get)
                .description("Keys of absence rules known to the tasks of this instance")
                .register(registry);
        Gauge.builder("weir.alarming.series", series, AtomicLong::get)
                .description("Series known to the tasks of this instance")
                .register(registry);
        gauge("weir.alarming.calls", calls, "Alarms that operators were called for in the last ten minutes");
        gauge(
                "weir.alarming.flood",
                flood,
                "1 from more than ten calls in ten minutes on until there are fewer than five");
        gauge("weir.alarming.standing", standing, "Alarms that are raised and not hidden");
        gauge("weir.alarming.stale", stale, "Alarms that stand for more than a day");
        gauge("weir.alarming.chattering", chattering, "Alarms that stand and chatter");
        EnumSet.complementOf(EnumSet.of(Severity.OK)).forEach(severity -> active.put(severity, active(severity)));
    }

    private void gauge(String name, AtomicLong value, String description) {
        Gauge.builder(name, value, AtomicLong::get)
                .description(description + "; told by the instance that owns the alarms")
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
                .description("Alarms whose condition holds, by severity; told by the instance that owns the alarms")
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
    public void old() {
        old.increment();
    }

    /** Counts a record that was read a second time. */
    public void repeated() {
        repeated.increment();
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
        calls.set(inTenMinutes);
        flood.set(isFlood ? 1 : 0);
        standing.set(standingNow);
        stale.set(staleNow);
        chattering.set(chatteringNow);
    }

    /** Counts an answered command. */
    public void command(Outcome outcome) {
        Counter.builder("weir.alarming.commands")
                .description("Commands of operators, by what became of them")
                .tag("outcome", outcome.name())
                .register(registry)
                .increment();
    }

    /** Counts an outcome of an action. */
    public void action(String fate) {
        Counter.builder("weir.alarming.actions")
                .description("Actions that alarms ask for, by what became of them")
                .tag("fate", fate)
                .register(registry)
                .increment();
    }

    /** Counts a reply of the control system. */
    public void actionReply(String verdict) {
        Counter.builder("weir.alarming.action.replies")
                .description("Replies of the control system to actions, by what became of them")
                .tag("verdict", verdict)
                .register(registry)
                .increment();
    }

    /** Counts an alarm that was forgotten after a long time in state normal. */
    public void forgotten() {
        forgotten.increment();
    }

    /** Counts a transition. */
    public void transition(Severity severity) {
        Counter.builder("weir.alarming.transitions")
                .description("Transitions of alarms, by the severity after")
                .tag("severity", severity.name())
                .register(registry)
                .increment();
    }
}
