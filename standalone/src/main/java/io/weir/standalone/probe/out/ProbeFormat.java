package io.weir.standalone.probe.out;

import java.util.Locale;

/** The language of a probe's output. */
public enum ProbeFormat {
    /** Line protocol in datagrams, to a gateway. */
    UDP,
    /** Line protocol by HTTP, or on standard output. */
    INFLUX,
    /** OTLP by HTTP. */
    OTLP,
    /** A page for Prometheus to scrape. */
    PROMETHEUS;

    /** The name in settings and on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
