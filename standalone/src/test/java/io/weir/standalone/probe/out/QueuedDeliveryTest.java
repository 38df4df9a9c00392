package io.weir.standalone.probe.out;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QueuedDeliveryTest {
    private static final Duration SOON = Duration.ofMillis(5);
    private static final Duration NEVER = Duration.ofDays(1);

    private final Counted counts = new Counted();
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile Reply reply = Reply.accepted();

    @Test
    void keepsTheNewestWhileTheReceiverIsAway() {
        reply = Reply.away("gone");
        try (QueuedDelivery delivery = delivery(40, SOON)) {
            delivery.add(batch("batch-0000"));
            eventually("the first is tried", () -> calls.get() > 1);
            IntStream.range(1, 10).forEach(i -> delivery.add(batch("batch-000" + i)));

            assertThat(delivery.bytes()).isEqualTo(40);
            assertThat(counts.lostLines()).as("five batches of three lines").hasValue(15);
            reply = Reply.accepted();
            eventually("all that is left arrives", () -> received.size() == 5);
            assertThat(received).containsExactly("batch-0000", "batch-0006", "batch-0007", "batch-0008", "batch-0009");
            eventually("they are counted", () -> counts.sentLines().get() == 15);
            assertThat(delivery.bytes()).isZero();
        }
    }

    @Test
    void oneBatchIsKeptEvenIfItIsTooLarge() {
        reply = Reply.away("gone");
        try (QueuedDelivery delivery = delivery(4, SOON)) {
            delivery.add(batch("batch-0000"));
            eventually("the first is tried", () -> calls.get() > 1);
            delivery.add(batch("batch-0001"));
            delivery.add(batch("batch-0002"));
            reply = Reply.accepted();

            eventually("the newest arrives", () -> received.equals(List.of("batch-0000", "batch-0002")));
            assertThat(counts.lostLines()).hasValue(3);
        }
    }

    @Test
    void aRefusedBatchIsLostAndTheNextIsSent() {
        reply = Reply.refused("bad");
        try (QueuedDelivery delivery = delivery(1_000, NEVER)) {
            delivery.add(batch("bad"));
            eventually("it is lost", () -> counts.lostLines().get() == 3);
            reply = Reply.partly(2, "2 values");
            delivery.add(batch("good"));

            eventually("the rest of the next is sent", () -> counts.sentLines().get() == 1);
            eventually("two values count as two lines", () -> counts.lostLines().get() == 3 + 2);
            assertThat(received).containsExactly("good");
            assertThat(calls).hasValue(2);
        }
    }

    @Test
    void waitsAsLongAsTheReceiverAsks() {
        reply = Reply.away("busy", NEVER);
        try (QueuedDelivery delivery = delivery(1_000, Duration.ofNanos(1))) {
            delivery.add(batch("batch-0000"));
            eventually("it is tried", () -> calls.get() == 1);
            reply = Reply.accepted();
        }
        assertThat(received).as("tried once more at the end").containsExactly("batch-0000");
        assertThat(calls).hasValue(2);
    }

    @Test
    void theEndDiscardsWhatAnAbsentReceiverDoesNotTake() {
        reply = Reply.away("gone");
        QueuedDelivery delivery = delivery(1_000, NEVER);
        IntStream.range(0, 5).forEach(i -> delivery.add(batch("batch-000" + i)));
        eventually("the first is tried", () -> calls.get() == 1);

        delivery.close();

        assertThat(calls).as("the first, once more").hasValue(2);
        assertThat(counts.lostLines()).hasValue(15);
    }

    @Test
    void theEndDoesNotWaitForAReceiverThatHangs() throws InterruptedException {
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        QueuedDelivery delivery = new QueuedDelivery(
                batch -> {
                    called.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } finally {
                        interrupted.countDown();
                    }
                    return Reply.accepted();
                },
                1_000,
                SOON,
                counts);
        delivery.add(batch("batch"));
        called.await();

        delivery.close();

        assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
    }

    private QueuedDelivery delivery(long maxBytes, Duration firstPause) {
        return new QueuedDelivery(
                batch -> {
                    Reply now = reply;
                    calls.incrementAndGet();
                    if (now.kind() == Reply.Kind.ACCEPTED || now.kind() == Reply.Kind.PARTLY_ACCEPTED) {
                        received.add(UTF_8.decode(batch.body().duplicate()).toString());
                    }
                    return now;
                },
                maxBytes,
                firstPause,
                counts);
    }

    private static Batch batch(String text) {
        return new Batch(ByteBuffer.wrap(text.getBytes(UTF_8)), 3);
    }
}
