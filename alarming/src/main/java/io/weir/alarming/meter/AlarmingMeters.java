package io.weir.alarming.meter;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.alarm.Outcome;
import io.weir.contract.alarm.Severity;
import io.weir.contract.service.MeterSet;
import io.weir.contract.service.RuleCounts;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Every meter of alarming. Shared by all tasks; thread-safe. */
public final class AlarmingMeters {

    private final MeterSet meters;
    private final LongAdder metrics = new LongAdder();
    private final LongAdder unreadable = new LongAdder();
    private final LongAdder notNumeric = new LongAdder();
    private final RuleCounts outOfOrder;
    private final RuleCounts ahead;
    private final LongAdder duplicates = new LongAdder();
    private final LongAdder conditions = new LongAdder();
    private final LongAdder sharedIds = new LongAdder();
    private final LongAdder switches = new LongAdder();
    private final LongAdder expired = new LongAdder();
    private final LongAdder presences = new LongAdder();
    private final LongAdder keysRefused = new LongAdder();
    private final LongAdder seriesRefused = new LongAdder();
    private final LongAdder alarmsRefused = new LongAdder();
    private final AtomicLong stateBytes = new AtomicLong();
    private final AtomicLong alarmBytes = new AtomicLong();
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
        meters = new MeterSet(registry);
        meters.counter("weir.alarming.metrics", "Lines read from metrics.alarming", metrics);
        meters.counter("weir.alarming.unreadable", "Unreadable lines of metrics.alarming", unreadable);
        meters.counter(
                "weir.alarming.not.numeric",
                "Values not evaluated because they are text or boolean and the alarm has limits",
                notNumeric);
        outOfOrder = new RuleCounts(
                meters,
                "weir.alarming.out.of.order",
                "Values too old to decide a level because it had evaluated a newer one, by rule");
        ahead = new RuleCounts(
                meters,
                "weir.alarming.ahead",
                "Values not evaluated because their timestamp is further ahead of their receive time than alarming.ahead, by rule");
        meters.counter("weir.alarming.duplicates", "Records skipped because processing wrote them twice", duplicates);
        meters.counter("weir.alarming.conditions", "Changes of a condition's severity", conditions);
        meters.counter(
                "weir.alarming.shared.ids",
                "Condition changes for an alarm id that belongs to another series",
                sharedIds);
        meters.counter("weir.alarming.rules.switches", "Rule switches of partitions", switches);
        meters.counter(
                "weir.alarming.alarms.expired",
                "Alarms removed from alarms.state after a long time in state NORMAL",
                expired);
        meters.counter(
                "weir.alarming.presences",
                "Keys of absence rules that appeared, became silent or were dropped, per partition",
                presences);
        registerMemory();
        meters.gauge("weir.alarming.keys", "Keys of absence rules tracked by the tasks of this instance", keys);
        meters.gauge("weir.alarming.series", "Series tracked by the tasks of this instance", series);
        gauge("weir.alarming.rate", "Alarms annunciated to operators in the last ten minutes", rate);
        gauge(
                "weir.alarming.flood",
                "1 during an alarm flood: from more than ten annunciated alarms in ten minutes until fewer than five",
                flood);
        gauge("weir.alarming.standing", "Alarms that are raised and not hidden", standing);
        gauge("weir.alarming.stale", "Standing alarms older than a day", stale);
        gauge("weir.alarming.chattering", "Standing alarms that chatter", chattering);
        EnumSet.complementOf(EnumSet.of(Severity.OK)).forEach(severity -> active.put(severity, active(severity)));
    }

    private void registerMemory() {
        meters.counter(
                "weir.alarming.keys.refused", "Metrics of keys that are not watched for lack of memory", keysRefused);
        meters.counter(
                "weir.alarming.series.refused",
                "Lines of new series that are not evaluated for lack of memory",
                seriesRefused);
        meters.counter(
                "weir.alarming.alarms.refused",
                "Changes of new alarms that are not shown for lack of memory",
                alarmsRefused);
        meters.gauge(
                "weir.alarming.state.bytes",
                "Estimated memory of the series and keys in the tasks of this instance, which alarming.state-bytes limits",
                stateBytes);
        gauge(
                "weir.alarming.alarms.bytes",
                "Estimated memory of alarms, which alarming.state-bytes limits; counted anew when it reaches the limit",
                alarmBytes);
    }

    private void gauge(String name, String description, AtomicLong value) {
        meters.gauge(name, description + "; reported by the instance that owns the alarms", value);
    }

    private AtomicLong active(Severity severity) {
        AtomicLong count = new AtomicLong();
        meters.with("severity", severity.name())
                .gauge(
                        "weir.alarming.active",
                        "Alarms whose condition is met, by severity; reported by the instance that owns the alarms",
                        count);
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
    public void outOfOrder(String rule) {
        outOfOrder.increment(rule);
    }

    /** Counts a value whose timestamp is too far ahead. */
    public void ahead(String rule) {
        ahead.increment(rule);
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

    /** Counts a metric of a key that is not watched for lack of memory. */
    public void keyRefused() {
        keysRefused.increment();
    }

    /** Counts a line of a new series that is not evaluated for lack of memory. */
    public void seriesRefused() {
        seriesRefused.increment();
    }

    /** Adds to the estimated memory of alarms. */
    public void alarmBytes(long change) {
        alarmBytes.addAndGet(change);
    }

    /** Counts a new alarm that is not shown for lack of memory. */
    public void alarmRefused() {
        alarmsRefused.increment();
    }

    /** Adds to the estimated memory of series and keys. */
    public void stateBytes(long change) {
        stateBytes.addAndGet(change);
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
        meters.with("outcome", outcome.name())
                .counter("weir.alarming.commands", "Commands of operators, by outcome")
                .increment();
    }

    /** Counts an outcome of an action. */
    public void action(String outcome) {
        meters.with("outcome", outcome)
                .counter("weir.alarming.actions", "Actions requested by alarms, by outcome")
                .increment();
    }

    /** Counts a reply of the control system. */
    public void actionReply(String outcome) {
        meters.with("outcome", outcome)
                .counter("weir.alarming.action.replies", "Replies of the control system to actions, by outcome")
                .increment();
    }

    /** Counts an alarm that was forgotten after a long time in state normal. */
    public void alarmExpired() {
        expired.increment();
    }

    /** Counts a transition. */
    public void transition(Severity severity) {
        meters.with("severity", severity.name())
                .counter("weir.alarming.transitions", "Transitions of alarms, by the new severity")
                .increment();
    }
}
