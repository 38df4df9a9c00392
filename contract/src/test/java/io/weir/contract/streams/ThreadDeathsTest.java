package io.weir.contract.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.service.Silence;
import io.weir.contract.state.UnusableStateException;
import io.weir.contract.streams.ThreadDeaths.Next;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class ThreadDeathsTest {

    private static final long CALM_NANOS = TimeUnit.SECONDS.toNanos(ThreadDeaths.CALM_SECONDS);

    private static final String TRANSACTIONS = "org.apache.kafka.clients.producer.internals.TransactionManager";

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
        deaths.observe(false, true, nowNanos);
        deaths.observe(true, true, nowNanos);
        runFor(CALM_NANOS / 2);
        assertThat(deaths.reason()).isNotNull();
    }

    @Test
    void isCalmAtOnceAfterKafkaDidNotAnswer() {
        deaths.observe(false, false, nowNanos);
        die(new StreamsException("commit", new KafkaException("no acknowledgment")));
        deaths.observe(true, true, nowNanos);
        assertThat(deaths.reason()).as("the threads have not run yet").isNotNull();
        deaths.observe(true, false, nowNanos);
        deaths.observe(true, false, nowNanos);
        assertThat(deaths.reason()).as("Kafka does not answer").isNotNull();
        runFor(1);
        assertThat(deaths.reason()).isNull();
    }

    @Test
    void isCalmAtOnceAfterADeathBeforeTheAnswerIsNoticed() {
        deaths.observe(false, false, nowNanos);
        die(new StreamsException("send", new TimeoutException("expired")));
        runFor(1);
        assertThat(deaths.reason()).isNull();
    }

    @Test
    void isCalmAtOnceIfASilenceIsNoticedAfterTheDeath() {
        deaths.observe(true, true, nowNanos);
        die(new StreamsException("send", new TimeoutException("expired")));
        nowNanos += Silence.LATE_NANOS;
        deaths.observe(true, false, nowNanos);
        runFor(1);
        assertThat(deaths.reason()).isNull();
    }

    @Test
    void isNotCalmedByASilenceLongAfterTheDeath() {
        die(new StreamsException("send", new TopicAuthorizationException("metrics.storage")));
        nowNanos += Silence.LATE_NANOS + 1;
        deaths.observe(true, false, nowNanos);
        runFor(CALM_NANOS - 1);
        assertThat(deaths.reason()).isNotNull();
    }

    @Test
    void isNotCalmAfterADeathOnceKafkaAnswersAgain() {
        deaths.observe(false, false, nowNanos);
        die(new StreamsException("send", new TimeoutException("expired")));
        deaths.observe(false, true, nowNanos);
        die(new StreamsException("send", new TopicAuthorizationException("metrics.storage")));
        runFor(CALM_NANOS - 1);
        assertThat(deaths.reason()).startsWith("Kafka refuses: ").endsWith(" (2 times in a row)");
    }

    @Test
    void isNotCalmAtOnceAfterAnUnexplainedDeath() {
        deaths.observe(false, false, nowNanos);
        die(new IllegalStateException("x"));
        die(new StreamsException("send", new TimeoutException("expired")));
        runFor(CALM_NANOS - 1);
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
    void neverGivesUpAfterACommitThatTimedOut() {
        IllegalStateException commit = new IllegalStateException("commitTransaction timed out and must be retried");
        commit.setStackTrace(new StackTraceElement[] {
            new StackTraceElement(TRANSACTIONS, "throwIfPendingState", "TransactionManager.java", 1)
        });
        for (int death = 0; death < 100; death++) {
            assertThat(die(commit)).isEqualTo(Next.REPLACE_LATER);
        }
        assertThat(deaths.reason()).startsWith("the Kafka client failed: commitTransaction timed out");
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
        deaths.observe(true, true, nowNanos);
        nowNanos += nanos;
        deaths.observe(true, true, nowNanos);
    }
}
