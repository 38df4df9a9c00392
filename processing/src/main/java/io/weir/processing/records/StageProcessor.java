package io.weir.processing.records;

import io.weir.contract.state.BlockStore;
import io.weir.contract.state.Checkpoint;
import io.weir.processing.batch.Stage;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.series.MetricBatch;
import io.weir.processing.series.SeriesStates;
import io.weir.processing.series.SeriesTier;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Runs a {@link Stage} as a node of the topology. */
public final class StageProcessor implements Processor<Integer, MetricBatch, Integer, MetricBatch> {

    /** Creates the stage of a task. */
    @FunctionalInterface
    public interface Factory {
        /**
         * Creates a stage that works on these states and reports changed slots to
         * {@code checkpoint}.
         */
        Stage<? super MetricBatch> create(SeriesStates states, Checkpoint checkpoint, ProcessingMeters meters);
    }

    private final String store;
    private final Factory factory;
    private final ProcessingMeters meters;
    private @Nullable Stage<? super MetricBatch> stage;
    private @Nullable ProcessorContext<Integer, MetricBatch> context;

    /**
     * Creates a processor for the stage that {@code factory} creates.
     *
     * @param store the name of the block store of series states
     */
    public StageProcessor(String store, Factory factory, ProcessingMeters meters) {
        this.store = store;
        this.factory = factory;
        this.meters = meters;
    }

    @Override
    public void init(ProcessorContext<Integer, MetricBatch> processorContext) {
        BlockStore<?> blocks = processorContext.getStateStore(store);
        SeriesTier tier = SeriesTier.in(blocks);
        stage = factory.create(tier.series(), tier.checkpoint(), meters);
        context = processorContext;
    }

    @Override
    public void process(Record<Integer, MetricBatch> record) {
        Objects.requireNonNull(stage).apply(record.value());
        Objects.requireNonNull(context).forward(record);
    }
}
