package io.weir.processing;

import io.weir.contract.rule.Rules;
import io.weir.contract.state.BlockStore;
import io.weir.contract.state.BlockStoreBuilder;
import io.weir.contract.topic.Topics;
import io.weir.processing.aggregate.Aggregator;
import io.weir.processing.feed.FeedProcessor;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.read.ReadProcessor;
import io.weir.processing.series.SeriesStates;
import io.weir.processing.stage.StageProcessor;
import io.weir.processing.suppress.Suppressor;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * The whole graph of processing.
 *
 * <pre>
 * metrics.raw → read → aggregate → suppress → feed → metrics.storage, metrics.live, metrics.alarming
 *                 └→ metrics.rejected
 * </pre>
 *
 * <p>Enrichment and routing have no node: they are part of a series' plan, which is compiled once, when the series is first
 * seen. All stages share the block store {@code series}. The key between nodes is the input's partition; it decides the
 * output's and is not written.
 */
public final class ProcessingTopology {

    static final String SERIES = "series";

    private static final Serializer<Integer> NO_KEY = (topic, partition) -> null;
    private static final StreamPartitioner<Integer, Object> SAME_PARTITION =
            (topic, partition, value, partitions) -> Optional.of(Set.of(partition % partitions));

    private ProcessingTopology() {}

    /** The topology under rules that may change; they must be ready to be asked when it runs. */
    public static Topology build(Rules rules, Topics topics, ProcessingConfig config, ProcessingMeters meters) {
        return build(rules, series(rules, config), topics, meters);
    }

    /** The store of all series' states. */
    public static BlockStoreBuilder<SeriesStates> series(Rules rules, ProcessingConfig config) {
        long expiryMillis = config.seriesExpiry().toMillis();
        long gatewayTimeoutMillis = config.gatewayTimeout().toMillis();
        return new BlockStoreBuilder<>(SERIES, () -> new SeriesStates(rules, expiryMillis, gatewayTimeoutMillis));
    }

    /** The topology around a store made by {@link #series}. */
    public static Topology build(
            Rules rules, StoreBuilder<BlockStore<SeriesStates>> series, Topics topics, ProcessingMeters meters) {
        Topology topology = new Topology();
        topology.addSource("raw", new ByteArrayDeserializer(), new ByteArrayDeserializer(), topics.raw())
                .addProcessor("read", () -> new ReadProcessor(SERIES, "aggregate", "to-rejected", rules, meters), "raw")
                .addProcessor("aggregate", () -> new StageProcessor(SERIES, Aggregator::new, meters), "read")
                .addProcessor("suppress", () -> new StageProcessor(SERIES, Suppressor::new, meters), "aggregate")
                .addProcessor(
                        "feed",
                        () -> new FeedProcessor(SERIES, "to-storage", "to-live", "to-alarming", meters),
                        "suppress")
                .addStateStore(series, "read", "aggregate", "suppress", "feed");
        addSink(topology, "to-storage", topics.storage(), "feed");
        addSink(topology, "to-live", topics.live(), "feed");
        addSink(topology, "to-alarming", topics.alarming(), "feed");
        addSink(topology, "to-rejected", topics.rejected(), "read");
        return topology;
    }

    private static void addSink(Topology topology, String name, String topic, String parent) {
        topology.addSink(name, topic, NO_KEY, new ByteArraySerializer(), SAME_PARTITION, parent);
    }
}
