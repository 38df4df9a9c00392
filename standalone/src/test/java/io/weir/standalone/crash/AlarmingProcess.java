package io.weir.standalone.crash;

import static org.apache.kafka.streams.StreamsConfig.producerPrefix;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.alarming.AlarmingConfig;
import io.weir.alarming.AlarmingTopology;
import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.streams.StreamsRunner;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;

/**
 * Alarming in a separate JVM that tests kill: {@code BOOTSTRAP PARTITIONS STATE_DIRECTORY MEMBER}.
 * A member has a name, and takes its tasks back after a restart without waiting for the session of
 * the killed process to end.
 */
final class AlarmingProcess {

    private AlarmingProcess() {}

    /** Runs until it is killed or terminated. */
    public static void main(String[] args) throws InterruptedException {
        KafkaSettings kafka = KafkaCluster.settings(args[0], Integer.parseInt(args[1]));
        AlarmingMeters meters = new AlarmingMeters(new SimpleMeterRegistry());
        Topology topology = AlarmingTopology.build(
                AlarmLog.RULES, kafka.topics(), kafka.partitions(), AlarmingConfig.defaults(), meters);
        // As in production, except that transactions of a killed process time out sooner.
        Map<String, Object> properties = Map.of(
                StreamsConfig.APPLICATION_ID_CONFIG,
                "weir-alarming",
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                StreamsConfig.EXACTLY_ONCE_V2,
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                50,
                StreamsConfig.POLL_MS_CONFIG,
                10,
                producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
                1_000,
                "group.instance.id",
                args[3]);
        StreamsRunner runner =
                new StreamsRunner("alarming", topology, properties, Path.of(args[2]), kafka, new SimpleMeterRegistry());
        Runtime.getRuntime().addShutdownHook(new Thread(runner::close));
        runner.start();
        new CountDownLatch(1).await();
    }
}
