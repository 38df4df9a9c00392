package io.weir.gateway.consume;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.OneInput;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.testing.Logged;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An input of a broker that fails in all ways that a broker can. */
@SuppressWarnings("try") // The input only has to be open.
class BrokerInputTest {
    private static final long SECOND = 1_790_000_000L;
    private static final String NAME = "test-broker";

    @RegisterExtension
    final Logged logged = new Logged("io.weir.gateway.consume.Outage");

    private final ScriptedBroker broker = new ScriptedBroker();

    /** As with a message that the client of the broker cannot read. */
    @Test
    void aSubscriptionThatEndsAtOnceIsNoRecovery() {
        broker.end = "connection reset";
        try (OneInput one = new OneInput(NAME);
                BrokerInput input = open(one)) {
            OneInput.await("attempts", () -> broker.attempts.get() >= 3);
            assertThat(logged.messages()).hasSize(1);
            broker.end = "";
            OneInput.await("recovery", () -> logged.messages().size() == 2);
            assertThat(logged.messages().get(1)).contains("consumes again");
        }
    }

    @Test
    void takesNothingWithoutRoomAndAcknowledgesMeanwhile() {
        try (OneInput one = new OneInput(NAME, 4_000);
                BrokerInput input = open(one)) {
            for (int i = 0; i < 2_000; i++) {
                broker.deliver("cpu,host=a v=" + i);
            }
            OneInput.await("no room", () -> !one.queue().hasRoom());
            assertThat(broker.waiting()).isGreaterThan(500);
            assertThat(broker.settled).isEmpty();
            one.acknowledging();
            OneInput.await("the last one", () -> broker.settled.contains("acknowledge 2000"));
            assertThat(one.lines()).hasSize(2_000).doesNotHaveDuplicates();
        }
    }

    @Test
    void aLostBatchEndsTheSubscriptionWithoutAnAcknowledgement() {
        try (OneInput one = new OneInput(NAME);
                BrokerInput input = open(one)) {
            broker.deliver("cpu v=1");
            OneInput.await("the batch", () -> one.fail() == 1);
            OneInput.await("a new subscription", () -> broker.attempts.get() == 2);
            assertThat(broker.settled).isEmpty();
            assertThat(logged.messages().get(0)).contains("lines were dropped");
        }
    }

    @Test
    void closesInTimeWhileKafkaIsAway() {
        OneInput one = new OneInput(NAME);
        BrokerInput input = open(one);
        broker.deliver("cpu v=1");
        OneInput.await("the line", () -> one.counts().lines.sum() == 1);
        long startNanos = System.nanoTime();
        input.close();
        assertThat(System.nanoTime() - startNanos).isLessThan(TimeUnit.SECONDS.toNanos(30));
        assertThat(broker.settled).isEmpty();
        assertThat(broker.open.get()).isZero();
    }

    private BrokerInput open(OneInput one) {
        return BrokerInput.open(
                broker,
                new BrokerInput.Settings(NAME, 1, 1_000, false, false),
                one,
                lines -> MessageMapping.ofBodies((bytes, from, to, source, receivedNanos) ->
                        lines.lines(bytes, from, to, StampUnit.NS, source, receivedNanos, RefusalListener.NONE)));
    }

    /** Delivers what a test says. */
    private static final class ScriptedBroker implements Broker {
        final AtomicInteger attempts = new AtomicInteger();
        final AtomicInteger open = new AtomicInteger();
        final List<String> settled = new CopyOnWriteArrayList<>();
        volatile String end = "";
        private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();
        private long last;

        void deliver(String body) {
            messages.add(new Message(++last, body.getBytes(UTF_8), SECOND, Long.toString(last), ""));
        }

        int waiting() {
            return messages.size();
        }

        @Override
        public Subscription subscribe(String consumer) {
            attempts.incrementAndGet();
            open.incrementAndGet();
            return new Scripted();
        }

        @Override
        public int window() {
            return 1_000;
        }

        @Override
        public String toString() {
            return "script";
        }

        private final class Scripted implements Subscription {
            @Override
            public @Nullable Message poll(long nanos) throws IOException, InterruptedException {
                if (!end.isEmpty()) {
                    throw new IOException(end);
                }
                return messages.poll(nanos, TimeUnit.NANOSECONDS);
            }

            @Override
            public void acknowledge(long upTo) {
                settled.add("acknowledge " + upTo);
            }

            @Override
            public void refuse(long number) {
                settled.add("refuse " + number);
            }

            @Override
            public SocketAddress broker() {
                return new InetSocketAddress(1);
            }

            @Override
            public void close() {
                open.decrementAndGet();
            }
        }
    }
}
