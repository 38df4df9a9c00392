package io.weir.processing;

import io.weir.contract.line.FutureLimit;
import io.weir.contract.line.LineBounds;
import io.weir.contract.rule.Rules;
import io.weir.contract.state.BlockStore;
import io.weir.contract.state.BlockStoreBuilder;
import io.weir.contract.streams.BoundedProcessor;
import io.weir.contract.streams.GuardedProcessor;
import io.weir.contract.topic.Topics;
import io.weir.processing.account.StateBudget;
import io.weir.processing.aggregate.Aggregator;
import io.weir.processing.derive.Converter;
import io.weir.processing.derive.Deriver;
import io.weir.processing.merge.MergeProcessor;
import io.weir.processing.merge.MergeStates;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.records.FeedProcessor;
import io.weir.processing.records.PartialProcessor;
import io.weir.processing.records.PartialSender;
import io.weir.processing.records.ReadProcessor;
import io.weir.processing.records.StageProcessor;
import io.weir.processing.series.PlanScope;
import io.weir.processing.series.SeriesStates;
import io.weir.processing.suppress.Suppressor;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * Builds the complete topology of processing.
 *
 * <pre>
 * metrics.raw → read → convert → derive → aggregate → partial → suppress → feed → metrics.storage, .live, .alarming
 *                 └→ metrics.rejected                    └→ metrics.partials
 *
 * metrics.partials → merge → merged-convert → … → merged-partial → merged-suppress → merged-feed → metrics.storage, …
 *                                                   └→ metrics.partials
 * </pre>
 *
 * <p>Enrichment and routing have no node: they are part of a series' plan, which is compiled when
 * the series is first seen. All nodes of the first graph share the block store {@code series},
 * those of the second share {@code merged}. The second graph merges the partials of the first; its
 * stages work on results for the rules that read them. The key between nodes is the input's
 * partition; it selects the output partition and is not written.
 */
public final class ProcessingTopology {

    static final String SERIES = "series";
    static final String MERGED = "merged";

    private static final Serializer<Integer> NO_KEY = (topic, partition) -> null;
    private static final StreamPartitioner<Integer, Object> SAME_PARTITION =
            (topic, partition, value, partitions) -> Optional.of(Set.of(partition % partitions));

    /**
     * Selects the partition that is the key, or all partitions for
     * {@link PartialSender#EVERYWHERE}.
     */
    private static final StreamPartitioner<Integer, Object> PARTITION_OF_GROUP =
            (topic, key, value, partitions) -> Optional.of(
                    key == PartialSender.EVERYWHERE
                            ? IntStream.range(0, partitions).boxed().collect(Collectors.toSet())
                            : Set.of(key % partitions));

    private ProcessingTopology() {}

    /**
     * The stores of the two graphs and their other parameters.
     *
     * @param partitions number of partitions of every batch topic
     * @param lines size limits of lines
     * @param future how far timestamps may be ahead
     */
    public record Stores(
            StoreBuilder<BlockStore<SeriesStates>> series,
            StoreBuilder<BlockStore<MergeStates>> merged,
            int partitions,
            LineBounds lines,
            FutureLimit future) {

        /** The stores for production. */
        public static Stores of(Rules rules, int partitions, ProcessingConfig config) {
            long expiryMillis = config.seriesExpiry().toMillis();
            StateBudget budget = config.state().of(partitions);
            long gatewayTimeoutMillis = config.gatewayTimeout().toMillis();
            return new Stores(
                    new BlockStoreBuilder<>(
                            SERIES,
                            () -> new SeriesStates(
                                    rules,
                                    PlanScope.INPUT,
                                    expiryMillis,
                                    gatewayTimeoutMillis,
                                    budget,
                                    config.latePerSecond())),
                    new BlockStoreBuilder<>(MERGED, () -> new MergeStates(rules, partitions, expiryMillis, budget)),
                    partitions,
                    config.lines(),
                    new FutureLimit(config.ahead().toNanos()));
        }

        /** Returns the same stores without changelogs; a restart begins with empty state. */
        public Stores withoutChangelogs() {
            return new Stores(series.withLoggingDisabled(), merged.withLoggingDisabled(), partitions, lines, future);
        }
    }

    /**
     * Builds the topology. The rules may change while it runs; they must be readable when it
     * starts.
     *
     * @param partitions number of partitions of every batch topic
     */
    public static Topology build(
            Rules rules, Topics topics, int partitions, ProcessingConfig config, ProcessingMeters meters) {
        return build(rules, Stores.of(rules, partitions, config), topics, meters);
    }

    /** Builds the topology with the given stores. */
    public static Topology build(Rules rules, Stores stores, Topics topics, ProcessingMeters meters) {
        return build(rules, stores, topics, topics.partials(), meters);
    }

    /**
     * The same, with a second graph that reads this topic instead of {@code metrics.partials}: a
     * test can then decide what arrives there.
     */
    static Topology build(Rules rules, Stores stores, Topics topics, String partials, ProcessingMeters meters) {
        Topology topology = new Topology();
        topology.addSource("raw", new ByteArrayDeserializer(), new ByteArrayDeserializer(), topics.raw())
                .addProcessor(
                        "read",
                        GuardedProcessor.of(
                                SERIES,
                                () -> new ReadProcessor(
                                        SERIES,
                                        new ReadProcessor.Outputs("convert", "to-rejected"),
                                        stores.lines,
                                        stores.future,
                                        rules,
                                        meters)),
                        "raw");
        addStages(topology, "", PlanScope.INPUT, "read", stores, meters);
        topology.addProcessor(
                        "feed",
                        () -> new FeedProcessor(SERIES, "to-storage", "to-live", "to-alarming", meters),
                        "suppress")
                .addStateStore(stores.series, nodes("", "read"));
        addSinks(topology, topics, "", "feed");
        addSink(topology, "to-rejected", topics.rejected(), SAME_PARTITION, "read");
        addSink(topology, "to-partials", topics.partials(), PARTITION_OF_GROUP, "partial");
        topology.addSource("partials", new ByteArrayDeserializer(), new ByteArrayDeserializer(), partials);
        return addMerge(topology, stores, topics, meters);
    }

    private static Topology addMerge(Topology topology, Stores stores, Topics topics, ProcessingMeters meters) {
        topology.addProcessor(
                "merge",
                GuardedProcessor.of(MERGED, () -> new MergeProcessor(MERGED, stores.future, meters)),
                "partials");
        addStages(topology, "merged-", PlanScope.RESULTS, "merge", stores, meters);
        topology.addProcessor(
                        "merged-feed",
                        () -> new FeedProcessor(
                                MERGED, "merged-to-storage", "merged-to-live", "merged-to-alarming", meters),
                        "merged-suppress")
                .addStateStore(stores.merged, nodes("merged-", "merge"));
        addSinks(topology, topics, "merged-", "merged-feed");
        addSink(topology, "merged-to-partials", topics.partials(), PARTITION_OF_GROUP, "merged-partial");
        return topology;
    }

    /** Adds the stages between the node that reads records and the one that writes feeds. */
    private static void addStages(
            Topology topology, String prefix, PlanScope scope, String parent, Stores stores, ProcessingMeters meters) {
        String store = scope == PlanScope.INPUT ? SERIES : MERGED;
        topology.addProcessor(
                        prefix + "convert",
                        () -> new StageProcessor(store, (states, checkpoint, to) -> new Converter(to), meters),
                        parent)
                .addProcessor(
                        prefix + "derive",
                        () -> new StageProcessor(
                                store, (states, checkpoint, to) -> new Deriver(to, stores.future), meters),
                        prefix + "convert")
                .addProcessor(
                        prefix + "aggregate",
                        () -> new StageProcessor(
                                store,
                                (states, checkpoint, to) -> new Aggregator(states, checkpoint, stores.future, to),
                                meters),
                        prefix + "derive")
                .addProcessor(
                        prefix + "partial",
                        () -> new PartialProcessor(
                                store,
                                scope,
                                new PartialProcessor.Outputs(prefix + "suppress", prefix + "to-partials"),
                                stores.partitions,
                                stores.future,
                                meters),
                        prefix + "aggregate")
                .addProcessor(
                        prefix + "suppress",
                        () -> new StageProcessor(
                                store,
                                (states, checkpoint, to) -> new Suppressor<>(states, checkpoint, stores.future, to),
                                meters),
                        prefix + "partial");
    }

    /** The nodes that use a store. */
    private static String[] nodes(String prefix, String reader) {
        return Stream.concat(
                        Stream.of(reader),
                        Stream.of("convert", "derive", "aggregate", "partial", "suppress", "feed")
                                .map(node -> prefix + node))
                .toArray(String[]::new);
    }

    private static void addSinks(Topology topology, Topics topics, String prefix, String parent) {
        addSink(topology, prefix + "to-storage", topics.storage(), SAME_PARTITION, parent);
        addSink(topology, prefix + "to-live", topics.live(), SAME_PARTITION, parent);
        addSink(topology, prefix + "to-alarming", topics.alarming(), SAME_PARTITION, parent);
    }

    /** Adds a node of this name below {@code parent}, followed by its sink. */
    private static void addSink(
            Topology topology,
            String name,
            String topic,
            StreamPartitioner<Integer, Object> partitioner,
            String parent) {
        topology.addProcessor(name, () -> new BoundedProcessor<Integer>(topic), parent)
                .addSink(name + "-sink", topic, NO_KEY, new ByteArraySerializer(), partitioner, name);
    }
}
