package io.weir.standalone.crash;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StreamsRunner;
import io.weir.contract.state.BlockStore;
import io.weir.processing.ProcessingConfig;
import io.weir.processing.ProcessingTopology;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.series.SeriesStates;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.StoreBuilder;

/** Processing in a JVM of its own, to be killed: {@code BOOTSTRAP PARTITIONS STATE_DIRECTORY CHECKPOINT}. */
final class ProcessingProcess {

    static final String APPLICATION = "weir-processing";

    static final Rules RULES = Rules.fixed(RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: cpu-1s, match: {measurement: cpu}, fields: [value], functions: [sum, count], window: 1s, grace: 1s}
            suppress:
              - {name: status, match: {measurement: cpu}, field: status, mode: change}
            """));

    private ProcessingProcess() {}

    /** Runs until it is killed. */
    public static void main(String[] args) throws InterruptedException {
        KafkaSettings kafka = KafkaCluster.settings(args[0], Integer.parseInt(args[1]));
        ProcessingMeters meters = new ProcessingMeters(new SimpleMeterRegistry());
        StoreBuilder<BlockStore<SeriesStates>> series = ProcessingTopology.series(RULES, ProcessingConfig.defaults());
        if (!Boolean.parseBoolean(args[3])) {
            series = series.withLoggingDisabled();
        }
        Topology topology = ProcessingTopology.build(RULES, series, kafka.topics(), meters);
        Map<String, Object> properties = Map.of(
                StreamsConfig.APPLICATION_ID_CONFIG,
                APPLICATION,
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                200,
                // A static member takes its partitions back at once, without waiting for the dead one's session to end.
                "group.instance.id",
                "one");
        new StreamsRunner("processing", topology, properties, Path.of(args[2]), kafka, new SimpleMeterRegistry())
                .start();
        new CountDownLatch(1).await();
    }
}
