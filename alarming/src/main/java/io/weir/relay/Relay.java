package io.weir.relay;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.RejectedRecords;
import io.weir.delivery.DeliveryWorker;
import io.weir.delivery.DeliveryWorker.Reading;
import io.weir.relay.message.AlarmReader;
import io.weir.relay.message.BatchReader;
import io.weir.relay.message.Feed;
import io.weir.relay.message.RecordReader;
import io.weir.relay.sink.RelayMeters;
import io.weir.relay.sink.Sink;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A sink with a thread and a consumer group of its own. Several instances share the partitions.
 */
final class Relay {
    private static final String PREFIX = "weir-relay-";
    private static final long FINISH_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final Sink sink;
    private final DeliveryWorker worker;

    /**
     * Creates the relay without connecting; {@link #start} connects.
     *
     * @param missed reports records that Kafka deleted before they were relayed
     */
    Relay(
            SinkConfig config,
            KafkaSettings kafka,
            MeterRegistry registry,
            RejectedRecords rejected,
            MissedRecords missed) {
        String name = config.name();
        RelayMeters meters = new RelayMeters(registry, name);
        Map<String, RecordReader> readers = readers(config, kafka);
        sink = config.destination().open(name, kafka);
        worker = new DeliveryWorker(
                "sink " + name,
                new Reading(PREFIX + name, readers.keySet(), config.begin()),
                kafka,
                missed,
                new SinkDelivery(name, readers, sink, new RelayRefusals(name, meters, rejected), meters));
        meters.lag(worker::lag);
    }

    private static Map<String, RecordReader> readers(SinkConfig config, KafkaSettings kafka) {
        Map<String, RecordReader> readers = new HashMap<>();
        for (Feed feed : config.feeds()) {
            readers.put(
                    feed.topic(kafka.topics()),
                    feed.isAlarms()
                            ? new AlarmReader(config.destination().route())
                            : new BatchReader(config.destination().route(), config.layout(), config.measurements()));
        }
        return readers;
    }

    /** Starts the thread and returns immediately. Call it once, after the topics exist. */
    void start() {
        worker.start();
    }

    /** Ready while the sink accepts messages; callable from any thread. */
    Health health() {
        return worker.health();
    }

    /** Asks the thread to end; {@link #join} waits for it. */
    void end() {
        worker.end();
    }

    /** Waits for the end. Interrupts a delivery in progress; the next start repeats it. */
    void join(long deadlineNanos) {
        worker.join(millisUntil(deadlineNanos - FINISH_WITHIN_NANOS));
        worker.interrupt();
        worker.join(millisUntil(deadlineNanos - FINISH_WITHIN_NANOS / 2));
        sink.cancel();
        worker.join(millisUntil(deadlineNanos));
    }

    private static long millisUntil(long nanos) {
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos - System.nanoTime()));
    }
}
