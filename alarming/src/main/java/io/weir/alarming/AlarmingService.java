package io.weir.alarming;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Service;
import io.weir.contract.service.StreamsRunner;
import java.util.Map;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;

/** Alarming as a service. Without alarm rules it runs idle. */
public final class AlarmingService implements Service {

    /** Few records, and every one in a transaction: what is not an alarm need not wait long either. */
    private static final int COMMIT_INTERVAL_MILLIS = 50;

    private final StreamsRunner runner;

    /** Alarming under one version of the rules; connects to nothing before {@link #start}. */
    public AlarmingService(AlarmingConfig config, RuleFile rules, KafkaSettings kafka, MeterRegistry meters) {
        Topology topology = AlarmingTopology.build(rules, kafka.topics(), config, new AlarmingMeters(meters));
        runner = new StreamsRunner(name(), topology, properties(config, kafka), config.stateDirectory(), kafka, meters);
    }

    private static Map<String, Object> properties(AlarmingConfig config, KafkaSettings kafka) {
        return Map.of(
                StreamsConfig.APPLICATION_ID_CONFIG,
                kafka.topics().prefix() + "weir-alarming",
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                StreamsConfig.EXACTLY_ONCE_V2,
                StreamsConfig.NUM_STREAM_THREADS_CONFIG,
                config.threads(),
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                COMMIT_INTERVAL_MILLIS);
    }

    @Override
    public String name() {
        return "alarming";
    }

    @Override
    public void start() {
        runner.start();
    }

    @Override
    public Health health() {
        return runner.health();
    }

    @Override
    public void close() {
        runner.close();
    }
}
