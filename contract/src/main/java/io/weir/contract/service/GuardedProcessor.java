package io.weir.contract.service;

import io.weir.contract.state.BlockStore;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Wraps the first processor behind a topic. Sets aside a record that ended a stream thread twice ({@link PoisonRecords}), and reports
 * records that retention deleted before the task read them ({@link BlockStore#missed}).
 */
public final class GuardedProcessor<K, V> implements Processor<byte[], byte[], K, V> {

    private final Processor<byte[], byte[], K, V> guarded;
    private final Optional<String> storeName;
    private @Nullable ProcessorContext<K, V> context;
    private @Nullable BadRecords shared;
    private @Nullable BlockStore<?> store;

    private GuardedProcessor(Processor<byte[], byte[], K, V> guarded, Optional<String> storeName) {
        this.guarded = guarded;
        this.storeName = storeName;
    }

    /** Guards a processor. */
    public static <K, V> ProcessorSupplier<byte[], byte[], K, V> of(ProcessorSupplier<byte[], byte[], K, V> guarded) {
        return () -> new GuardedProcessor<>(guarded.get(), Optional.empty());
    }

    /** Guards a processor that processes each record in the block store with this name. */
    public static <K, V> ProcessorSupplier<byte[], byte[], K, V> of(
            String storeName, ProcessorSupplier<byte[], byte[], K, V> guarded) {
        return () -> new GuardedProcessor<>(guarded.get(), Optional.of(storeName));
    }

    @Override
    public void init(ProcessorContext<K, V> processorContext) {
        context = processorContext;
        shared = (BadRecords) processorContext.appConfigs().get(BadRecordHandler.SHARED);
        store = storeName.<BlockStore<?>>map(processorContext::getStateStore).orElse(null);
        guarded.init(processorContext);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        BadRecords to = shared;
        if (to == null) {
            guarded.process(record); // In a test without a service.
            return;
        }
        RecordMetadata at = Objects.requireNonNull(context, "process before init")
                .recordMetadata()
                .orElseThrow();
        if (to.poison().isSetAside(at.topic(), at.partition(), at.offset())) {
            setAside(at);
        }
        try {
            guarded.process(record);
        } catch (Error e) {
            to.poison().died(at.topic(), at.partition(), at.offset(), e);
            throw e;
        }
        BlockStore<?> checkpoint = store;
        if (checkpoint != null && checkpoint.missed() > 0) {
            to.missed().report(at.topic(), at.partition(), at.offset() - checkpoint.missed(), at.offset());
        }
    }

    private void setAside(RecordMetadata at) {
        BlockStore<?> checkpoint = store;
        if (checkpoint != null) {
            checkpoint.process(at.offset(), () -> {});
        }
        throw new IllegalStateException("processing it ended a stream thread twice, so it is set aside");
    }

    @Override
    public void close() {
        guarded.close();
    }
}
