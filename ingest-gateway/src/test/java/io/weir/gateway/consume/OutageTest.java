package io.weir.gateway.consume;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class OutageTest {
    private final Logger log = (Logger) LoggerFactory.getLogger(Outage.class);
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
    private final Outage outage = new Outage("amqp", "here");

    @BeforeEach
    void listen() {
        logged.start();
        log.addAppender(logged);
        log.setLevel(Level.INFO);
    }

    @AfterEach
    void stopListening() {
        log.setLevel(null);
        log.detachAppender(logged);
    }

    /** As with two nodes of a cluster, of which each consumer tries one at random. */
    @Test
    void logsEachReasonOnceWhileSeveralAlternate() {
        for (int i = 0; i < 100; i++) {
            outage.failed(i % 3, new IOException(i % 2 == 0 ? "connection refused" : "no queue"));
        }
        assertThat(logged.list).hasSize(2);
        outage.ended(0);
        outage.ended(1);
        assertThat(logged.list).hasSize(2);
        outage.ended(2);
        assertThat(logged.list).hasSize(3);
        outage.failed(0, new IOException("no queue"));
        assertThat(logged.list).as("another outage").hasSize(4);
    }

    @Test
    void boundsReasonsThatDifferEachTime() {
        for (int i = 0; i < 10_000; i++) {
            outage.failed(0, new IOException("port " + i));
        }
        assertThat(logged.list).hasSizeBetween(1, 100);
    }
}
