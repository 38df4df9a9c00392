package io.weir.relay.message;

import io.weir.contract.line.Series;
import io.weir.contract.rule.alarm.MessageTemplate;
import io.weir.contract.rule.match.Glob;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The series that were relayed before, so that each is decoded once. Forgets all when there are too
 * many. Not thread-safe.
 */
final class KnownSeries {
    private static final int MOST = 50_000;

    private final MessageTemplate route;
    private final List<Glob> measurements;
    private final Map<ByteBuffer, Known> series = new HashMap<>();

    /** @param measurements which lines are relayed; empty for all */
    KnownSeries(MessageTemplate route, List<Glob> measurements) {
        this.route = route;
        this.measurements = List.copyOf(measurements);
    }

    /**
     * A series of relayed lines.
     *
     * @param bytes its spelling in line protocol
     * @param route of its messages
     */
    record Known(byte[] bytes, Series series, String route, boolean isRelayed) {}

    /** Returns the series with these bytes; null if they are not a series. */
    @Nullable
    Known of(byte[] bytes, int from, int to) {
        Known known = series.get(ByteBuffer.wrap(bytes, from, to - from));
        return known == null ? add(Arrays.copyOfRange(bytes, from, to)) : known;
    }

    private @Nullable Known add(byte[] bytes) {
        Series decoded;
        try {
            decoded = Series.parse(bytes);
        } catch (IllegalArgumentException e) {
            return null;
        }
        if (series.size() == MOST) {
            series.clear();
        }
        String measurement = decoded.measurement();
        boolean isRelayed = measurements.isEmpty() || measurements.stream().anyMatch(glob -> glob.matches(measurement));
        Known known = new Known(bytes, decoded, route.render(name -> text(name, decoded)), isRelayed);
        series.put(ByteBuffer.wrap(bytes), known);
        return known;
    }

    private static String text(String name, Series series) {
        return name.equals(RouteNames.MEASUREMENT)
                ? series.measurement()
                : series.tags().getOrDefault(name, RouteNames.ABSENT);
    }
}
