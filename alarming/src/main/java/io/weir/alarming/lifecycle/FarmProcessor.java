package io.weir.alarming.lifecycle;

import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.Source;
import io.weir.contract.rule.Rules;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Kafka Streams adapter of {@link AlarmBook} for farm settings, which mask alarms. */
public final class FarmProcessor implements Processor<byte[], byte[], byte[], Object> {

    private final NodeNames names;
    private final Rules rules;
    private final AlarmingMeters meters;
    private final ActiveAlarms active;
    private @Nullable Task task;

    /** State that exists only after {@link #init}. */
    private record Task(ProcessorContext<byte[], Object> context, AlarmBook book) {}

    /** Processes the records of {@code control.state}. */
    public FarmProcessor(NodeNames names, Rules rules, AlarmingMeters meters) {
        this.names = names;
        this.rules = rules;
        this.meters = meters;
        this.active = new ActiveAlarms(meters);
    }

    @Override
    public void init(ProcessorContext<byte[], Object> context) {
        active.forget();
        task = new Task(context, new AlarmBook(names, rules, context, active, meters));
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Task running = Objects.requireNonNull(task, "process before init");
        RecordMetadata at = running.context.recordMetadata().orElseThrow();
        long nowMillis = running.book.now().toEpochMilli();
        running.book.processDeadlines(nowMillis);
        Source source = new Source(at.topic(), at.partition(), at.offset());
        running.book.set(record.key(), record.value(), source, nowMillis);
    }

    @Override
    public void close() {
        active.forget();
    }
}
