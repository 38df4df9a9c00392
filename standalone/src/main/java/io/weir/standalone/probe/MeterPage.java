package io.weir.standalone.probe;

import io.weir.contract.http.HttpCalls;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(1);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(2);

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
        HttpCalls calls = new HttpCalls(CONNECT_WITHIN, ANSWER_WITHIN);
        return places.stream()
                .map(place -> new MeterPage(Optional.of(place.toString()), () -> ask(calls, place)))
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

    private static String ask(HttpCalls calls, ProbeTarget place) {
        try {
            HttpCalls.Answer answer = calls.send(HttpRequest.newBuilder(URI.create("http://" + place + "/metrics"))
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
