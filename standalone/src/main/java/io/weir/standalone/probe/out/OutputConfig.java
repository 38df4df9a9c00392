package io.weir.standalone.probe.out;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.YamlSection;
import io.weir.contract.service.StartException;
import java.net.URI;
import java.util.Optional;

/**
 * The settings of a probe's output.
 *
 * @param to empty: the default of the format
 * @param listen address of the page for Prometheus
 * @param token for the receiver; readers of the page must send it
 * @param bufferBytes encoded rounds to keep while a receiver is away
 */
public record OutputConfig(
        ProbeFormat format, Optional<Destination> to, HostAndPort listen, Optional<String> token, long bufferBytes) {

    /** The variable with the token. */
    public static final String TOKEN = "WEIR_PROBE_TOKEN";

    private static final HostAndPort PAGE = new HostAndPort("127.0.0.1", 9408);
    private static final URI COLLECTOR = URI.create("http://127.0.0.1:4318");

    public static OutputConfig read(YamlSection section) {
        OutputConfig config = readKeys(section);
        if (config.token.stream().flatMapToInt(String::chars).anyMatch(c -> c < ' ' || c > '~')) {
            section.refuse("token-file", "or " + TOKEN + " has more than one line of ASCII", "write the token alone");
        }
        return config;
    }

    private static OutputConfig readKeys(YamlSection section) {
        return new OutputConfig(
                section.choice(
                                "format",
                                ProbeFormat.class,
                                "how metrics leave: udp is line protocol to a gateway, influx line protocol by HTTP or on"
                                        + " standard output, otlp OpenTelemetry by HTTP, prometheus a page to scrape")
                        .or(ProbeFormat.UDP),
                section.value(
                                "to",
                                new Destination.Datagrams(HostAndPort.GATEWAY),
                                Destination::parse,
                                "HOST:PORT of a gateway for udp, left out: the gateway of up, otherwise "
                                        + HostAndPort.GATEWAY
                                        + "; URL of write requests or - for influx; URL of a collector for otlp, left"
                                        + " out: " + COLLECTOR)
                        .optional(),
                section.value("listen", PAGE, HostAndPort::parse, "HOST:PORT of the page /metrics for prometheus")
                        .or(PAGE),
                section.value(
                                "token-file",
                                "",
                                NamedFile::secret,
                                "file with the token that the receiver requires, or for prometheus, that readers must"
                                        + " send; default: " + TOKEN)
                        .optional()
                        .or(() -> Optional.ofNullable(System.getenv(TOKEN)))
                        .map(String::strip)
                        .filter(token -> !token.isEmpty()),
                section.longInteger(
                                "buffer-bytes",
                                64 << 10,
                                1 << 30,
                                "compressed metrics to keep while the receiver of influx or otlp is away")
                        .or(4L << 20));
    }

    /** Returns a copy in which the present values replace those of the settings. */
    public OutputConfig with(
            Optional<ProbeFormat> other, Optional<Destination> destination, Optional<HostAndPort> page) {
        return new OutputConfig(
                other.orElse(format), destination.or(() -> to), page.orElse(listen), token, bufferBytes);
    }

    /** Whether metrics go to standard output, so that nothing else may. */
    public boolean isStandardOutput() {
        return format == ProbeFormat.INFLUX
                && to.filter(Destination.StandardOutput.class::isInstance).isPresent();
    }

    /**
     * The target of format udp; empty for the gateway of the same process.
     *
     * @throws StartException if {@link #to} is not a URL
     */
    public Optional<HostAndPort> gateway() {
        return to.map(place -> {
            if (place instanceof Destination.Datagrams datagrams) {
                return datagrams.target();
            }
            throw mistake("the HOST:PORT of a gateway", "; a URL needs format influx or otlp");
        });
    }

    /**
     * Where format influx writes.
     *
     * @throws StartException if {@link #to} is another kind of place
     */
    public Destination writes() {
        if (to.isPresent()) {
            Destination place = to.get();
            boolean isUrl = place instanceof Destination.Http http
                    && http.url().getRawPath().length() > 1;
            if (isUrl || place instanceof Destination.StandardOutput) {
                return place;
            }
        }
        throw mistake(
                "the URL of write requests, or - for standard output",
                "; such as http://influx1:8086/write?db=metrics or"
                        + " http://influx1:8086/api/v2/write?org=ORG&bucket=BUCKET");
    }

    /**
     * Where format otlp posts. A URL without path gets the standard one.
     *
     * @throws StartException if {@link #to} is not a URL
     */
    public URI collector() {
        URI url = to.map(place -> {
                    if (place instanceof Destination.Http http) {
                        return http.url();
                    }
                    throw mistake("the URL of a collector", "; such as " + COLLECTOR);
                })
                .orElse(COLLECTOR);
        return url.getRawPath().length() > 1 ? url : url.resolve("/v1/metrics");
    }

    /** @throws StartException if {@link #to} is set, because the page has no use for it */
    public HostAndPort page() {
        if (to.isPresent()) {
            throw mistake("left out", "; listen (--listen, WEIR_PROBE_LISTEN) is the address of the page");
        }
        return listen;
    }

    private StartException mistake(String wanted, String meant) {
        return new StartException("for format " + format.text() + ", to (--to, WEIR_PROBE_TO) must be " + wanted
                + to.map(place -> ", was " + place).orElse(", and is missing") + meant);
    }

    /** Omits the token. */
    @Override
    public String toString() {
        return "OutputConfig[format=" + format + ", to=" + to + ", listen=" + listen + "]";
    }
}
