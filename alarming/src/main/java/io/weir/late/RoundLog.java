package io.weir.late;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Records rounds, and then passes their lines to processing. The transactional id is fixed, so that a new instance
 * fences an older one: each round is recorded once. Used by one thread.
 */
final class RoundLog implements AutoCloseable {
    private static final int ANSWER_WITHIN_MILLIS = 15_000;
    private static final int RECORD_OVERHEAD = 10_000;
    private static final int MOST_BYTES = Topics.MAX_RECORD_BYTES - RECORD_OVERHEAD;

    private final Topics topics;
    private final KafkaProducer<byte[], byte[]> rounds;
    private final KafkaProducer<byte[], byte[]> lines;
    private volatile @Nullable Exception failure;

    /** Fences older instances. */
    RoundLog(KafkaSettings kafka) {
        topics = kafka.topics();
        String id = topics.prefix() + "weir-late";
        rounds = producer(kafka, "weir-late-rounds", Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id));
        lines = producer(kafka, "weir-late-lines", Map.of());
        try {
            rounds.initTransactions();
        } catch (KafkaException e) {
            close();
            throw e;
        }
    }

    private static KafkaProducer<byte[], byte[]> producer(KafkaSettings kafka, String name, Map<String, Object> more) {
        Map<String, Object> settings = kafka.clientProperties();
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, name);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS / 3);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        settings.putAll(more);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** The value of a round's record. */
    static byte[] encode(String rule, Round round) {
        List<String> all = new ArrayList<>();
        all.add(Long.toString(round.time()));
        all.addAll(RoundLines.write(rule, round));
        return String.join("\n", all).getBytes(UTF_8);
    }

    /** Throws {@link IllegalArgumentException} for a value that {@link #encode} does not write. */
    static Round decode(byte[] value) {
        List<String> all = Arrays.asList(new String(value, UTF_8).split("\n"));
        return RoundLines.read(Long.parseLong(all.get(0)), all.subList(1, all.size()));
    }

    /** Whether the lines of a round fit into a record. */
    static boolean fits(String rule, Round round) {
        return encode(rule, round).length <= MOST_BYTES;
    }

    /**
     * Returns when all rounds are recorded, each under the name of its rule. Throws {@link KafkaException} also if
     * another instance has fenced this one; then none is recorded.
     */
    void record(Map<String, Round> byRule) {
        rounds.beginTransaction();
        byRule.forEach(this::send);
        rounds.commitTransaction();
    }

    /** Returns when the rounds of these rules are removed from the topic. Throws as {@link #record}. */
    void forget(Set<String> rules) {
        rounds.beginTransaction();
        rules.forEach(rule -> send(rule, (byte @Nullable []) null));
        rounds.commitTransaction();
    }

    private void send(String rule, Round round) {
        send(rule, encode(rule, round));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The commit throws its failure.
    private void send(String rule, byte @Nullable [] value) {
        rounds.send(new ProducerRecord<>(topics.late(), 0, rule.getBytes(UTF_8), value));
    }

    /** Sends the lines of a rule to processing; {@link #flush} returns when they are written. */
    void publish(List<String> published) {
        int partitions = lines.partitionsFor(topics.raw()).size();
        SortedMap<Integer, List<String>> byPartition = new TreeMap<>();
        for (String line : published) {
            byte[] series = RoundLines.seriesOf(line).getBytes(UTF_8);
            int partition = SeriesHash.partition(SeriesHash.of(series, 0, series.length), partitions);
            byPartition.computeIfAbsent(partition, none -> new ArrayList<>()).add(line);
        }
        byPartition.forEach(this::send);
    }

    /** Returns when all published lines are written. */
    void flush() {
        lines.flush();
        Exception cause = failure;
        if (cause != null) {
            throw new KafkaException("lines of late rules were not written: " + cause.getMessage(), cause);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The callback receives failures.
    private void send(int partition, List<String> batch) {
        byte[] value = String.join("\n", batch).getBytes(UTF_8);
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topics.raw(), partition, null, value);
        record.headers().add(BatchHeaders.lines(batch.size()));
        lines.send(record, (sent, cause) -> {
            if (cause != null) {
                failure = cause;
            }
        });
    }

    @Override
    public void close() {
        rounds.close(Duration.ofSeconds(1));
        lines.close(Duration.ofSeconds(1));
    }
}
