package io.weir.dashboard.http;

import java.io.IOException;
import java.io.OutputStream;

/** An endpoint at a path. Called by several threads at the same time. */
public sealed interface Endpoint {

    /** Answers once. */
    non-sealed interface Once extends Endpoint {
        /** @throws ApiException if the request is refused */
        Answer answer(ApiRequest request) throws IOException, InterruptedException;
    }

    /** Answers once, after long work. If the client disconnects, the thread is interrupted. */
    interface Query extends Once {}

    /** Answers every sender, also those who may not read data. */
    interface Open extends Once {}

    /** Sends events until the browser disconnects, its user may not read any more, or the server stops. */
    non-sealed interface Stream extends Endpoint {
        /** Checks the request before the stream begins, so that an error can still be answered. */
        Sending open(ApiRequest request);
    }

    /** Writes an answer of any length. If the client disconnects, the thread is interrupted. */
    non-sealed interface Download extends Endpoint {
        /**
         * Answers a request, or a HEAD without a body.
         *
         * @throws ApiException if the request is refused; before the answer begins
         */
        void answer(ApiRequest request, Response response) throws IOException;
    }

    /** Where an answer of any length is written. */
    interface Response {
        /** Begins the answer. If the endpoint throws later, the connection is broken. */
        OutputStream begin(int status, String mediaType) throws IOException;
    }

    /** A stream that is about to begin. */
    interface Sending {
        /** Returns after the last event. */
        void send(EventSink sink) throws IOException, InterruptedException;
    }
}
