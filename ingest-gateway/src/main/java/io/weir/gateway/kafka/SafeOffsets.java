package io.weir.gateway.kafka;

import io.weir.gateway.intake.InTurn;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.batch.Receipt;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Tracks how far each partition was read, and how far its lines are safe; only safe offsets may be
 * committed. Belongs to the reading thread; another thread reports the outcome.
 */
final class SafeOffsets {
    private final LineIntake intake;
    private final InTurn inTurn;
    private final Map<TopicPartition, SourcePosition> read = new HashMap<>();
    private final AtomicReference<Map<TopicPartition, SourcePosition>> safe = new AtomicReference<>(Map.of());
    private CountDownLatch asked = new CountDownLatch(0);
    private boolean hasNews;
    private volatile boolean hasLost;

    SafeOffsets(LineIntake intake, InTurn inTurn) {
        this.intake = intake;
        this.inTurn = inTurn;
    }

    /** Records that everything before {@code next} was handed over, or is not to be read. */
    void read(TopicPartition partition, SourcePosition next) {
        read.put(partition, next);
        hasNews = true;
    }

    /** Whether new lines were read, and no answer about earlier ones is outstanding. */
    boolean shouldAsk() {
        return hasNews && asked.getCount() == 0;
    }

    /**
     * Hands over buffered lines and requests a notification when everything read so far is safe.
     */
    void ask() {
        Map<TopicPartition, SourcePosition> upTo = Map.copyOf(read);
        CountDownLatch answer = new CountDownLatch(1);
        asked = answer;
        hasNews = false;
        inTurn.execute(() -> intake.takeReceipt().close(outcome -> {
            if (outcome == Receipt.Outcome.NOT_SAFE) {
                hasLost = true;
            } else {
                safe.set(upTo);
            }
            answer.countDown();
        }));
    }

    /** Waits for the answer to the last {@link #ask}; short while Kafka accepts records. */
    void awaitAnswer(long millis) {
        try {
            if (!asked.await(millis, TimeUnit.MILLISECONDS)) {
                hasNews = true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether some lines will not become safe and must be read again. */
    boolean hasLost() {
        return hasLost;
    }

    /**
     * The offsets of these partitions that became safe since the previous call, without those of logs before the ones
     * that are read now.
     */
    Map<TopicPartition, OffsetAndMetadata> takeSafe(Collection<TopicPartition> of) {
        Map<TopicPartition, OffsetAndMetadata> taken = new HashMap<>();
        safe.getAndSet(Map.of()).forEach((partition, next) -> {
            SourcePosition now = read.get(partition);
            if (of.contains(partition) && now != null && now.log().equals(next.log())) {
                taken.put(partition, next.committable());
            }
        });
        return taken;
    }

    /** Forgets partitions that another reader has taken over. */
    void forget(Collection<TopicPartition> partitions) {
        read.keySet().removeAll(partitions);
    }
}
