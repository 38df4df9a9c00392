package io.weir.query.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TurnsTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Turns turns = new Turns(1);
    private final CountDownLatch isRunning = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void close() {
        end.countDown();
        threads.shutdownNow();
    }

    private void runLong() throws InterruptedException {
        threads.execute(() -> turns.take(LONG, () -> {
            isRunning.countDown();
            return waited();
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

    @Test
    void queryWaitsForItsTurn() throws Exception {
        runLong();
        var second = threads.submit(() -> turns.take(LONG, () -> "second"));
        assertThat(second.isDone()).isFalse();
        end.countDown();
        assertThat(second.get()).isEqualTo("second");
    }

    @Test
    void waitingHasATimeLimit() throws Exception {
        runLong();
        assertThatThrownBy(() -> turns.take(Duration.ofMillis(1), () -> "second"))
                .isInstanceOfSatisfying(
                        RequestException.class, e -> assertThat(e.type()).isEqualTo(ErrorType.TIMEOUT));
    }

    @Test
    void queriesBeyondTheWaitingOnesAreRefused() throws Exception {
        runLong();
        // Of four, the last one finds no place; which one that is does not matter.
        CountDownLatch refused = new CountDownLatch(1);
        for (int i = 0; i < 3; i++) {
            threads.execute(() -> {
                RequestException e =
                        catchThrowableOfType(RequestException.class, () -> turns.take(LONG, () -> "waited"));
                if (e != null && e.type() == ErrorType.UNAVAILABLE) {
                    refused.countDown();
                }
            });
        }
        refused.await();
        assertThat(end.getCount()).isEqualTo(1);
    }
}
