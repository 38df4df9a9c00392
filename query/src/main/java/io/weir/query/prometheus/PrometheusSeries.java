package io.weir.query.prometheus;

import io.weir.query.naming.PromqlNames;
import io.weir.query.series.Allowance;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Series;
import io.weir.query.store.FoundSeries;
import io.weir.query.store.ListedSeries;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The series of a store with the API of Prometheus. They have the names of the store, and neither a measurement nor a
 * field. A list has the series that the store finds in an index, whose times are coarse: some may have no sample in the
 * range.
 */
public final class PrometheusSeries extends ListedSeries {
    private final PrometheusCalls calls;
    private final boolean hasMarks;

    private PrometheusSeries(String http, Map<String, String> headers, boolean hasMarks) {
        calls = new PrometheusCalls(http, headers);
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
        long first = Math.max(PrometheusCalls.EARLIEST, from);
        long last = Math.min(PrometheusCalls.LATEST, to);
        if (first > last) {
            return List.of();
        }
        FoundSeries found = new FoundSeries(allowance);
        SampleReader reader = new SampleReader(selector, first, hasMarks, found);
        calls.askSamples(selector.text(), first, last, allowance.time(), reader);
        return found.sorted();
    }

    @Override
    public SortedSet<String> metrics(List<Matcher> matchers, long from, long to, Allowance allowance) {
        List<Matcher> ofNames = matchers.stream()
                .filter(each -> each.label().equals(Matcher.METRIC_NAME))
                .toList();
        SortedSet<String> names = new TreeSet<>();
        for (String each : calls.names(new Selector(matchers).text(), from, to, allowance.time())) {
            String name = PromqlNames.metric(each);
            // A selector of another name would select all series.
            if (Selector.isText(each) && ofNames.stream().allMatch(matcher -> matcher.matches(name))) {
                names.add(name);
            }
        }
        allowance.checkTexts(names.size());
        return names;
    }

    @Override
    protected void readAll(List<Matcher> matchers, long from, long to, Allowance allowance, Consumer<Labels> found) {
        Selector selector = new Selector(matchers);
        long first = Math.max(PrometheusCalls.EARLIEST, from);
        long last = Math.min(PrometheusCalls.LATEST, to);
        if (first <= last) {
            calls.ask(
                    "series",
                    Map.of(
                            "match[]",
                            selector.text(),
                            "start",
                            PrometheusCalls.seconds(first),
                            "end",
                            PrometheusCalls.seconds(last)),
                    allowance.time(),
                    new ListReader(selector, found));
        }
    }
}
