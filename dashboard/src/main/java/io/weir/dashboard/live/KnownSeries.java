package io.weir.dashboard.live;

import io.weir.contract.line.LineReader;
import io.weir.contract.line.Series;
import io.weir.contract.state.SeriesTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The series that have arrived, with their measurements and hosts; bounded. Independent of the
 * feeds that follow the series. Guarded by its {@link LiveHub}.
 */
final class KnownSeries {
    private static final int MOST_HOSTS = 20_000;
    private static final int MOST_OUTLIERS = 10;
    private static final long OUTLIERS_EVERY_MILLIS = 2_000;
    private static final long RECENT_MILLIS = 60_000;

    private final int most;
    private final List<String> hostTags;
    private final SeriesTable<LiveSeries> table = new SeriesTable<>(this::freed);
    private final SortedMap<String, Integer> measurements = new TreeMap<>();
    private final Map<String, HostCounts> sources = new HashMap<>();
    private final HostCounts others = new HostCounts("", "");
    private List<Outlier> outliers = List.of();
    private long outliersMillis;

    /**
     * @param most limit of series
     * @param hostTags tags that name a host; the first that a series has is used
     */
    KnownSeries(int most, List<String> hostTags) {
        this.most = most;
        this.hostTags = List.copyOf(hostTags);
    }

    /** The probable key of the next line. */
    byte[] expected() {
        return table.expected();
    }

    /** The series of the current line, added if new; null if invalid or beyond the limit. */
    @Nullable
    LiveSeries of(LineReader line, byte[] batch, long receivedMillis) {
        LiveSeries series = find(line, batch);
        if (series != null) {
            series.seenMillis = receivedMillis;
            series.source.lines++;
            series.source.seenMillis = receivedMillis;
        }
        return series;
    }

    private @Nullable LiveSeries find(LineReader line, byte[] batch) {
        if (line.isAsExpected()) {
            return table.value(table.cameAsExpected());
        }
        int from = line.seriesStart();
        int to = line.seriesEnd();
        long hash = line.seriesHash();
        int slot = table.find(batch, from, to, hash);
        if (slot < 0) {
            if (table.size() >= most) {
                return null;
            }
            slot = add(Arrays.copyOfRange(batch, from, to), hash);
            if (slot < 0) {
                return null;
            }
        }
        table.came(slot);
        return table.value(slot);
    }

    /** Returns -1 if the key is not a series. */
    private int add(byte[] key, long hash) {
        Series read;
        try {
            read = Series.parse(key);
        } catch (IllegalArgumentException e) {
            return -1; // processing sends valid series only
        }
        String measurement = read.measurement();
        measurements.merge(measurement, 1, Integer::sum);
        HostCounts source = source(read);
        source.series++;
        return table.add(key, hash, new LiveSeries(measurement, key, source));
    }

    private HostCounts source(Series series) {
        for (String tag : hostTags) {
            String host = series.tags().get(tag);
            if (host != null) {
                return sources.size() < MOST_HOSTS || sources.containsKey(host)
                        ? sources.computeIfAbsent(host, name -> new HostCounts(tag, name))
                        : others;
            }
        }
        return others;
    }

    /** Forgets the series whose last line is older than this. */
    void forgetBefore(long millis) {
        table.release(slot -> table.value(slot).seenMillis < millis, slot -> {});
        sources.values().removeIf(source -> source.series == 0);
    }

    private void freed(int slot) {
        LiveSeries series = table.value(slot);
        series.source.series--;
        measurements.computeIfPresent(series.measurement, (name, count) -> count == 1 ? null : count - 1);
    }

    /** All series are in slots below this. */
    int slotLimit() {
        return table.slotLimit();
    }

    /** The series in a slot; null if the slot is free. */
    @Nullable
    LiveSeries at(int slot) {
        return table.isUsed(slot) ? table.value(slot) : null;
    }

    int size() {
        return table.size();
    }

    /** As {@link LiveHub#catalog}. */
    Catalog catalog(Optional<Selector> selector, int mostChoices) {
        CatalogBuilder builder = new CatalogBuilder(mostChoices);
        selector.ifPresent(wanted -> {
            for (int slot = 0; slot < table.slotLimit(); slot++) {
                LiveSeries series = at(slot);
                if (series != null && wanted.series().measurement().matches(series.measurement)) {
                    builder.inspect(wanted, series);
                }
            }
        });
        return builder.build(measurements);
    }

    void measure(long nowMillis) {
        sources.values().forEach(source -> source.measure(nowMillis));
        others.measure(nowMillis);
    }

    List<HostView> hosts() {
        List<HostView> hosts = new ArrayList<>();
        sources.values().forEach(source -> hosts.add(view(source)));
        if (others.lines > 0) {
            hosts.add(view(others));
        }
        return hosts;
    }

    private static HostView view(HostCounts source) {
        return new HostView(source.tag, source.name, source.rate(), source.seenMillis, source.series, source.lines);
    }

    List<Outlier> outliers(long nowMillis) {
        if (Math.abs(nowMillis - outliersMillis) >= OUTLIERS_EVERY_MILLIS) {
            outliersMillis = nowMillis;
            OutlierSearch search = new OutlierSearch(MOST_OUTLIERS);
            for (int slot = 0; slot < table.slotLimit(); slot++) {
                LiveSeries series = at(slot);
                if (series != null && series.seenMillis > nowMillis - RECENT_MILLIS) {
                    search.inspect(series);
                }
            }
            outliers = search.found();
        }
        return outliers;
    }
}
