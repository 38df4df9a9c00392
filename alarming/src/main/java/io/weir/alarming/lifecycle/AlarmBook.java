package io.weir.alarming.lifecycle;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.AlarmCommand.Target;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Source;
import io.weir.contract.rule.Rules;
import io.weir.contract.rule.alarm.Chatter;
import io.weir.contract.rule.alarm.Escalation;
import io.weir.contract.rule.alarm.Handling;
import io.weir.contract.state.SealedStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The alarms of the task. Applies each transition: stores the alarm, writes to
 * {@code alarms.events} and {@code alarms.state}, notifies the listeners, and updates dependent
 * alarms.
 */
final class AlarmBook {

    /**
     * Limit of alarms that change per record or clock tick. All output of a record or tick is one
     * transaction, which has a timeout.
     */
    static final int MOST_AT_ONCE = 10_000;

    /** Version of the store layout. */
    private static final int LAYOUT = 1;

    private final NodeNames names;
    private final ProcessorContext<byte[], Object> context;
    private final KeyValueStore<String, Alarm> alarms;
    private final Marks marks;
    private final Deadlines shelves;
    private final Deadlines escalations;
    private final Deadlines chatters;
    private final Handlings handlings;
    private final DependentAlarms dependents;
    private final ActiveAlarms active;
    private final AlarmingMeters meters;

    /** Reads the alarms from the task's stores; counts changes of severity in {@code active}. */
    AlarmBook(
            NodeNames names,
            Rules rules,
            ProcessorContext<byte[], Object> context,
            ActiveAlarms active,
            AlarmingMeters meters) {
        this.names = names;
        this.context = context;
        this.alarms = context.getStateStore(names.alarms());
        this.marks = new Marks(context.getStateStore(names.marks()));
        this.shelves = new Deadlines(context.getStateStore(names.marks()), "shelf");
        this.escalations = new Deadlines(context.getStateStore(names.marks()), "escalation");
        this.chatters = new Deadlines(context.getStateStore(names.marks()), "chatter");
        this.handlings = new Handlings(rules);
        KeyValueStore<String, String> groups = context.getStateStore(names.groups());
        this.dependents = new DependentAlarms(this, new Groups(groups), new FarmSettings(groups), rules);
        this.active = active;
        this.meters = meters;
    }

    /** Returns the store of alarms: in memory, with a changelog in Kafka. */
    static StoreBuilder<?> alarms(String name) {
        return SealedStore.builder(name, new AlarmSerde(), LAYOUT);
    }

    /** Returns the store of {@link Marks} and {@link Deadlines}, likewise. */
    static StoreBuilder<?> marks(String name) {
        return SealedStore.builder(name, Serdes.Long(), LAYOUT);
    }

    /** Returns the store of {@link Groups} and {@link FarmSettings}, likewise. */
    static StoreBuilder<?> groups(String name) {
        return SealedStore.builder(name, Serdes.String(), LAYOUT);
    }

    Marks marks() {
        return marks;
    }

    Instant now() {
        return Instant.ofEpochMilli(context.currentSystemTimeMs());
    }

    Optional<Alarm> find(String id) {
        return Optional.ofNullable(alarms.get(id));
    }

    /**
     * Returns the alarm of this path and, if the target includes a subtree, all alarms below it.
     */
    List<Alarm> find(Target target) {
        List<Alarm> found = new ArrayList<>();
        find(target.path()).ifPresent(found::add);
        if (target.withAllBelow()) {
            try (KeyValueIterator<String, Alarm> below =
                    alarms.prefixScan(target.path() + "/", new StringSerializer())) {
                below.forEachRemaining(alarm -> found.add(alarm.value));
            }
        }
        return found;
    }

    List<Alarm> all() {
        List<Alarm> all = new ArrayList<>();
        try (KeyValueIterator<String, Alarm> each = alarms.all()) {
            each.forEachRemaining(alarm -> all.add(alarm.value));
        }
        return all;
    }

    /**
     * Expires shelves and escalates alarms that are due by alarming's clock. Call it before any
     * other change at the same moment, so that the order of changes does not depend on when the
     * clock is read.
     */
    void processDeadlines(long timestamp) {
        marks.begin();
        for (Deadlines.Due due : shelves.take(now())) {
            Cause cause = Cause.ofClock(due.time(), timestamp);
            find(due.alarm()).ifPresent(alarm -> alarm.onExpiry(due.time())
                    .ifPresent(after -> apply(new Transition(alarm, after, cause))));
        }
        for (Deadlines.Due due : escalations.take(now())) {
            Cause cause = Cause.ofClock(due.time(), timestamp);
            find(due.alarm()).ifPresent(alarm -> escalate(alarm, cause));
        }
        dependents.updateQueuedMasks(Cause.ofClock(now(), timestamp));
    }

    private void escalate(Alarm alarm, Cause cause) {
        handling(alarm)
                .escalation()
                .flatMap(rule -> alarm.onEscalation(rule.to()))
                .ifPresent(after -> apply(new Transition(alarm, after, cause)));
    }

    /** Advances log time: alarms that were quiet long enough stop chattering. */
    void advance(Instant logTime, long timestamp) {
        for (Deadlines.Due due : chatters.take(logTime)) {
            Cause cause = Cause.ofClock(due.time(), timestamp);
            find(due.alarm()).ifPresent(alarm -> alarm.onQuiet(due.time())
                    .ifPresent(after -> apply(new Transition(alarm, after, cause))));
        }
    }

    /**
     * Corrects deadlines after log time was too far ahead and went back to {@code logTime}: no
     * quiet period of a chattering alarm starts later than that.
     */
    void goBack(Instant logTime) {
        chatters.limit(
                id -> logTime.plus(find(id).flatMap(alarm -> handling(alarm).chatter())
                        .map(Chatter::quiet)
                        .orElse(Duration.ZERO)));
    }

    /**
     * Returns the alarm of a change. A new alarm is not stored before its first {@link #change}.
     */
    Alarm findOrBegin(ConditionChange change) {
        return find(change.id()).orElseGet(() -> Alarm.before(change, marks.forgottenCount()));
    }

    /** Applies a change of a condition, if it changes the alarm. */
    void change(Alarm alarm, ConditionChange change, Cause cause) {
        Optional<Chatter> chatter =
                handlings.of(change.ruleVersion(), change.rule()).chatter();
        alarm.on(change, chatter, now()).ifPresent(after -> {
            apply(new Transition(alarm, after, cause));
            if (chatter.isPresent() && after.flips().isChattering()) {
                chatters.set(
                        alarm.id(),
                        Instant.ofEpochMilli(cause.timestamp())
                                .plus(chatter.get().quiet()));
            }
        });
    }

    private Handling handling(Alarm alarm) {
        return handlings.of(alarm.condition().ruleVersion(), alarm.condition().rule());
    }

    /** Activates other rules for the relations between alarms. */
    void switchTo(String rules, long timestamp) {
        dependents.switchTo(rules, Cause.ofClock(Instant.ofEpochMilli(timestamp), timestamp));
    }

    /** Applies a record of {@code control.state}. */
    void set(byte @Nullable [] name, byte @Nullable [] value, Source source, long timestamp) {
        dependents.set(name, value, new Cause(now(), null, source, timestamp));
    }

    /** Applies a transition and its consequences for other alarms. */
    void apply(Transition asked) {
        Transition transition = asked.isPublished() ? asked.under(dependents.maskOf(asked.after())) : asked;
        Alarm after = transition.after();
        alarms.put(after.id(), after);
        if (!transition.isPublished()) {
            return;
        }
        setDeadlines(transition.before(), after);
        AlarmEvent event = transition.event(now());
        byte[] key = after.id().getBytes(UTF_8);
        long timestamp = transition.cause().timestamp();
        context.forward(new Record<>(key, AlarmJson.write(event), timestamp), names.events());
        context.forward(new Record<>(key, AlarmJson.write(event.current()), timestamp), names.states());
        AlarmTransitioned transitioned =
                new AlarmTransitioned(event, transition.before().shownSeverity());
        names.listeners().forEach(node -> context.forward(new Record<>(key, transitioned, timestamp), node));
        meters.transition(after.severity());
        active.severityChanged(transition.before().severity(), after.severity());
        dependents.propagate(transition);
    }

    private void setDeadlines(Alarm before, Alarm after) {
        if (!Objects.equals(before.expiry(), after.expiry())) {
            shelves.set(after.id(), after.expiry());
        }
        boolean isWaiting = after.state() == AlarmState.UNACKNOWLEDGED;
        if (isWaiting != (before.state() == AlarmState.UNACKNOWLEDGED)) {
            Optional<Escalation> escalation = isWaiting ? handling(after).escalation() : Optional.empty();
            escalations.set(
                    after.id(), escalation.map(rule -> now().plus(rule.after())).orElse(null));
        }
    }

    /** Forgets an alarm; a record without value removes it from {@code alarms.state}. */
    void forget(Alarm alarm, long timestamp) {
        marks.forgotten(alarm);
        alarms.delete(alarm.id());
        context.forward(new Record<>(alarm.id().getBytes(UTF_8), null, timestamp), names.states());
        meters.alarmExpired();
    }
}
