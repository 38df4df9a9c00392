package io.weir.writer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RefusalLogTest {
    private static final long SECOND = 1_000_000_000;

    private final Logger logger = (Logger) LoggerFactory.getLogger(RefusalLog.class);
    private final ListAppender<ILoggingEvent> said = new ListAppender<>();
    private final RefusalLog log = new RefusalLog(0, "metrics.rejected");

    @BeforeEach
    void listen() {
        said.start();
        logger.addAppender(said);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(said);
    }

    @Test
    void logsNumberAndFirstLineOnceASecond() {
        refuse("a value=1 1", "store-refused: conflict");
        log.flush(1);
        refuse("b value=1 1", "store-refused: second");
        refuse("c value=1 1", "store-refused: third");
        log.flush(SECOND);
        log.flush(SECOND + 1);
        log.flush(3 * SECOND);

        assertThat(messages()).hasSize(2);
        assertThat(messages().get(0)).contains("count=1 first=a value=1 1 reason=store-refused: conflict;");
        assertThat(messages().get(1)).contains("count=2 first=b value=1 1 reason=store-refused: second;");
    }

    @Test
    void logsTheNumberOfValuesOnceASecond() {
        log.refusedValues(3, "store-refused: conflict");
        log.flush(1);
        log.refusedValues(2, "store-refused: second");
        log.refusedValues(5, "store-refused: third");
        log.flush(SECOND);
        log.flush(SECOND + 1);
        log.flush(3 * SECOND);

        assertThat(messages()).hasSize(2);
        assertThat(messages().get(0)).contains("values of stored lines count=3 reason=store-refused: conflict;");
        assertThat(messages().get(1)).contains("values of stored lines count=7 reason=store-refused: second;");
    }

    @Test
    void longLinesAndLineBreaksDoNotFloodTheLog() {
        refuse("a text=\"x\ny" + "é".repeat(500) + "\" 1", "r\n".repeat(500));
        log.flush(1);

        assertThat(messages().get(0)).contains("first=a text=\"x yé").doesNotContain("\n");
        assertThat(messages().get(0).length()).isLessThan(600);
    }

    private void refuse(String line, String reason) {
        log.refused(line.getBytes(UTF_8), reason);
    }

    private List<String> messages() {
        return said.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
