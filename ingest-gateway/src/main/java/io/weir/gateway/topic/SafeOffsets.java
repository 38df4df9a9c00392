package io.weir.gateway.topic;

import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.Receipt;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * How far each partition was read, and how far what was read is safe: only that may be committed. Belongs to the reading thread; the
 * hand-off's promise is kept in another.
 */
final class SafeOffsets {
    private final LineIntake intake;
    private final InTurn inTurn;
    private final Map<TopicPartition, OffsetAndMetadata> read = new HashMap<>();
    private final AtomicReference<Map<TopicPartition, OffsetAndMetadata>> safe = new AtomicReference<>(Map.of());
    private CountDownLatch asked = new CountDownLatch(0);
    private boolean hasNews;
    private volatile boolean hasLost;

    SafeOffsets(LineIntake intake, InTurn inTurn) {
        this.intake = intake;
        this.inTurn = inTurn;
    }

    /** Everything before {@code next} was handed on. */
    void read(TopicPartition partition, OffsetAndMetadata next) {
        read.put(partition, next);
        hasNews = true;
    }

    /** Whether something was read of which nobody has asked yet when it will be safe, and nobody waits for an answer. */
    boolean shouldAsk() {
        return hasNews && asked.getCount() == 0;
    }

    /** Hands on what is gathered, and asks to be told when all that was read is safe. */
    void ask() {
        Map<TopicPartition, OffsetAndMetadata> upTo = Map.copyOf(read);
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

    /** Waits for the answer to the last {@link #ask}; not long if Kafka takes what it is given. */
    void awaitAnswer(long millis) {
        try {
            if (!asked.await(millis, TimeUnit.MILLISECONDS)) {
                hasNews = true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether something that was read will not become safe: it is to be read again. */
    boolean hasLost() {
        return hasLost;
    }

    /** What has become safe since the last call, of these partitions. */
    Map<TopicPartition, OffsetAndMetadata> takeSafe(Collection<TopicPartition> of) {
        Map<TopicPartition, OffsetAndMetadata> taken = new HashMap<>(safe.getAndSet(Map.of()));
        taken.keySet().retainAll(of);
        return taken;
    }

    /** Somebody else reads these now. */
    void forget(Collection<TopicPartition> partitions) {
        read.keySet().removeAll(partitions);
    }
}
