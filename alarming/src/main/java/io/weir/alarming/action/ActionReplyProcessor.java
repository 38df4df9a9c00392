package io.weir.alarming.action;

import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.ActionReply;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.Source;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Kafka Streams adapter of {@link ActionDecider} for replies of the control system; counts every
 * reply.
 */
public final class ActionReplyProcessor implements Processor<byte[], byte[], byte[], byte[]> {

    private final ActionNodeNames names;
    private final AlarmingMeters meters;
    private @Nullable Task task;

    /** State that exists only after {@link #init}. */
    private record Task(ProcessorContext<byte[], byte[]> context, ActionDecider decider) {}

    /** Counts replies in {@code meters}. */
    public ActionReplyProcessor(ActionNodeNames names, AlarmingMeters meters) {
        this.names = names;
        this.meters = meters;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        task = new Task(context, ActionSinks.decider(names, context, meters));
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        meters.actionReply(outcome(record.value()).name());
    }

    private ReplyOutcome outcome(byte @Nullable [] json) {
        Task running = Objects.requireNonNull(task, "process before init");
        RecordMetadata at = running.context.recordMetadata().orElseThrow();
        ActionReply reply;
        try {
            reply = AlarmJson.readActionReply(json == null ? new byte[0] : json);
        } catch (IllegalArgumentException e) {
            return ReplyOutcome.MALFORMED;
        }
        return running.decider.onReply(
                reply, new Source(at.topic(), at.partition(), at.offset()), ActionSinks.now(running.context));
    }
}
