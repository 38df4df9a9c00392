package io.weir.gateway.consume;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.testing.Logged;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OutageTest {
    @RegisterExtension
    final Logged logged = new Logged("io.weir.gateway.consume.Outage");

    private final Outage outage = new Outage("amqp", "here");

    /** As with two nodes of a cluster, of which each consumer tries one at random. */
    @Test
    void logsEachReasonOnceWhileSeveralAlternate() {
        for (int i = 0; i < 100; i++) {
            outage.failed(i % 3, new IOException(i % 2 == 0 ? "connection refused" : "no queue"));
        }
        assertThat(logged.messages()).hasSize(2);
        outage.ended(0);
        outage.ended(1);
        assertThat(logged.messages()).hasSize(2);
        outage.ended(2);
        assertThat(logged.messages()).hasSize(3);
        outage.failed(0, new IOException("no queue"));
        assertThat(logged.messages()).as("another outage").hasSize(4);
    }

    @Test
    void boundsReasonsThatDifferEachTime() {
        for (int i = 0; i < 10_000; i++) {
            outage.failed(0, new IOException("port " + i));
        }
        assertThat(logged.messages()).hasSizeBetween(1, 100);
    }
}
