package io.weir.gateway.consume;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.testing.Logged;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutageTest {
    @RegisterExtension
    final Logged logged = new Logged("io.weir.gateway.consume.Outage");

    private long nowNanos = Long.MAX_VALUE - 5;
    private final Outage outage = new Outage("amqp", "here", () -> nowNanos);

    /** As with two nodes of a cluster, of which each consumer tries one at random. */
    @Test
    void logsEachReasonOnceWhileSeveralAlternate() {
        for (int i = 0; i < 100; i++) {
            outage.failed(i % 3, new IOException(i % 2 == 0 ? "connection refused" : "no queue"));
        }
        assertThat(logged.messages()).hasSize(2);
        assertThat(consumed(2, 999)).isFalse();
        assertThat(consumed(0, 1_000)).isTrue();
        assertThat(consumed(1, 1_000)).isTrue();
        assertThat(logged.messages()).hasSize(2);
        assertThat(consumed(2, 1_000)).isTrue();
        assertThat(logged.messages()).hasSize(3);
        outage.failed(0, new IOException("no queue"));
        assertThat(logged.messages()).as("another outage").hasSize(4);
    }

    /** As of two gateways with the same id, which take the session from each other. */
    @ParameterizedTest
    @CsvSource({"1, 3", "2, 5", "5, 7", "120, 60"})
    void connectionsThatEndEveryFewSecondsDoNotFillTheLog(int seconds, int lines) {
        for (int i = 0; i < 30; i++) {
            outage.failed(0, new IOException("session taken over"));
            long startNanos = nowNanos;
            for (int elapsed = 0; elapsed < seconds; elapsed++) {
                nowNanos += TimeUnit.SECONDS.toNanos(1);
                outage.ended(0, startNanos);
            }
        }
        assertThat(logged.messages()).hasSize(lines);
    }

    /** Time passes. */
    private boolean consumed(int consumer, long millis) {
        long startNanos = nowNanos;
        nowNanos += TimeUnit.MILLISECONDS.toNanos(millis);
        return outage.ended(consumer, startNanos);
    }

    @Test
    void boundsReasonsThatDifferEachTime() {
        for (int i = 0; i < 10_000; i++) {
            outage.failed(0, new IOException("port " + i));
        }
        assertThat(logged.messages()).hasSizeBetween(1, 100);
    }
}
