package io.weir.alarming;

import static org.apache.kafka.streams.StreamsConfig.producerPrefix;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Service;
import io.weir.contract.service.StreamsRunner;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;

/** Alarming as a service. Without alarm rules it runs idle. */
public final class AlarmingService implements Service {

    /**
     * An alarm is seen once its transaction is committed, in either stage. This is the time from the end of one commit to the next, and all
     * that there is for work: with 20 ms, {@code benchmarks/alarming.sh latency} on two cores showed a backlog that was never worked off
     * (a median of 24 s at 50 000 metrics/s). To commit for each alarm would bring an avalanche of them down to a hundred per second.
     */
    private static final int COMMIT_INTERVAL_MILLIS = 50;

    /** A thread that waits for records does not commit; so it waits no longer than this. */
    private static final int POLL_MILLIS = 10;

    /**
     * After a kill, what was being written blocks all who read only what is committed, until Kafka gives it up. Nothing in
     * memory is written under the successor's name, so that this is by time only; Kafka's own default is 10 s.
     */
    private static final int TRANSACTION_TIMEOUT_MILLIS = 5_000;

    private final Rules rules;
    private final StreamsRunner runner;

    /** Alarming under rules that it starts and closes itself; connects to nothing before {@link #start}. */
    public AlarmingService(AlarmingConfig config, Rules rules, KafkaSettings kafka, MeterRegistry meters) {
        this.rules = rules;
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
                COMMIT_INTERVAL_MILLIS,
                StreamsConfig.POLL_MS_CONFIG,
                POLL_MILLIS,
                producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
                TRANSACTION_TIMEOUT_MILLIS);
    }

    @Override
    public String name() {
        return "alarming";
    }

    @Override
    public void start() {
        runner.start(rules::start);
    }

    @Override
    public Health health() {
        return runner.health();
    }

    @Override
    public void close() {
        rules.close();
        runner.close();
    }
}
