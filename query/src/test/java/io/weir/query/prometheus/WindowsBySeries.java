package io.weir.query.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Collects means by series and start of the window. */
final class WindowsBySeries implements ValueSink {
    final Map<String, NavigableMap<Long, Double>> bySeries = new TreeMap<>();
    private String current = "";
    private long millis;

    @Override
    public void row(String measurement, Map<String, String> tags, long nanos) {
        current = measurement + new TreeMap<>(tags);
        millis = nanos / 1_000_000;
    }

    @Override
    public void value(String field, ValueType type, String text) {
        assertThat(type).isEqualTo(ValueType.FLOAT);
        NavigableMap<Long, Double> windows = bySeries.computeIfAbsent(current + field, unseen -> new TreeMap<>());
        assertThat(windows.isEmpty() || windows.lastKey() < millis).isTrue();
        windows.put(millis, Double.valueOf(text));
    }
}
