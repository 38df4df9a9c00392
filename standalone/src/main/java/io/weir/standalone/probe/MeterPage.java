package io.weir.standalone.probe;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The meters of a Weir process, from its page {@code /metrics}.
 *
 * @param instance the address of the process; empty for this process
 * @param text reads the current page, in Prometheus' text format
 */
record MeterPage(Optional<String> instance, Supplier<String> text) implements Collector {
    private static final Duration WITHIN = Duration.ofSeconds(1);

    /** A sample of one of Weir's own meters: name, labels, value. */
    private static final Pattern SAMPLE = Pattern.compile("(weir_\\w+)(?:\\{(.*)})? (\\S+)");

    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");

    /** Buckets of a histogram: dozens for each, and useless for queries of a store. */
    private static final String BUCKETS = "_bucket";

    /** The pages of other processes. */
    static List<MeterPage> served(List<ProbeTarget> places) {
        if (places.isEmpty()) {
            return List.of();
        }
        HttpClient client = HttpClient.newBuilder().connectTimeout(WITHIN).build();
        return places.stream()
                .map(place -> new MeterPage(Optional.of(place.toString()), () -> ask(client, place)))
                .toList();
    }

    @Override
    public void collect(ProbeLines to) {
        text.get().lines().forEach(line -> write(line, to));
    }

    private void write(String line, ProbeLines to) {
        Matcher sample = SAMPLE.matcher(line);
        if (!sample.matches() || sample.group(1).endsWith(BUCKETS)) {
            return;
        }
        Map<String, String> labels = new TreeMap<>();
        if (sample.group(2) != null) {
            LABEL.matcher(sample.group(2))
                    .results()
                    .forEach(label -> labels.put(
                            label.group(1), ESCAPE.matcher(label.group(2)).replaceAll("$1")));
        }
        ProbeLine written = to.line("weir").tag("meter", sample.group(1));
        labels.forEach(written::tag);
        instance.ifPresent(place -> written.tag("instance", place));
        written.exact("value", value(sample.group(3))).end();
    }

    /** NaN for text that is not a number; NaN is not written. */
    private static double value(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private static String ask(HttpClient client, ProbeTarget place) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + place + "/metrics"))
                .timeout(WITHIN)
                .build();
        try {
            // This timeout covers the whole answer; that of a request ends when the answer begins.
            HttpResponse<String> answer = client.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                    .orTimeout(WITHIN.toMillis() * 2, TimeUnit.MILLISECONDS)
                    .join();
            if (answer.statusCode() != 200) {
                throw new CompletionException(new IOException(place + " answers " + answer.statusCode()));
            }
            return answer.body();
        } catch (CompletionException e) {
            throw new IllegalStateException(
                    e.getCause() == null ? e.toString() : e.getCause().toString(), e);
        }
    }
}
