package io.weir.contract.streams;

import io.weir.contract.state.BlockStore;
import io.weir.contract.state.InputLog;
import io.weir.contract.state.InputMarks;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Wraps the first processor after a topic. Sets aside a record that ended a stream thread twice
 * ({@link PoisonRecords}), and reports records that retention deleted before the task read them
 * ({@link BlockStore#missed}).
 */
public final class GuardedProcessor<K, V> implements Processor<byte[], byte[], K, V> {

    private final Processor<byte[], byte[], K, V> guarded;
    private final Optional<String> storeName;
    private final Optional<String> marksName;
    private @Nullable ProcessorContext<K, V> context;
    private @Nullable BadRecords shared;
    private @Nullable BlockStore<?> store;
    private @Nullable InputMarks marks;
    private boolean areChangelogsNoted;

    private GuardedProcessor(
            Processor<byte[], byte[], K, V> guarded, Optional<String> storeName, Optional<String> marksName) {
        this.guarded = guarded;
        this.storeName = storeName;
        this.marksName = marksName;
    }

    /** Guards a processor that uses neither a block store nor marks. */
    public static <K, V> ProcessorSupplier<byte[], byte[], K, V> of(ProcessorSupplier<byte[], byte[], K, V> guarded) {
        return () -> new GuardedProcessor<>(guarded.get(), Optional.empty(), Optional.empty());
    }

    /** Guards a processor that processes each record in the block store with this name. */
    public static <K, V> ProcessorSupplier<byte[], byte[], K, V> of(
            String storeName, ProcessorSupplier<byte[], byte[], K, V> guarded) {
        return () -> new GuardedProcessor<>(guarded.get(), Optional.of(storeName), Optional.empty());
    }

    /**
     * Guards a processor that must process each record once; the store of {@link InputMarks} with
     * this name tracks the processed records.
     */
    public static <K, V> ProcessorSupplier<byte[], byte[], K, V> marked(
            String marksName, ProcessorSupplier<byte[], byte[], K, V> guarded) {
        return () -> new GuardedProcessor<>(guarded.get(), Optional.empty(), Optional.of(marksName));
    }

    @Override
    public void init(ProcessorContext<K, V> processorContext) {
        context = processorContext;
        shared = (BadRecords) processorContext.appConfigs().get(BadRecordHandler.SHARED);
        store = storeName.<BlockStore<?>>map(processorContext::getStateStore).orElse(null);
        InputLog input = shared == null ? InputLog.UNKNOWN : shared.input();
        if (store != null) {
            store.reads(input);
        }
        marks = marksName
                .map(name -> new InputMarks(processorContext.getStateStore(name), input))
                .orElse(null);
        areChangelogsNoted = false;
        guarded.init(processorContext);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        BadRecords to = shared;
        if (to == null) {
            guarded.process(record); // In a test without a service.
            return;
        }
        ProcessorContext<K, V> task = Objects.requireNonNull(context, "process before init");
        RecordMetadata at = task.recordMetadata().orElseThrow();
        areChangelogsNoted = areChangelogsNoted || to.changelogs().addTo(task);
        if (to.poison().isSetAside(at.topic(), at.partition(), at.offset())) {
            setAside(at);
        }
        if (!take(at, record, to)) {
            return;
        }
        try {
            guarded.process(record);
        } catch (Error e) {
            to.poison().died(at.topic(), at.partition(), at.offset(), e);
            throw e;
        }
        BlockStore<?> checkpoint = store;
        if (checkpoint != null && checkpoint.isRewound()) {
            to.missed()
                    .reportUncounted(
                            at.topic(), at.partition(), at.offset(), "the topic was recreated, or lost its end");
        } else if (checkpoint != null && checkpoint.missed() > 0) {
            to.missed().report(at.topic(), at.partition(), at.offset() - checkpoint.missed(), at.offset());
        }
    }

    /** Whether the record is still to be processed, according to the marks. */
    private boolean take(RecordMetadata at, Record<byte[], byte[]> record, BadRecords to) {
        InputMarks remembered = marks;
        if (remembered == null) {
            return true;
        }
        remembered.missed(at).ifPresent(gap -> to.missed().report(at.topic(), at.partition(), gap.from(), gap.to()));
        return remembered.take(at, record.value());
    }

    private void setAside(RecordMetadata at) {
        BlockStore<?> checkpoint = store;
        if (checkpoint != null) {
            checkpoint.process(at.offset(), () -> {});
        }
        throw new IllegalStateException("the record ended a stream thread twice, so it is rejected");
    }

    @Override
    public void close() {
        guarded.close();
    }
}
