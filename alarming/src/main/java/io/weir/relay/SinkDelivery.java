package io.weir.relay;

import io.weir.delivery.Delivery;
import io.weir.relay.message.RecordReader;
import io.weir.relay.sink.Refusals;
import io.weir.relay.sink.RelayMeters;
import io.weir.relay.sink.Sink;
import io.weir.relay.sink.SinkUnavailableException;
import java.time.Duration;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers messages of records to a sink, a chunk at a time. The records of a chunk are done after
 * the sink has acknowledged it.
 */
final class SinkDelivery implements Delivery {
    private static final Logger LOG = LoggerFactory.getLogger(SinkDelivery.class);

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final long CHECK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final String name;
    private final Map<String, RecordReader> readers;
    private final Sink sink;
    private final Refusals refusals;
    private final RelayMeters meters;
    private final Chunk chunk = new Chunk();
    private long checkedAtNanos = System.nanoTime() - CHECK_EVERY_NANOS;
    private volatile @Nullable String trouble;

    /**
     * Creates the delivery without connecting.
     *
     * @param name of the sink
     * @param readers by topic
     * @param sink is closed with the delivery
     */
    SinkDelivery(String name, Map<String, RecordReader> readers, Sink sink, Refusals refusals, RelayMeters meters) {
        this.name = name;
        this.readers = Map.copyOf(readers);
        this.sink = sink;
        this.refusals = refusals;
        this.meters = meters;
    }

    @Override
    public Duration deliver(Deque<ConsumerRecord<byte[], byte[]>> waiting, ObjLongConsumer<TopicPartition> done)
            throws InterruptedException {
        if (chunk.isEmpty()) {
            chunk.fill(waiting, topic -> readers.get(topic), sink, refusals);
        }
        // An idle sink is delivered nothing, which checks its connection.
        boolean isCheck = System.nanoTime() - checkedAtNanos >= CHECK_EVERY_NANOS;
        try {
            if (isCheck || !chunk.messages().isEmpty()) {
                sink.deliver(chunk.messages(), refusals);
                checkedAtNanos = System.nanoTime();
                meters.sent(chunk.messages().size());
                markAvailable();
            }
            chunk.finish(done);
            return Duration.ZERO;
        } catch (SinkUnavailableException e) {
            LOG.debug("sink {}", name, e);
            meters.failed();
            markUnavailable(String.valueOf(e.getMessage()));
            return RETRY_AFTER;
        }
    }

    @Override
    public int held() {
        return chunk.records();
    }

    /** The default assignor revokes all partitions together, so the chunk has no records of others. */
    @Override
    public void forget(Collection<TopicPartition> partitions) {
        if (chunk.isOf(partitions)) {
            chunk.clear();
            sink.forget();
        }
    }

    @Override
    public Optional<String> trouble() {
        return Optional.ofNullable(trouble).or(sink::trouble).map(reason -> "sink " + name + ": " + reason);
    }

    @Override
    public void close() {
        sink.close();
    }

    private void markUnavailable(String reason) {
        if (!reason.equals(trouble)) {
            LOG.warn("sink {} does not accept messages: {}; they wait in Kafka", name, reason);
        }
        trouble = reason;
    }

    private void markAvailable() {
        if (trouble != null) {
            LOG.info("sink {} accepts messages again", name);
        }
        trouble = null;
    }
}
