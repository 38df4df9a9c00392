package io.weir.alarming;

import static org.apache.kafka.streams.StreamsConfig.consumerPrefix;
import static org.apache.kafka.streams.StreamsConfig.producerPrefix;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.rule.Rules;
import io.weir.contract.rulebook.StreamsService;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.streams.StreamsRunner;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** Runs alarming as a service. Without alarm rules it is idle. */
public final class AlarmingService extends StreamsService {
    private static final String NAME = "alarming";

    /**
     * Time from the end of one commit to the start of the next. Readers see an alarm once its
     * transaction is committed, in each of the two stages, and all work happens between commits.
     * With 20 ms, {@code benchmarks/alarming.sh latency} on two cores built up a lag and never
     * caught up (median latency 24 s at 50 000 metrics/s). One commit per alarm would limit an
     * alarm storm to about a hundred alarms per second.
     */
    private static final int COMMIT_INTERVAL_MILLIS = 50;

    /** Longest wait for records. A thread that waits for records does not commit. */
    private static final int POLL_MILLIS = 10;

    /**
     * Limit of records that a partition has in memory. A record of {@code metrics.rejected} may have
     * 500 kB of a sender's bytes.
     */
    private static final int MOST_RECORDS = 64;

    /**
     * After a kill, the open transaction blocks all {@code read_committed} readers until Kafka
     * aborts it. All stores are in memory, so a successor uses another transactional id and cannot
     * abort that transaction: only this timeout does. Kafka's default is 10 s.
     */
    private static final int TRANSACTION_TIMEOUT_MILLIS = 5_000;

    /**
     * Creates the service without connecting; {@link #start} connects.
     *
     * @param rules started and closed by this service
     */
    public AlarmingService(AlarmingConfig config, Rules rules, KafkaSettings kafka, MeterRegistry meters) {
        super(
                NAME,
                rules,
                new StreamsRunner(
                        NAME,
                        AlarmingTopology.build(
                                rules, kafka.topics(), kafka.partitions(), config, new AlarmingMeters(meters)),
                        properties(config, kafka),
                        config.stateDirectory(),
                        kafka,
                        meters));
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
                StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG,
                MOST_RECORDS,
                consumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG),
                MOST_RECORDS,
                producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
                TRANSACTION_TIMEOUT_MILLIS);
    }
}
