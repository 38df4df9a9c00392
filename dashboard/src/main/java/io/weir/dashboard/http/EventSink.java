package io.weir.dashboard.http;

import java.io.IOException;

/**
 * A stream of events to one browser. Calls block until the browser has accepted the earlier events.
 */
public interface EventSink {

    /** @param json in one line */
    void send(String event, byte[] json) throws IOException;

    /**
     * Waits; returns false if the stream must end, also because its user may not read any more. After
     * five seconds without an event, first sends one without data. This event shows the page that the
     * stream is alive, and shows the server that the browser is.
     */
    boolean pause(long millis) throws IOException, InterruptedException;
}
