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

    private final ActionWiring wiring;
    private final ProcessorContext<byte[], byte[]> context;
    private final AlarmingMeters meters;

    ActionSinks(ActionWiring wiring, ProcessorContext<byte[], byte[]> context, AlarmingMeters meters) {
        this.wiring = wiring;
        this.context = context;
        this.meters = meters;
    }

    /** Creates the actor of a task over the task's store. */
    static ActionDecider actor(ActionWiring wiring, ProcessorContext<byte[], byte[]> context, AlarmingMeters meters) {
        return new ActionDecider(
                new ActionBook(context.getStateStore(wiring.store())), new ActionSinks(wiring, context, meters));
    }

    /** Returns the time of the task's clock. */
    static Instant now(ProcessorContext<byte[], byte[]> context) {
        return Instant.ofEpochMilli(context.currentSystemTimeMs());
    }

    @Override
    public void publish(ControlAction action) {
        forward(action.alarm(), AlarmJson.write(action), wiring.actions());
    }

    @Override
    public void tell(ConditionChange change) {
        forward(change.id(), AlarmJson.write(change), wiring.conditions());
    }

    @Override
    public void count(DecisionOutcome fate) {
        meters.action(fate.name());
    }

    private void forward(String key, byte[] value, String to) {
        context.forward(new Record<>(key.getBytes(UTF_8), value, context.currentSystemTimeMs()), to);
    }
}
