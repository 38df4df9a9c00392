package io.weir.query.prometheus;

import io.weir.query.series.Deadline;
import io.weir.query.store.StoreCalls;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Requests to a store with the API of Prometheus. Thread-safe. */
final class PrometheusCalls {
    /** The first millisecond: VictoriaMetrics reads 0 as no start, and then lists the last five minutes. */
    static final long EARLIEST = 1;

    /** In January 2038: some versions of VictoriaMetrics guess the unit of a time, and read later ones as microseconds. */
    static final long LATEST = 2_147_483_646_999L;

    private static final String BASE = "/api/v1/";
    private static final long MILLIS = 1_000;

    /** Of a parameter in the address of a request. */
    private static final int SHORT = 2_000;

    private final StoreCalls calls;

    /**
     * Does not connect yet.
     *
     * @param http the address before {@code /api/v1}
     * @param headers of each request, by name
     */
    PrometheusCalls(String http, Map<String, String> headers) {
        calls = new StoreCalls(http, headers, PrometheusErrors::reason);
    }

    /**
     * Sends a request and reads its answer. An answer that lacks a part is an error: the last parameters say so to
     * VictoriaMetrics and Thanos.
     */
    void ask(String path, Map<String, String> parameters, Duration time, ApiReader reader) {
        Deadline deadline = new Deadline(time);
        Map<String, String> all = strict(parameters, time);
        // The client repeats a GET, but no POST, if the server has just closed the connection.
        if (parameters.values().stream().allMatch(each -> each.length() <= SHORT)) {
            calls.get(BASE + path, all, deadline.left(), reader::read);
        } else {
            calls.post(BASE + path, all, deadline.left(), reader::read);
        }
    }

    private static Map<String, String> strict(Map<String, String> parameters, Duration time) {
        Map<String, String> all = new HashMap<>(parameters);
        all.put("timeout", Math.max(1, time.toMillis()) + "ms");
        // VictoriaMetrics would leave out the last seconds.
        all.put("nocache", "1");
        all.put("deny_partial_response", "1");
        all.put("partial_response", "false");
        return all;
    }

    /** Reads the samples of a selector from one millisecond to another, and perhaps earlier ones: the reader drops these. */
    void askSamples(String selector, long from, long to, Duration time, MatrixReader reader) {
        // The start of a range is outside of it, or, up to Prometheus 2, inside. VictoriaMetrics may lose a
        // millisecond.
        String query = selector + "[" + duration(to - from + 2) + "]";
        ask("query", Map.of("query", query, "time", seconds(to)), time, reader);
    }

    /** The names of metrics of the series that a selector may select between two milliseconds, in their order. */
    List<String> names(String selector, long from, long to, Duration time) {
        long first = Math.max(EARLIEST, from);
        long last = Math.min(LATEST, to);
        if (first > last) {
            return List.of();
        }
        NameReader reader = new NameReader();
        Map<String, String> parameters = Map.of("match[]", selector, "start", seconds(first), "end", seconds(last));
        // Prometheus answers no POST here, however long the selector is.
        calls.get(BASE + "label/__name__/values", strict(parameters, time), time, reader::read);
        return reader.names();
    }

    /** A length of more than zero; see {@link #isExact}. */
    static String duration(long millis) {
        return millis % MILLIS == 0 ? millis / MILLIS + "s" : millis + "ms";
    }

    /** Whether all stores read a length exactly: VictoriaMetrics computes with floats, and reads 4007 ms as 4006. */
    static boolean isExact(long millis) {
        return millis % MILLIS == 0 || (long) (millis * 1e-3 * MILLIS) == millis;
    }

    /** A time in seconds. */
    static String seconds(long millis) {
        String fraction = Long.toString(MILLIS + millis % MILLIS).substring(1);
        return millis / MILLIS + "." + fraction;
    }
}
