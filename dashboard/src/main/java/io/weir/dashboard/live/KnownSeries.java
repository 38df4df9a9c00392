package io.weir.dashboard.live;

import io.weir.contract.line.LineReader;
import io.weir.contract.line.Series;
import io.weir.contract.state.SeriesTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The series that have arrived, with their measurements and hosts; bounded. A host is known longer
 * than its series. Independent of the feeds that follow the series. Guarded by its {@link LiveHub}.
 */
final class KnownSeries {
    /** Limit of hosts. */
    static final int MOST_HOSTS = 20_000;

    private static final int MOST_OUTLIERS = 10;
    private static final long OUTLIERS_EVERY_MILLIS = 2_000;
    private static final long RECENT_MILLIS = 60_000;

    private final int most;
    private final List<String> hostTags;
    private final SeriesTable<LiveSeries> table = new SeriesTable<>(this::freed);
    private final SortedMap<String, Integer> measurements = new TreeMap<>();
    private final Map<String, HostCounts> sources = new HashMap<>();
    private final HostCounts others = new HostCounts("", "");
    private final RecentOutliers recentOutliers = new RecentOutliers();
    /** Whether the last search for hosts to forget found none. */
    private boolean isFullOfLive;

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
                HostCounts known = sources.get(host);
                return known == null && !hasRoom(Long.MAX_VALUE)
                        ? others
                        : sources.computeIfAbsent(host, name -> new HostCounts(tag, name));
            }
        }
        return others;
    }

    /** As {@link LiveHub#recall}. */
    void recall(String tag, String host, long seenMillis) {
        if (sources.containsKey(host) || hasRoom(seenMillis)) {
            HostCounts source = sources.computeIfAbsent(host, name -> new HostCounts(tag, name));
            source.seenMillis = Math.max(source.seenMillis, seenMillis);
        }
    }

    /**
     * Makes room for a host that was seen then, if necessary: forgets those silent longest, many at
     * once because each search inspects all hosts. Returns false if there are none.
     */
    private boolean hasRoom(long seenMillis) {
        if (sources.size() >= MOST_HOSTS && !isFullOfLive) {
            List<HostCounts> silent = sources.values().stream()
                    .filter(source -> source.series == 0 && source.seenMillis < seenMillis)
                    .sorted(Comparator.comparingLong(source -> source.seenMillis))
                    .limit(MOST_HOSTS / 100)
                    .toList();
            silent.forEach(source -> sources.remove(source.name));
            isFullOfLive = silent.isEmpty() && seenMillis == Long.MAX_VALUE;
        }
        return sources.size() < MOST_HOSTS;
    }

    /** As {@link LiveHub#forgetBefore}. */
    void forgetBefore(long seriesMillis, long hostsMillis) {
        isFullOfLive = false;
        table.release(slot -> table.value(slot).seenMillis < seriesMillis, slot -> {});
        sources.values().removeIf(source -> source.series == 0 && source.seenMillis < hostsMillis);
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

    Set<String> measurements() {
        return Set.copyOf(measurements.keySet());
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
        outliers(nowMillis); // a short deviation is remembered, also if no page asks meanwhile
    }

    List<HostView> hosts() {
        List<HostView> hosts = new ArrayList<>();
        sources.values().forEach(source -> hosts.add(view(source)));
        if (others.lines > 0) {
            hosts.add(view(others));
        }
        return hosts;
    }

    Optional<HostView> host(String name) {
        return Optional.ofNullable(sources.get(name)).map(KnownSeries::view);
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
            outliers = recentOutliers.with(search.found(nowMillis), nowMillis, MOST_OUTLIERS);
        }
        return outliers;
    }
}
