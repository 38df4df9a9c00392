package io.weir.query.opensearch;

import io.weir.query.naming.PromqlNames;
import io.weir.query.series.Allowance;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.Series;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import io.weir.query.series.WindowQuery;
import io.weir.writer.testing.ServerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** A real OpenSearch or Elasticsearch for several tests, and its answers as texts. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class SearchAnswers {
    /** In nanoseconds: 2023-11-14T22:13:20Z. */
    static final long TIME = 1_700_000_000_000_000_000L;

    static final long DAY = TimeUnit.DAYS.toNanos(1);
    static final Duration MINUTE = Duration.ofMinutes(1);
    static final Allowance PLENTY = new Allowance(2_000_000, 2_000_000, MINUTE);

    private final Supplier<ServerProcess> servers;
    WrittenSearch running;

    SearchAnswers(Supplier<ServerProcess> servers) {
        this.servers = servers;
    }

    @BeforeAll
    void start() {
        running = new WrittenSearch(servers.get());
        running.write("first,host=h value=1 " + TIME + "\n");
    }

    @AfterAll
    void end() {
        if (running != null) {
            running.close();
        }
    }

    static List<Matcher> of(String name) {
        return List.of(new Matcher(Matcher.METRIC_NAME, Comparison.EQUALS, name));
    }

    static List<Matcher> in(String measurement) {
        return List.of(new Matcher(PromqlNames.MEASUREMENT, Comparison.EQUALS, measurement));
    }

    List<Series> select(List<Matcher> matchers) {
        return running.series().select(matchers, -1_000_000, 2_000_000_000_000L, PLENTY);
    }

    List<String> texts(List<Matcher> matchers) {
        return select(matchers).stream()
                .flatMap(each ->
                        IntStream.range(0, each.stamps().length).mapToObj(i -> each.labels() + " " + each.values()[i]))
                .toList();
    }

    List<String> names(String measurement) {
        return running.series().list(in(measurement), -1_000_000, 2_000_000_000_000L, PLENTY).stream()
                .map(each -> each.get(Matcher.METRIC_NAME))
                .toList();
    }

    /** The raw values of a store as {@code host field type value}. */
    static List<String> values(OpenSearchSeries store, String measurement) {
        Collected collected = new Collected();
        store.read(in(measurement), 0, 2_000_000_000_000L, MINUTE, collected);
        return collected.values;
    }

    static final class Collected implements ValueSink {
        final List<String> values = new ArrayList<>();
        private String host = "";

        @Override
        public void row(String measurement, Map<String, String> tags, long nanos) {
            host = tags.getOrDefault("host", "-") + " " + (nanos - TIME);
        }

        @Override
        public void value(String field, ValueType type, String text) {
            values.add(host + " " + field + " " + type + " " + text);
        }
    }

    WindowQuery windows(String measurement) {
        return new WindowQuery(in(measurement), 0, 2_000_000_000_000L, WindowQuery.ALL_TYPES, 1_000, 1_000);
    }

    static String document(long nanos, String measurement, String host, String fields) {
        return "{\"@timestamp\":\"" + java.time.Instant.EPOCH.plusNanos(nanos) + "\",\"measurement\":\"" + measurement
                + "\",\"tags\":{\"host\":\"" + host + "\"},\"fields\":" + fields + "}";
    }
}
