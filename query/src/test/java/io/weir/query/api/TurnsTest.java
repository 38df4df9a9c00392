package io.weir.query.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TurnsTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Turns turns = new Turns(1);
    private final List<Object> order = new CopyOnWriteArrayList<>();
    private final CountDownLatch isRunning = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void close() {
        end.countDown();
        threads.shutdownNow();
    }

    private void runLong() throws InterruptedException {
        threads.execute(() -> turns.take(LONG, left -> {
            isRunning.countDown();
            boolean isEnd = waited();
            order.add("first");
            return isEnd;
        }));
        isRunning.await();
    }

    private boolean waited() {
        try {
            end.await();
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private Thread waiting(Function<Duration, Boolean> query) {
        Thread thread = new Thread(() -> turns.take(LONG, query));
        thread.start();
        while (thread.getState() != Thread.State.TIMED_WAITING && thread.isAlive()) {
            Thread.onSpinWait();
        }
        return thread;
    }

    @Test
    void queryWaitsForItsTurn() throws Exception {
        runLong();
        Thread second = waiting(left -> order.add("second"));
        end.countDown();
        second.join();
        assertThat(order).containsExactly("first", "second");
    }

    @Test
    void waitingHasATimeLimit() throws Exception {
        runLong();
        assertThatThrownBy(() -> turns.take(Duration.ofMillis(1), left -> "second"))
                .isInstanceOfSatisfying(
                        RequestException.class, e -> assertThat(e.type()).isEqualTo(ErrorType.TIMEOUT));
    }

    @Test
    void waitingIsPartOfTheTime() throws Exception {
        runLong();
        Duration wait = Duration.ofMillis(5);
        Thread second = waiting(left -> order.add(left.compareTo(LONG.minus(wait)) <= 0));
        long waiting = System.nanoTime();
        while (System.nanoTime() - waiting < wait.toNanos()) {
            Thread.onSpinWait();
        }
        end.countDown();
        second.join();
        assertThat(order).containsExactly("first", true);
    }

    @Test
    void queriesBeyondTheWaitingOnesAreRefused() throws Exception {
        runLong();
        // The last one finds no place; which one that is does not matter.
        CountDownLatch refused = new CountDownLatch(1);
        for (int i = 0; i <= Turns.WAITING_PER_RUNNING; i++) {
            threads.execute(() -> {
                RequestException e = catchThrowableOfType(
                        RequestException.class, () -> turns.take(LONG, left -> order.add("waited")));
                if (e != null && e.type() == ErrorType.UNAVAILABLE) {
                    refused.countDown();
                }
            });
        }
        refused.await();
        end.countDown();
        threads.shutdown();
        assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        assertThat(order)
                .hasSize(1 + Turns.WAITING_PER_RUNNING)
                .startsWith("first")
                .allSatisfy(each -> assertThat(each).isIn("first", "waited"));
    }
}
