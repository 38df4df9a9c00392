package io.weir.alarming.lifecycle;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.MessageKind;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.topic.Rejection;
import java.time.Instant;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code metrics.rejected}, and sends a condition change for each report of records that a
 * service missed ({@link MissedRecords}). Ignores all other records.
 */
public final class GapProcessor implements Processor<byte[], byte[], byte[], byte[]> {

    private final Rules rules;
    private @Nullable ProcessorContext<byte[], byte[]> context;

    public GapProcessor(Rules rules) {
        this.rules = rules;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> processorContext) {
        context = processorContext;
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Rejection rejection = Rejection.read(record.headers());
        if (!MissedRecords.isReport(rejection)) {
            return;
        }
        Instant now = Instant.ofEpochMilli(record.timestamp());
        ConditionChange gap = IntakeAlarms.ofGap(rejection, now, rules.active().version());
        Objects.requireNonNull(context, "process before init")
                .forward(new Record<>(
                        gap.id().getBytes(UTF_8),
                        AlarmJson.write(gap),
                        record.timestamp(),
                        MessageKind.CONDITION.headers()));
    }
}
