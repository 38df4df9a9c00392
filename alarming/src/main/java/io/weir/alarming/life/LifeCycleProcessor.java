package io.weir.alarming.life;

import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Severity;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Adapts {@link Alarm} to Kafka Streams where conditions change: one transition, one event, one new state. */
public final class LifeCycleProcessor implements Processor<byte[], byte[], byte[], Object> {

    private final Wiring wiring;
    private final AlarmingMeters meters;
    private final SharedIds sharedIds;
    private final ActiveAlarms active;
    private @Nullable AlarmBook book;

    /** Takes condition changes. */
    public LifeCycleProcessor(Wiring wiring, AlarmingMeters meters) {
        this.wiring = wiring;
        this.meters = meters;
        this.sharedIds = new SharedIds(meters);
        this.active = new ActiveAlarms(meters);
    }

    @Override
    public void init(ProcessorContext<byte[], Object> context) {
        AlarmBook restored = new AlarmBook(wiring, context, meters);
        book = restored;
        active.forget();
        restored.all().forEach(alarm -> active.moved(Severity.OK, alarm.severity()));
    }

    @Override
    public void close() {
        active.forget();
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        AlarmBook known = Objects.requireNonNull(book, "process before init");
        known.settle(record.timestamp());
        ConditionChange change = AlarmJson.readConditionChange(record.value());
        Alarm before = known.find(change.id())
                .orElseGet(() -> Alarm.before(change, known.marks().forgottenCount()));
        if (before.isForeign(change)) {
            sharedIds.met(change, before.condition().series());
        }
        before.on(change, known.now()).ifPresent(transition -> {
            known.apply(transition, record.timestamp());
            active.moved(before.severity(), change.severity());
        });
    }
}
