package io.weir.dashboard.live;

import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.Series;
import io.weir.dashboard.live.LiveSeries.Watch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * Passes each received value immediately to the feeds of the clients that follow its series. Uses
 * no Kafka, no HTTP and no clock. Thread-safe: one thread delivers batches, clients follow and
 * leave in others.
 */
public final class LiveHub {
    /** Limit of known hosts; beyond it, those silent longest are forgotten. */
    public static final int MOST_HOSTS = KnownSeries.MOST_HOSTS;

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int LONGEST_TEXT = 200;
    /** Of a text that begins an array, for heat maps: 3500 numbers of 12 characters fit. */
    private static final int LONGEST_ARRAY = 64 * 1024;
    /** Slots that are searched for a feed while incoming batches wait. */
    private static final int SLOTS_AT_ONCE = 2_000;

    private final LineReader lines = new LineReader();
    private final KnownSeries known;
    /** Each feed with the series that it watches, some more than once. */
    private final Map<LiveFeed, List<LiveSeries>> feeds = new LinkedHashMap<>();

    private final Set<LiveFeed> ownFeeds = new HashSet<>();
    private final AtomicLong ids = new AtomicLong();
    private long taken;
    private long unfollowed;

    /**
     * @param mostSeries limit of followed series; lines of others are only counted
     * @param hostTags tags that name a host; the first that a series has is used
     */
    public LiveHub(int mostSeries, List<String> hostTags) {
        known = new KnownSeries(mostSeries, hostTags);
    }

    /** Accepts the lines of a batch, which is not retained. */
    public synchronized void take(byte[] batch, long receivedMillis) {
        lines.wrap(batch, 0, batch.length);
        while (lines.next(known.expected())) {
            if (lines.error() == LineError.NONE) {
                takeLine(batch, receivedMillis);
            }
        }
    }

    private void takeLine(byte[] batch, long receivedMillis) {
        taken++;
        LiveSeries series = known.of(lines, batch, receivedMillis);
        if (series == null) {
            unfollowed++;
            return;
        }
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
        int longest = text.startsWith("[") ? LONGEST_ARRAY : LONGEST_TEXT;
        return text.length() <= longest ? text : text.substring(0, longest) + "…";
    }

    private int addField(LiveSeries series, byte[] key) {
        int field = series.add(key);
        if (field >= 0) {
            int added = field;
            feeds.forEach((feed, watched) -> {
                Candidate candidate = Candidate.of(series, added, feed.selectors());
                if (candidate.mayMatch()) {
                    candidate.decide(feed.selectors());
                    watch(candidate, feed, watched);
                }
            });
        }
        return field;
    }

    /**
     * Starts a feed of all fields that the selectors match, beginning with their known values.
     * Batches are accepted meanwhile, because slow work does not hold the lock.
     *
     * @param mostLines limit for all selectors together
     */
    public LiveFeed follow(List<Selector> selectors, int mostLines) {
        LiveFeed feed = new LiveFeed(ids.incrementAndGet(), selectors, mostLines);
        List<LiveSeries> watched = new ArrayList<>();
        int end = begin(feed, watched);
        for (int from = 0; from < end && !feed.isFull(); from += SLOTS_AT_ONCE) {
            List<Candidate> candidates = candidates(feed, from, Math.min(end, from + SLOTS_AT_ONCE));
            candidates.forEach(candidate -> candidate.decide(feed.selectors()));
            watch(candidates, feed, watched);
        }
        return feed;
    }

    /**
     * Registers the feed for new series. The caller must search the slots below the returned one.
     */
    private synchronized int begin(LiveFeed feed, List<LiveSeries> watched) {
        feeds.put(feed, watched);
        return known.slotLimit();
    }

    private synchronized List<Candidate> candidates(LiveFeed feed, int from, int to) {
        List<Candidate> candidates = new ArrayList<>();
        for (int slot = from; slot < to; slot++) {
            LiveSeries series = known.at(slot);
            for (int field = 0; series != null && field < series.fieldCount(); field++) {
                Candidate candidate = Candidate.of(series, field, feed.selectors());
                if (candidate.mayMatch()) {
                    candidates.add(candidate);
                }
            }
        }
        return candidates;
    }

    private synchronized void watch(List<Candidate> candidates, LiveFeed feed, List<LiveSeries> watched) {
        for (Candidate candidate : candidates) {
            if (feed.isFull()) {
                return;
            }
            watch(candidate, feed, watched);
        }
    }

    private static void watch(Candidate candidate, LiveFeed feed, List<LiveSeries> watched) {
        LiveSeries series = candidate.series();
        int field = candidate.field();
        BitSet matching = candidate.matching();
        if (matching.isEmpty() || series.isWatched(field, feed)) {
            return;
        }
        Series read = Series.parse(series.key);
        for (int i = matching.nextSetBit(0); i >= 0; i = matching.nextSetBit(i + 1)) {
            int line = feed.add(new LiveFeed.Line(i, read.measurement(), read.tags(), series.field(field)));
            if (line < 0) {
                return;
            }
            series.watch(field, new Watch(feed, line));
            watched.add(series);
            if (!Double.isNaN(series.value(field))) {
                feed.put(line, series.millis(field), series.value(field), null);
            }
        }
    }

    /** As {@link #follow}, for this process itself, which does not count as a client. */
    public LiveFeed followItself(List<Selector> selectors, int mostLines) {
        LiveFeed feed = follow(selectors, mostLines);
        synchronized (this) {
            ownFeeds.add(feed);
        }
        return feed;
    }

    /** The feed of a connected client. */
    public synchronized Optional<LiveFeed> feed(long id) {
        return feeds.keySet().stream().filter(feed -> feed.id() == id).findFirst();
    }

    /** Ends the feed of a client. */
    public synchronized void leave(LiveFeed feed) {
        List<LiveSeries> watched = feeds.remove(feed);
        ownFeeds.remove(feed);
        if (watched != null) {
            watched.forEach(series -> series.forget(feed));
        }
    }

    /**
     * Adds a host that was seen earlier, or later than this hub saw it. Does nothing if there are too
     * many hosts that were seen later.
     *
     * @param tag the tag that names it
     */
    public synchronized void recall(String tag, String host, long seenMillis) {
        known.recall(tag, host, seenMillis);
    }

    /**
     * Forgets series and hosts.
     *
     * @param seriesMillis series whose last line is older are forgotten
     * @param hostsMillis hosts without series whose last line is older are forgotten
     */
    public synchronized void forgetBefore(long seriesMillis, long hostsMillis) {
        known.forgetBefore(seriesMillis, hostsMillis);
    }

    /**
     * The choices for a selector.
     *
     * @param selector if absent, only measurements are returned
     * @param most limit of fields, of keys, and of values of each key
     */
    public synchronized Catalog catalog(Optional<Selector> selector, int most) {
        return known.catalog(selector, most);
    }

    /** All measurements that have series. */
    public synchronized Set<String> measurements() {
        return known.measurements();
    }

    /**
     * Passes the names of each series to a visitor, until it returns false. Batches are accepted
     * meanwhile, because the visitor does not hold the lock.
     */
    public void visit(Predicate<SeriesNames> visitor) {
        int end = slotLimit();
        for (int from = 0; from < end; from += SLOTS_AT_ONCE) {
            for (SeriesNames names : names(from, Math.min(end, from + SLOTS_AT_ONCE))) {
                if (!visitor.test(names)) {
                    return;
                }
            }
        }
    }

    private synchronized int slotLimit() {
        return known.slotLimit();
    }

    private synchronized List<SeriesNames> names(int from, int to) {
        List<SeriesNames> names = new ArrayList<>();
        for (int slot = from; slot < to; slot++) {
            LiveSeries series = known.at(slot);
            if (series != null) {
                names.add(series.names());
            }
        }
        return names;
    }

    /** Measures the rate of each host, and searches for outliers. Call every few seconds. */
    public synchronized void measure(long nowMillis) {
        known.measure(nowMillis);
    }

    /** All hosts, in no order. Metrics that name no host form one entry, if there are any. */
    public synchronized List<HostView> hosts() {
        return known.hosts();
    }

    /** The host with this name. */
    public synchronized Optional<HostView> host(String name) {
        return known.host(name);
    }

    /**
     * The series with the largest deviation from their baselines, the largest first; then those of
     * the last ten minutes, the latest first. Updated every few seconds at most.
     */
    public synchronized List<Outlier> outliers(long nowMillis) {
        return known.outliers(nowMillis);
    }

    /** The number of followed series. */
    public synchronized int seriesCount() {
        return known.size();
    }

    /** The number of clients with a feed. */
    public synchronized int feedCount() {
        return feeds.size() - ownFeeds.size();
    }

    /** The number of readable lines received. */
    public synchronized long linesTaken() {
        return taken;
    }

    /** The number of lines whose series is not followed: beyond the limit, or invalid. */
    public synchronized long linesUnfollowed() {
        return unfollowed;
    }
}
