package io.weir.dashboard.http;

import java.io.IOException;

/** What there is at a path. To be called by many threads at a time. */
public sealed interface Endpoint {

    /** Answers once. */
    non-sealed interface Once extends Endpoint {
        /** @throws AskException if it does not do what was asked */
        Answer answer(Ask ask) throws IOException, InterruptedException;
    }

    /** Sends events until the browser is gone or the server ends. */
    non-sealed interface Stream extends Endpoint {
        /** Looked at before the stream begins, so that a mistake can still be answered. */
        Sending open(Ask ask);
    }

    /** A stream that is about to begin. */
    interface Sending {
        /** Returns when nothing more is to be sent. */
        void send(EventSink sink) throws IOException, InterruptedException;
    }
}
