package io.weir.dashboard.live;

import io.weir.contract.line.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Builds a {@link Catalog} of bounded size from series, one by one. */
final class CatalogBuilder {
    /** Limit of inspected series; more would block incoming lines. */
    private static final int MOST_READ = 20_000;

    private final int most;
    private final SortedSet<String> fields = new TreeSet<>();
    private final SortedMap<String, SortedSet<String>> tags = new TreeMap<>();
    private int read;
    private int series;
    private boolean isMore;

    CatalogBuilder(int most) {
        this.most = most;
    }

    void inspect(Selector selector, LiveSeries next) {
        if (read == MOST_READ) {
            isMore = true;
            return;
        }
        read++;
        Series found = Series.parse(next.key);
        if (!selector.series().test(found)) {
            return;
        }
        series++;
        for (int i = 0; i < next.fieldCount(); i++) {
            add(fields, next.field(i));
        }
        found.tags().forEach((key, value) -> {
            if (tags.size() < most || tags.containsKey(key)) {
                add(tags.computeIfAbsent(key, unseen -> new TreeSet<>()), value);
            } else {
                isMore = true;
            }
        });
    }

    private void add(SortedSet<String> texts, String text) {
        if (texts.size() < most) {
            texts.add(text);
        } else if (!texts.contains(text)) {
            isMore = true;
        }
    }

    Catalog build(SortedMap<String, Integer> measurements) {
        SortedMap<String, List<String>> values = new TreeMap<>();
        tags.forEach((key, all) -> values.put(key, new ArrayList<>(all)));
        return new Catalog(new TreeMap<>(measurements), new ArrayList<>(fields), values, series, isMore);
    }
}
