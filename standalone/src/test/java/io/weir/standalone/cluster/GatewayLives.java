package io.weir.standalone.cluster;

import io.weir.contract.topic.BatchHeaders;
import io.weir.standalone.TestTopics;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The times between the first and the last tick of each life of a gateway, by its ticks in
 * {@code metrics.raw}. Lines received before a tick precede it there.
 */
record GatewayLives(Map<Long, Life> byEpoch) {

    /** In milliseconds since 1970, for the partition with the latest first and the earliest last tick. */
    record Life(long firstMillis, long lastMillis) {
        private static final Life NONE = new Life(Long.MAX_VALUE, Long.MIN_VALUE);

        private Life with(long millis) {
            return new Life(Math.min(firstMillis, millis), Math.max(lastMillis, millis));
        }

        private Life and(Life other) {
            return new Life(Math.max(firstMillis, other.firstMillis), Math.min(lastMillis, other.lastMillis));
        }

        private boolean has(long millis) {
            return firstMillis < millis && millis < lastMillis;
        }
    }

    /** Reads the topic up to its present end. */
    static GatewayLives read(TestTopics topics) {
        Map<Long, Map<Integer, Life>> ticks = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : topics.readNow(Farm.TOPICS.raw())) {
            if (BatchHeaders.isEmpty(record.value()) && BatchHeaders.isNumbered(record.headers())) {
                ticks.computeIfAbsent(BatchHeaders.epoch(record.headers()), unseen -> new HashMap<>())
                        .compute(record.partition(), (partition, life) -> (life == null ? Life.NONE : life)
                                .with(record.timestamp()));
            }
        }
        Map<Long, Life> lives = new TreeMap<>();
        ticks.forEach((epoch, partitions) ->
                lives.put(epoch, partitions.values().stream().reduce(Life::and).orElse(Life.NONE)));
        return new GatewayLives(lives);
    }

    /** The same where the last life ended regularly at this time: no data received before it may be lost. */
    GatewayLives endedAt(long millis) {
        Map<Long, Life> lives = new TreeMap<>(byEpoch);
        byEpoch.entrySet().stream()
                .filter(each -> each.getValue().firstMillis < millis)
                .max(Map.Entry.comparingByValue((one, other) -> Long.compare(one.firstMillis, other.firstMillis)))
                .ifPresent(last -> lives.put(last.getKey(), last.getValue().with(millis)));
        return new GatewayLives(lives);
    }

    /** Whether data received at this time, or a little before, must be in Kafka. */
    boolean keep(long receivedMillis) {
        return byEpoch.values().stream().anyMatch(life -> life.has(receivedMillis));
    }
}
