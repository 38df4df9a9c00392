package io.weir.dashboard.live;

import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.Series;
import io.weir.contract.rule.Match;
import io.weir.contract.state.SeriesTable;
import io.weir.dashboard.live.LiveSeries.Watch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The series that come by, each with its latest values, and the clients that follow some of them. Knows neither Kafka nor HTTP nor a clock.
 * Thread-safe; one thread brings batches, clients come and go in others.
 */
public final class LiveHub {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int LONGEST_TEXT = 200;
    private static final int MOST_HOSTS = 20_000;
    /** Series that are looked at for a feed while nothing is taken in. */
    private static final int SLOTS_AT_ONCE = 2_000;

    private static final int MOST_MOVERS = 10;
    private static final long MOVERS_EVERY_MILLIS = 2_000;
    private static final long MOVED_WITHIN_MILLIS = 60_000;

    private final int mostSeries;
    private final List<String> hostTags;
    private final LineReader lines = new LineReader();
    private final SeriesTable<LiveSeries> table;
    private final SortedMap<String, Integer> measurements = new TreeMap<>();
    private final Map<String, Source> sources = new HashMap<>();
    private final List<LiveFeed> feeds = new ArrayList<>();
    private final Set<LiveFeed> ownFeeds = new HashSet<>();
    private final Source others = new Source("", "");
    private List<Mover> movers = List.of();
    private long moversMillis;
    private long taken;
    private long unfollowed;

    /**
     * Knows no series yet.
     *
     * @param mostSeries those beyond are counted, and not followed
     * @param hostTags tags that name a host; the first that a series has does
     */
    public LiveHub(int mostSeries, List<String> hostTags) {
        this.mostSeries = mostSeries;
        this.hostTags = List.copyOf(hostTags);
        this.table = new SeriesTable<>(this::freed);
    }

    /** Takes in the lines of a batch, which is not kept. */
    public synchronized void take(byte[] batch, long receivedMillis) {
        lines.wrap(batch, 0, batch.length);
        while (lines.next(table.expected())) {
            if (lines.error() == LineError.NONE) {
                takeLine(batch, receivedMillis);
            }
        }
    }

    private void takeLine(byte[] batch, long receivedMillis) {
        taken++;
        LiveSeries series = series(batch, receivedMillis);
        if (series == null) {
            unfollowed++;
            return;
        }
        series.seenMillis = receivedMillis;
        series.source.lines++;
        series.source.seenMillis = receivedMillis;
        long millis = Math.floorDiv(lines.timestamp(), NANOS_PER_MILLI);
        for (int i = 0; i < lines.fieldCount(); i++) {
            int field = series.find(batch, lines.fieldKeyStart(i), lines.fieldKeyEnd(i), i);
            if (field < 0) {
                field = addField(series, Arrays.copyOfRange(batch, lines.fieldKeyStart(i), lines.fieldKeyEnd(i)));
            }
            if (field >= 0) {
                put(series, field, i, millis);
            }
        }
    }

    private void put(LiveSeries series, int field, int i, long millis) {
        FieldType type = lines.fieldType(i);
        double value =
                switch (type) {
                    case FLOAT, INTEGER, UNSIGNED -> lines.doubleValue(i);
                    case BOOLEAN -> lines.booleanValue(i) ? 1 : 0;
                    case STRING -> Double.NaN;
                };
        series.set(field, millis, value);
        Watch[] watches = series.watches(field);
        if (watches.length > 0) {
            String text = type == FieldType.STRING ? shortened(lines.stringValue(i)) : null;
            for (Watch watch : watches) {
                watch.feed().put(watch.line(), millis, value, text);
            }
        }
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "…";
    }

    private @Nullable LiveSeries series(byte[] batch, long receivedMillis) {
        if (lines.isAsExpected()) {
            return table.value(table.cameAsExpected());
        }
        int from = lines.seriesStart();
        int to = lines.seriesEnd();
        long hash = lines.seriesHash();
        int slot = table.find(batch, from, to, hash);
        if (slot < 0) {
            if (table.size() >= mostSeries) {
                return null;
            }
            slot = add(Arrays.copyOfRange(batch, from, to), hash, receivedMillis);
            if (slot < 0) {
                return null;
            }
        }
        table.came(slot);
        return table.value(slot);
    }

    /** Or -1, if it is none. */
    private int add(byte[] key, long hash, long receivedMillis) {
        Series read;
        try {
            read = Series.parse(key);
        } catch (IllegalArgumentException e) {
            return -1; // Processing lets none through.
        }
        String measurement = read.measurement();
        measurements.merge(measurement, 1, Integer::sum);
        Source source = source(read);
        source.series++;
        LiveSeries series = new LiveSeries(measurement, key, source);
        series.seenMillis = receivedMillis;
        return table.add(key, hash, series);
    }

    private Source source(Series series) {
        for (String tag : hostTags) {
            String host = series.tags().get(tag);
            if (host != null) {
                return sources.size() < MOST_HOSTS || sources.containsKey(host)
                        ? sources.computeIfAbsent(host, name -> new Source(tag, name))
                        : others;
            }
        }
        return others;
    }

    private int addField(LiveSeries series, byte[] key) {
        int field = series.add(key);
        if (field >= 0) {
            for (LiveFeed feed : feeds) {
                watch(series, field, feed, takers(series, field, feed));
            }
        }
        return field;
    }

    /** Which selectors of a feed take a field. */
    private static BitSet takers(LiveSeries series, int field, LiveFeed feed) {
        BitSet takers = mayTake(series, field, feed);
        if (!takers.isEmpty()) {
            narrow(takers, Series.parse(series.key), feed);
        }
        return takers;
    }

    /** By what is known before its tags are made out, which takes longer. */
    private static BitSet mayTake(LiveSeries series, int field, LiveFeed feed) {
        BitSet takers = new BitSet();
        for (int i = 0; i < feed.selectors().size(); i++) {
            Selector selector = feed.selectors().get(i);
            if (mayMatch(selector.series(), series) && selector.field().matches(series.field(field))) {
                takers.set(i);
            }
        }
        return takers;
    }

    private static void narrow(BitSet takers, Series series, LiveFeed feed) {
        for (int i = takers.nextSetBit(0); i >= 0; i = takers.nextSetBit(i + 1)) {
            takers.set(i, feed.selectors().get(i).series().test(series));
        }
    }

    private static boolean mayMatch(Match match, LiveSeries series) {
        return match.measurement().matches(series.measurement);
    }

    private static void watch(LiveSeries series, int field, LiveFeed feed, BitSet takers) {
        if (takers.isEmpty() || series.isWatched(field, feed)) {
            return;
        }
        Series read = Series.parse(series.key);
        for (int i = takers.nextSetBit(0); i >= 0; i = takers.nextSetBit(i + 1)) {
            int line = feed.add(new LiveFeed.Line(i, read.measurement(), read.tags(), series.field(field)));
            if (line < 0) {
                return;
            }
            series.watch(field, new Watch(feed, line));
            feed.watched().add(series);
            if (!Double.isNaN(series.value(field))) {
                feed.put(line, series.millis(field), series.value(field), null);
            }
        }
    }

    /** A field that a feed perhaps wants. */
    private record Candidate(LiveSeries series, int field, BitSet takers) {}

    /**
     * From now on the feed is told of all that the selectors take, first of the values that are known already. Batches are taken in meanwhile:
     * what takes long happens beside them.
     *
     * @param mostLines of all selectors together
     */
    public LiveFeed follow(List<Selector> selectors, int mostLines) {
        LiveFeed feed = new LiveFeed(selectors, mostLines);
        int end = begin(feed);
        for (int from = 0; from < end && !feed.isFull(); from += SLOTS_AT_ONCE) {
            List<Candidate> candidates = candidates(feed, from, Math.min(end, from + SLOTS_AT_ONCE));
            for (Candidate candidate : candidates) {
                narrow(candidate.takers, Series.parse(candidate.series.key), feed);
            }
            watch(candidates, feed);
        }
        return feed;
    }

    /** From here on the feed is told of series that are new; of those in the slots below the returned one, it is to be seen to. */
    private synchronized int begin(LiveFeed feed) {
        feeds.add(feed);
        return table.slotLimit();
    }

    private synchronized List<Candidate> candidates(LiveFeed feed, int from, int to) {
        List<Candidate> candidates = new ArrayList<>();
        for (int slot = from; slot < to; slot++) {
            LiveSeries series = table.isUsed(slot) ? table.value(slot) : null;
            for (int field = 0; series != null && field < series.fieldCount(); field++) {
                BitSet takers = mayTake(series, field, feed);
                if (!takers.isEmpty()) {
                    candidates.add(new Candidate(series, field, takers));
                }
            }
        }
        return candidates;
    }

    private synchronized void watch(List<Candidate> candidates, LiveFeed feed) {
        for (Candidate candidate : candidates) {
            if (feed.isFull()) {
                return;
            }
            watch(candidate.series, candidate.field, feed, candidate.takers);
        }
    }

    /** As {@link #follow}, for this process itself, which is no client. */
    public LiveFeed followItself(List<Selector> selectors, int mostLines) {
        LiveFeed feed = follow(selectors, mostLines);
        synchronized (this) {
            ownFeeds.add(feed);
        }
        return feed;
    }

    /** The client is gone. */
    public synchronized void leave(LiveFeed feed) {
        feeds.remove(feed);
        ownFeeds.remove(feed);
        feed.watched().forEach(series -> series.forget(feed));
    }

    /** Forgets series of which nothing came since then. */
    public synchronized void forgetBefore(long millis) {
        table.release(slot -> table.value(slot).seenMillis < millis, slot -> {});
        sources.values().removeIf(source -> source.series == 0);
    }

    private void freed(int slot) {
        LiveSeries series = table.value(slot);
        series.source.series--;
        measurements.computeIfPresent(series.measurement, (name, count) -> count == 1 ? null : count - 1);
    }

    /**
     * What there is to choose from.
     *
     * @param selector without one, only the measurements are told
     * @param most of fields, of keys, and of values of each
     */
    public synchronized Catalog catalog(Optional<Selector> selector, int most) {
        CatalogMaker maker = new CatalogMaker(most);
        selector.ifPresent(wanted -> {
            for (int slot = 0; slot < table.slotLimit(); slot++) {
                if (table.isUsed(slot) && mayMatch(wanted.series(), table.value(slot))) {
                    maker.look(wanted, table.value(slot));
                }
            }
        });
        return maker.make(measurements);
    }

    /** Measures how much comes from each host; to be called every few seconds. */
    public synchronized void measure(long nowMillis) {
        sources.values().forEach(source -> source.measure(nowMillis));
        others.measure(nowMillis);
    }

    /** All hosts, in no order; those whose metrics name no host together, if there are any. */
    public synchronized List<HostView> hosts() {
        List<HostView> hosts = new ArrayList<>();
        sources.values().forEach(source -> hosts.add(view(source)));
        if (others.lines > 0) {
            hosts.add(view(others));
        }
        return hosts;
    }

    private static HostView view(Source source) {
        return new HostView(source.tag, source.name, source.rate(), source.seenMillis, source.series, source.lines);
    }

    /** The series that changed most against what is usual for them, the most first; found anew every few seconds at most. */
    public synchronized List<Mover> movers(long nowMillis) {
        if (Math.abs(nowMillis - moversMillis) >= MOVERS_EVERY_MILLIS) {
            moversMillis = nowMillis;
            MoverSearch search = new MoverSearch(MOST_MOVERS);
            for (int slot = 0; slot < table.slotLimit(); slot++) {
                if (table.isUsed(slot) && table.value(slot).seenMillis > nowMillis - MOVED_WITHIN_MILLIS) {
                    search.look(table.value(slot));
                }
            }
            movers = search.found();
        }
        return movers;
    }

    /** How many series are followed. */
    public synchronized int seriesCount() {
        return table.size();
    }

    /** How many clients follow some. */
    public synchronized int feedCount() {
        return feeds.size() - ownFeeds.size();
    }

    /** Lines that came. */
    public synchronized long linesTaken() {
        return taken;
    }

    /** Lines of series beyond those that are followed. */
    public synchronized long linesUnfollowed() {
        return unfollowed;
    }
}
