package io.weir.query.prometheus;

import io.weir.query.series.Allowance;
import io.weir.query.series.Deadline;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Series;
import io.weir.query.store.FoundSeries;
import io.weir.query.store.ListedSeries;
import io.weir.query.store.StoreCalls;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The series of a store with the API of Prometheus. They have the names of the store, and neither a measurement nor a
 * field. A list has the series that the store finds in an index, whose times are coarse: some may have no sample in the
 * range.
 */
public final class PrometheusSeries extends ListedSeries {
    /** VictoriaMetrics reads 0 as no start, and then lists the last five minutes. */
    private static final long EARLIEST = 1;

    /** In January 2038: some versions of VictoriaMetrics guess the unit of a time, and read later ones as microseconds. */
    private static final long LATEST = 2_147_483_646_999L;

    private static final long MILLIS = 1_000;

    /** Of a selector in the address of a request. */
    private static final int SHORT_SELECTOR = 2_000;

    private final StoreCalls calls;
    private final boolean hasMarks;

    private PrometheusSeries(String http, Map<String, String> headers, boolean hasMarks) {
        calls = new StoreCalls(http, headers, PrometheusErrors::reason);
        this.hasMarks = hasMarks;
    }

    /**
     * A Prometheus, or a store that answers as it does, without marks of ends. Does not connect yet.
     *
     * @param http the address before {@code /api/v1}, such as {@code http://127.0.0.1:9090}
     * @param headers of each request, by name
     */
    public static PrometheusSeries ofPrometheus(String http, Map<String, String> headers) {
        return new PrometheusSeries(http, headers, false);
    }

    /** The same for a VictoriaMetrics, which returns a mark of an end as NaN, and stores no other NaN. */
    public static PrometheusSeries ofVictoriaMetrics(String http, Map<String, String> headers) {
        return new PrometheusSeries(http, headers, true);
    }

    @Override
    public List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
        Selector selector = new Selector(matchers);
        long first = Math.max(EARLIEST, from);
        long last = Math.min(LATEST, to);
        if (first > last) {
            return List.of();
        }
        FoundSeries found = new FoundSeries(allowance);
        // The start of a range is outside of it, or, up to Prometheus 2, inside.
        long range = last - first + 1;
        ask(
                "query",
                selector,
                Map.of("query", selector.text() + "[" + range + "ms]", "time", seconds(last)),
                allowance.time(),
                new MatrixReader(selector, first, hasMarks, found));
        return found.sorted();
    }

    @Override
    protected void readAll(List<Matcher> matchers, long from, long to, Allowance allowance, Consumer<Labels> found) {
        Selector selector = new Selector(matchers);
        long first = Math.max(EARLIEST, from);
        long last = Math.min(LATEST, to);
        if (first <= last) {
            ask(
                    "series",
                    selector,
                    Map.of("match[]", selector.text(), "start", seconds(first), "end", seconds(last)),
                    allowance.time(),
                    new ListReader(selector, found));
        }
    }

    /** An answer that lacks a part is an error: the last parameters say so to VictoriaMetrics and Thanos. */
    private void ask(String path, Selector selector, Map<String, String> parameters, Duration time, ApiReader reader) {
        Deadline deadline = new Deadline(time);
        Map<String, String> all = new HashMap<>(parameters);
        all.put("timeout", Math.max(1, time.toMillis()) + "ms");
        // VictoriaMetrics would leave out the last seconds.
        all.put("nocache", "1");
        all.put("deny_partial_response", "1");
        all.put("partial_response", "false");
        // The client repeats a GET, but no POST, if the server has just closed the connection.
        if (selector.text().length() <= SHORT_SELECTOR) {
            calls.get("/api/v1/" + path, all, deadline.left(), reader::read);
        } else {
            calls.post("/api/v1/" + path, all, deadline.left(), reader::read);
        }
    }

    private static String seconds(long millis) {
        String fraction = Long.toString(MILLIS + millis % MILLIS).substring(1);
        return millis / MILLIS + "." + fraction;
    }
}
