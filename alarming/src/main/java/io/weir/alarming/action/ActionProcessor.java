package io.weir.alarming.action;

import io.weir.alarming.lifecycle.AlarmTransitioned;
import io.weir.alarming.lifecycle.Handlings;
import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.rule.Rules;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Kafka Streams adapter of {@link ActionDecider} for alarm transitions and the clock. */
public final class ActionProcessor implements Processor<byte[], AlarmTransitioned, byte[], byte[]> {

    private static final Duration CLOCK_INTERVAL = Duration.ofSeconds(1);

    private final ActionNodeNames names;
    private final AlarmingMeters meters;
    private final Handlings handlings;
    private @Nullable Task task;

    /** State that exists only after {@link #init}. */
    private record Task(ProcessorContext<byte[], byte[]> context, ActionDecider decider) {}

    /** Looks up actions in the rule version that the alarm's last condition change names. */
    public ActionProcessor(ActionNodeNames names, Rules rules, AlarmingMeters meters) {
        this.names = names;
        this.meters = meters;
        this.handlings = new Handlings(rules);
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        ActionDecider decider = ActionSinks.decider(names, context, meters);
        task = new Task(context, decider);
        context.schedule(
                CLOCK_INTERVAL, PunctuationType.WALL_CLOCK_TIME, millis -> decider.due(Instant.ofEpochMilli(millis)));
    }

    @Override
    public void process(Record<byte[], AlarmTransitioned> record) {
        Task running = Objects.requireNonNull(task, "process before init");
        AlarmEvent event = record.value().event();
        running.decider.onTransition(
                record.value(),
                handlings.of(event.ruleVersion(), event.rule()).action(),
                ActionSinks.now(running.context));
    }
}
