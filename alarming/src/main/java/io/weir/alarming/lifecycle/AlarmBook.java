package io.weir.alarming.lifecycle;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Source;
import io.weir.contract.rule.Rules;
import io.weir.contract.rule.alarm.Chatter;
import io.weir.contract.rule.alarm.Escalation;
import io.weir.contract.rule.alarm.Handling;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Applies transitions to the alarms of the task: stores the alarm, writes to
 * {@code alarms.events} and {@code alarms.state}, notifies the listeners, and updates dependent
 * alarms.
 */
final class AlarmBook implements DependentAlarms.Changes {

    private final NodeNames names;
    private final ProcessorContext<byte[], Object> context;
    private final Alarms alarms;
    private final LifecycleMemory memory;
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
        this.alarms = new Alarms(context.getStateStore(names.alarms()));
        this.memory = new LifecycleMemory(context.getStateStore(names.marks()));
        this.shelves = new Deadlines(context.getStateStore(names.marks()), "shelf");
        this.escalations = new Deadlines(context.getStateStore(names.marks()), "escalation");
        this.chatters = new Deadlines(context.getStateStore(names.marks()), "chatter");
        this.handlings = new Handlings(rules);
        KeyValueStore<String, String> groups = context.getStateStore(names.groups());
        this.dependents = new DependentAlarms(alarms, new Groups(groups), new FarmSettings(groups), rules, this);
        this.active = active;
        this.meters = meters;
    }

    Alarms alarms() {
        return alarms;
    }

    LifecycleMemory memory() {
        return memory;
    }

    Instant now() {
        return Instant.ofEpochMilli(context.currentSystemTimeMs());
    }

    /**
     * Expires shelves and escalates alarms that are due by alarming's clock. Call it before any
     * other change at the same moment, so that the order of changes does not depend on when the
     * clock is read.
     */
    void processDeadlines(long timestamp) {
        memory.begin();
        for (Deadlines.Due due : shelves.take(now())) {
            Cause cause = Cause.withoutRecord(due.time(), timestamp);
            alarms.find(due.alarm()).ifPresent(alarm -> alarm.onExpiry(due.time())
                    .ifPresent(after -> apply(new Transition(alarm, after, cause))));
        }
        for (Deadlines.Due due : escalations.take(now())) {
            Cause cause = Cause.withoutRecord(due.time(), timestamp);
            alarms.find(due.alarm()).ifPresent(alarm -> escalate(alarm, cause));
        }
        dependents.updateQueuedMasks(Cause.withoutRecord(now(), timestamp));
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
            Cause cause = Cause.withoutRecord(due.time(), timestamp);
            alarms.find(due.alarm()).ifPresent(alarm -> alarm.onQuiet(due.time())
                    .ifPresent(after -> apply(new Transition(alarm, after, cause))));
        }
    }

    /**
     * Corrects deadlines after log time was too far ahead and went back to {@code logTime}: no
     * quiet period of a chattering alarm starts later than that.
     */
    void goBack(Instant logTime) {
        chatters.limit(id -> logTime.plus(alarms.find(id)
                .flatMap(alarm -> handling(alarm).chatter())
                .map(Chatter::quiet)
                .orElse(Duration.ZERO)));
    }

    /** A new alarm is stored with the first change that it applies. */
    @Override
    public void change(ConditionChange change, Cause cause) {
        Alarm alarm = alarms.find(change.id()).orElseGet(() -> Alarm.before(change, memory.forgottenCount()));
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
        dependents.switchTo(rules, Cause.withoutRecord(Instant.ofEpochMilli(timestamp), timestamp));
    }

    /** Applies a record of {@code control.state}. */
    void set(byte @Nullable [] name, byte @Nullable [] value, Source source, long timestamp) {
        dependents.set(name, value, new Cause(now(), null, source, timestamp));
    }

    @Override
    public void apply(Transition asked) {
        Transition transition = asked.isPublished() ? asked.under(dependents.maskOf(asked.after())) : asked;
        Alarm after = transition.after();
        alarms.put(after);
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
        memory.forgotten(alarm);
        alarms.forget(alarm);
        context.forward(new Record<>(alarm.id().getBytes(UTF_8), null, timestamp), names.states());
        meters.alarmExpired();
    }
}
