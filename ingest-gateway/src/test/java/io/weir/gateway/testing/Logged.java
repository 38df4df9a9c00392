package io.weir.gateway.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/**
 * Records the events that a class logs during a test, from INFO on. Use it in a field with
 * {@code @RegisterExtension} that is not static.
 */
public final class Logged implements BeforeEachCallback, AfterEachCallback {
    private final Logger log;
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();

    /** @param name of the class, which may be one that the test does not see */
    public Logged(String name) {
        this.log = (Logger) LoggerFactory.getLogger(name);
        // Other threads log while the test looks.
        events.list = new CopyOnWriteArrayList<>();
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        events.start();
        log.addAppender(events);
        log.setLevel(Level.INFO);
    }

    @Override
    public void afterEach(ExtensionContext test) {
        log.setLevel(null);
        log.detachAppender(events);
    }

    /** The messages so far. */
    public List<String> messages() {
        return events.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
