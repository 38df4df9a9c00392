package io.weir.alarming.action;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.ControlAction;
import java.time.Instant;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Forwards decisions to the sinks, stamped with the task's clock. */
final class ActionSinks implements ActionOutlet {

    private final ActionNodeNames names;
    private final ProcessorContext<byte[], byte[]> context;
    private final AlarmingMeters meters;

    ActionSinks(ActionNodeNames names, ProcessorContext<byte[], byte[]> context, AlarmingMeters meters) {
        this.names = names;
        this.context = context;
        this.meters = meters;
    }

    /** Creates the decider of a task over the task's store. */
    static ActionDecider decider(
            ActionNodeNames names, ProcessorContext<byte[], byte[]> context, AlarmingMeters meters) {
        return new ActionDecider(
                new ActionBook(context.getStateStore(names.store())), new ActionSinks(names, context, meters));
    }

    /** Returns the time of the task's clock. */
    static Instant now(ProcessorContext<byte[], byte[]> context) {
        return Instant.ofEpochMilli(context.currentSystemTimeMs());
    }

    @Override
    public void publish(ControlAction action) {
        forward(action.alarm(), AlarmJson.write(action), names.actions());
    }

    @Override
    public void report(ConditionChange change) {
        forward(change.id(), AlarmJson.write(change), names.conditions());
    }

    @Override
    public void count(DecisionOutcome outcome) {
        meters.action(outcome.name());
    }

    private void forward(String key, byte[] value, String to) {
        context.forward(new Record<>(key.getBytes(UTF_8), value, context.currentSystemTimeMs()), to);
    }
}
