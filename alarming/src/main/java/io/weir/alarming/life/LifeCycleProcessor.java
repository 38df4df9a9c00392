package io.weir.alarming.life;

import io.weir.alarming.MessageKind;
import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.Rules;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Adapts {@link Alarm} to Kafka Streams where conditions change: one transition, one event, one new state. */
public final class LifeCycleProcessor implements Processor<byte[], byte[], byte[], Object> {

    private final Wiring wiring;
    private final Rules rules;
    private final AlarmingMeters meters;
    private final SharedIds sharedIds;
    private final ActiveAlarms active;
    private @Nullable Task task;

    /** What there is only once the task runs. */
    private record Task(AlarmBook book, FarmTime time) {}

    /** Takes condition changes, and the times of partitions. */
    public LifeCycleProcessor(Wiring wiring, Rules rules, AlarmingMeters meters) {
        this.wiring = wiring;
        this.rules = rules;
        this.meters = meters;
        this.sharedIds = new SharedIds(meters);
        this.active = new ActiveAlarms(meters);
    }

    @Override
    public void init(ProcessorContext<byte[], Object> context) {
        active.forget();
        AlarmBook restored = new AlarmBook(wiring, rules, context, active, meters);
        task = new Task(restored, new FarmTime(context.getStateStore(wiring.times())));
        restored.all().forEach(alarm -> active.moved(Severity.OK, alarm.severity()));
    }

    @Override
    public void close() {
        active.forget();
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        AlarmBook book = task().book;
        book.settle(record.timestamp());
        switch (MessageKind.of(record.headers())) {
            case CONDITION -> change(AlarmJson.readConditionChange(record.value()), record.timestamp());
            case TIME -> {
                task().time.told(AlarmJson.readPartitionTime(record.value()));
                book.pass(task().time.instant(), record.timestamp());
            }
        }
    }

    private void change(ConditionChange change, long logMillis) {
        AlarmBook book = task().book;
        Alarm alarm = book.find(change.id())
                .orElseGet(() -> Alarm.before(change, book.marks().forgottenCount()));
        if (alarm.isForeign(change)) {
            sharedIds.met(change, alarm.series());
        }
        book.change(alarm, change, logMillis);
    }

    private Task task() {
        return Objects.requireNonNull(task, "process before init");
    }
}
