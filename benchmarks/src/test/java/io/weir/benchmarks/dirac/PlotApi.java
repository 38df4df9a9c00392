package io.weir.benchmarks.dirac;

import io.weir.benchmarks.harness.Http;
import java.io.IOException;

/** A way to ask a server for plots over HTTP. Thread-safe. */
interface PlotApi {

    /** A client of the server. */
    Http http();

    /** Path and query of the request for a plot. */
    String path(Plot plot, Span span);

    /**
     * Reads the answer.
     *
     * @throws IOException if it has another form
     */
    Lines lines(String answer, Plot plot, Span span) throws IOException;
}
