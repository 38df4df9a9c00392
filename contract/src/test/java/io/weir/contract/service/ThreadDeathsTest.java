package io.weir.contract.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.service.ThreadDeaths.Next;
import io.weir.contract.state.UnusableStateException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class ThreadDeathsTest {

    private static final long CALM_NANOS = TimeUnit.SECONDS.toNanos(ThreadDeaths.CALM_SECONDS);

    private final ThreadDeaths deaths = new ThreadDeaths();
    private long nowNanos = -1_000;

    @Test
    void givesUpAfterManyUnexplainedDeaths() {
        for (int death = 0; death < ThreadDeaths.MOST; death++) {
            assertThat(die(new IllegalStateException("x"))).isEqualTo(Next.REPLACE);
            nowNanos += TimeUnit.HOURS.toNanos(1); // Spent restoring, for example: the threads did not run.
        }
        assertThat(die(new IllegalStateException("x"))).isEqualTo(Next.GIVE_UP);
        assertThat(deaths.reason())
                .isEqualTo("more than 10 stream threads died, the last because of: java.lang.IllegalStateException: x"
                        + " (11 times in a row)");
    }

    @Test
    void forgetsDeathsOnceItHasRunForAWhile() {
        die(new IllegalStateException("x"));
        runFor(CALM_NANOS - 1);
        assertThat(deaths.reason()).isEqualTo("a stream thread died: java.lang.IllegalStateException: x");
        runFor(1);
        assertThat(deaths.reason()).isNull();
    }

    @Test
    void isNotCalmedByRunningThatWasInterrupted() {
        die(new IllegalStateException("x"));
        runFor(CALM_NANOS / 2);
        deaths.observe(false, nowNanos);
        deaths.observe(true, nowNanos);
        runFor(CALM_NANOS / 2);
        assertThat(deaths.reason()).isNotNull();
    }

    @Test
    void neverGivesUpWhileKafkaRefuses() {
        for (int death = 0; death < 100; death++) {
            assertThat(die(new StreamsException("send", new RecordTooLargeException("too large"))))
                    .isEqualTo(Next.REPLACE_LATER);
        }
        assertThat(deaths.reason()).isEqualTo("Kafka refuses: too large (100 times in a row)");
    }

    @Test
    void neverGivesUpWhileKafkaDoesNotAcknowledge() {
        for (int death = 0; death < 100; death++) {
            assertThat(die(new StreamsException("commit", new KafkaException("no acknowledgment"))))
                    .isEqualTo(Next.REPLACE_LATER);
        }
        assertThat(deaths.reason()).isEqualTo("the Kafka client failed: no acknowledgment (100 times in a row)");
    }

    @Test
    void countsErrorsOfStreamsAsUnexplained() {
        assertThat(die(new StreamsException("no cause"))).isEqualTo(Next.REPLACE);
    }

    @Test
    void givesUpStateThatCannotBeRead() {
        assertThat(die(new StreamsException("init", new UnusableStateException("changelog of x: damaged"))))
                .isEqualTo(Next.GIVE_UP);
        assertThat(deaths.reason()).isEqualTo("changelog of x: damaged");
    }

    private Next die(Throwable e) {
        return deaths.died(e, nowNanos);
    }

    private void runFor(long nanos) {
        deaths.observe(true, nowNanos);
        nowNanos += nanos;
        deaths.observe(true, nowNanos);
    }
}
