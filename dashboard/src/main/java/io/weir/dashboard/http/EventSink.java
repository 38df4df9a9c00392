package io.weir.dashboard.http;

import java.io.IOException;

/** A stream of events to one browser. A call waits as long as the browser does not take what was sent before. */
public interface EventSink {

    /** @param json in one line */
    void send(String event, byte[] json) throws IOException;

    /** Sends an event without data, by which the page knows that the stream is there, and the server that the browser is. */
    void beat() throws IOException;

    /** Waits so long; false if the stream is to end. */
    boolean pause(long millis) throws InterruptedException;
}
