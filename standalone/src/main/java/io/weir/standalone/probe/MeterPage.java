package io.weir.standalone.probe;

import io.weir.contract.http.HttpCalls;
import io.weir.standalone.meter.MeterSample;
import io.weir.standalone.probe.out.HostAndPort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The meters of a Weir process, from its page {@code /metrics}.
 *
 * @param instance the address of the process; empty for this process
 * @param text reads the current page, in Prometheus' text format
 */
record MeterPage(Optional<String> instance, Supplier<String> text) implements Collector {
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(1);
    private static final Duration HEADERS_WITHIN = Duration.ofSeconds(1);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(2);

    /** Buckets of a histogram: dozens for each, and useless for queries of a store. */
    private static final String BUCKETS = "_bucket";

    /** The pages of other processes. */
    static List<MeterPage> served(List<HostAndPort> places) {
        if (places.isEmpty()) {
            return List.of();
        }
        HttpCalls calls = new HttpCalls(CONNECT_WITHIN, ANSWER_WITHIN);
        return places.stream()
                .map(place -> new MeterPage(Optional.of(place.toString()), () -> ask(calls, place)))
                .toList();
    }

    @Override
    public void collect(ProbeLines to) {
        MeterSample.all(text.get(), "weir_")
                .filter(sample -> !sample.name().endsWith(BUCKETS))
                .forEach(sample -> write(sample, to));
    }

    private void write(MeterSample sample, ProbeLines to) {
        ProbeLine written = to.line("weir").tag("meter", sample.name());
        sample.labels().forEach(written::tag);
        instance.ifPresent(place -> written.tag("instance", place));
        written.exact("value", sample.value()).end();
    }

    private static String ask(HttpCalls calls, HostAndPort place) {
        try {
            HttpCalls.Answer answer = calls.send(HttpRequest.newBuilder(URI.create("http://" + place + "/metrics"))
                    .timeout(HEADERS_WITHIN)
                    .build());
            if (answer.status() != 200) {
                throw new IOException(place + " answers " + answer.status());
            }
            return answer.body();
        } catch (IOException e) {
            throw new IllegalStateException(e.toString(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e.toString(), e);
        }
    }
}
