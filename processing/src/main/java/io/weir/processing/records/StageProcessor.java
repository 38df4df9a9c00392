package io.weir.processing.records;

import io.weir.contract.state.BlockStore;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.series.MetricBatch;
import io.weir.processing.series.TaskStates;
import io.weir.processing.stage.Stage;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Adapts any {@link Stage} to Kafka Streams. */
public final class StageProcessor implements Processor<Integer, MetricBatch, Integer, MetricBatch> {

    private final String store;
    private final Stage.Factory factory;
    private final ProcessingMeters meters;
    private @Nullable Stage stage;
    private @Nullable ProcessorContext<Integer, MetricBatch> context;

    /**
     * Creates a processor for the stage that {@code factory} creates.
     *
     * @param store the name of the block store of series states
     */
    public StageProcessor(String store, Stage.Factory factory, ProcessingMeters meters) {
        this.store = store;
        this.factory = factory;
        this.meters = meters;
    }

    @Override
    public void init(ProcessorContext<Integer, MetricBatch> processorContext) {
        BlockStore<? extends TaskStates> blocks = processorContext.getStateStore(store);
        TaskStates states = blocks.workingSet();
        stage = factory.create(states.series(), states.seriesIn(blocks), meters);
        context = processorContext;
    }

    @Override
    public void process(Record<Integer, MetricBatch> record) {
        Objects.requireNonNull(stage).apply(record.value());
        Objects.requireNonNull(context).forward(record);
    }
}
