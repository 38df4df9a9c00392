package io.weir.standalone.crash;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.streams.StreamsRunner;
import io.weir.processing.ProcessingConfig;
import io.weir.processing.ProcessingTopology;
import io.weir.processing.ProcessingTopology.Stores;
import io.weir.processing.meter.ProcessingMeters;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;

/**
 * Processing in a separate JVM that tests kill:
 * {@code BOOTSTRAP PARTITIONS STATE_DIRECTORY MEMBER [STALL_DIRECTORY]}. A member has a name, and takes its
 * partitions back after a restart without waiting for the session of the killed process to end.
 * {@link #ANY} is one of several that share the work and keep standby replicas of each other. With a
 * directory, the stream thread stalls in its first checkpoint ({@link StallingSends}).
 */
final class ProcessingProcess {

    static final String ANY = "any";

    static final String APPLICATION = "weir-processing";

    static final Rules RULES = Rules.fixed(RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: cpu-1s, match: {measurement: cpu}, fields: [value], functions: [sum, count], window: 1s, grace: 1s}
              - {name: cpu-1h, match: {measurement: cpu}, fields: [value], functions: [sum, count], window: 1h, grace: 1s, repeats: count}
              - {name: groups, match: {measurement: cpu}, fields: [value], functions: [sum, count], window: 1s, grace: 1s, by: [group], of: samples, as: groups, repeats: count}
              - {name: series-chain, match: {measurement: cpu_1s}, fields: [value_sum], functions: [sum, count], window: 10s, grace: 0s, as: chain_10s, repeats: count}
              - {name: group-chain, match: {measurement: groups}, fields: [value_sum], functions: [sum, count], window: 2s, grace: 0s, by: [], of: samples, as: chain_2s, repeats: count}
              - {name: chain-of-chain, match: {measurement: chain_2s}, fields: [value_sum_sum], functions: [sum, count], window: 10s, grace: 0s, by: [], of: samples, as: chain_of_chain, repeats: count}
              - {name: run, match: {measurement: cpu, tags: {group: g0}}, fields: [value], functions: [sum, count], window: {state: run}}
              - {name: late-groups, match: {measurement: late}, by: [group], fields: [value], functions: [sum, count], of: samples, window: 1s, grace: 1s, as: late_groups, late: revise, for: 1m, repeats: count}
              - {name: late-each, match: {measurement: late}, fields: [value], functions: [sum, count], window: 1s, grace: 1s, as: late_each, late: revise, for: 1m, repeats: count}
              - {name: held-groups, match: {measurement: feed}, by: [group], fields: [value], functions: [sum, count], of: last, hold: 600ms, window: 200ms, grace: 1s, as: held_groups}
              - {name: held-chain, match: {measurement: held_groups}, by: [], fields: [value_sum], functions: [sum, count], of: last, hold: 800ms, window: 400ms, grace: 0s, as: held_chain}
            suppress:
              - {name: status, match: {measurement: cpu}, field: status, mode: change}
              - {name: note, match: {measurement: cpu}, field: note, mode: change}
            """));

    private ProcessingProcess() {}

    /** Runs until it is killed or terminated. */
    public static void main(String[] args) throws InterruptedException {
        KafkaSettings kafka = KafkaCluster.settings(args[0], Integer.parseInt(args[1]));
        ProcessingMeters meters = new ProcessingMeters(new SimpleMeterRegistry());
        Stores stores = Stores.of(RULES, kafka.partitions(), ProcessingConfig.defaults());
        Topology topology = ProcessingTopology.build(RULES, stores, kafka.topics(), meters);
        Map<String, Object> properties = new HashMap<>();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, APPLICATION);
        properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 500);
        if (args[3].equals(ANY)) {
            properties.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, 1);
            properties.put(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, 0);
            properties.put(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, 60_000);
        } else {
            properties.put("group.instance.id", args[3]);
        }
        if (args.length > 4) {
            properties.putAll(StallingSends.settings(args[4]));
        }
        StreamsRunner runner = new StreamsRunner(
                "processing", topology, properties, Path.of(args[2]), kafka, new SimpleMeterRegistry());
        Runtime.getRuntime().addShutdownHook(new Thread(runner::close));
        runner.start();
        new CountDownLatch(1).await();
    }
}
