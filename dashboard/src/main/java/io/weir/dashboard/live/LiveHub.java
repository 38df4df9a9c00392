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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells clients the values of the series that they follow, as they come. Knows neither Kafka nor HTTP nor a clock. Thread-safe; one thread brings
 * batches, clients come and go in others.
 */
public final class LiveHub {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int LONGEST_TEXT = 200;
    /** Series that are looked at for a feed while nothing is taken in. */
    private static final int SLOTS_AT_ONCE = 2_000;

    private final LineReader lines = new LineReader();
    private final KnownSeries known;
    private final List<LiveFeed> feeds = new ArrayList<>();
    private final Set<LiveFeed> ownFeeds = new HashSet<>();
    private final AtomicLong ids = new AtomicLong();
    private long taken;
    private long unfollowed;

    /**
     * Knows no series yet.
     *
     * @param mostSeries those beyond are counted, and not followed
     * @param hostTags tags that name a host; the first that a series has does
     */
    public LiveHub(int mostSeries, List<String> hostTags) {
        known = new KnownSeries(mostSeries, hostTags);
    }

    /** Takes in the lines of a batch, which is not kept. */
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
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "…";
    }

    private int addField(LiveSeries series, byte[] key) {
        int field = series.add(key);
        if (field >= 0) {
            for (LiveFeed feed : feeds) {
                BitSet takers = feed.mayTake(series, field);
                if (!takers.isEmpty()) {
                    Candidate candidate = new Candidate(series, field, takers);
                    candidate.decide(feed);
                    watch(candidate, feed);
                }
            }
        }
        return field;
    }

    /**
     * A field that a feed perhaps wants.
     *
     * @param takers which of its selectors take it
     */
    private record Candidate(LiveSeries series, int field, BitSet takers) {

        /** Makes out the tags, which takes long. */
        private void decide(LiveFeed feed) {
            feed.narrow(takers, Series.parse(series.key));
        }
    }

    /**
     * From now on the feed is told of all that the selectors take, first of the values that are known already. Batches are taken in meanwhile:
     * what takes long happens beside them.
     *
     * @param mostLines of all selectors together
     */
    public LiveFeed follow(List<Selector> selectors, int mostLines) {
        LiveFeed feed = new LiveFeed(ids.incrementAndGet(), selectors, mostLines);
        int end = begin(feed);
        for (int from = 0; from < end && !feed.isFull(); from += SLOTS_AT_ONCE) {
            List<Candidate> candidates = candidates(feed, from, Math.min(end, from + SLOTS_AT_ONCE));
            candidates.forEach(candidate -> candidate.decide(feed));
            watch(candidates, feed);
        }
        return feed;
    }

    /** From here on the feed is told of series that are new; of those in the slots below the returned one, it is to be seen to. */
    private synchronized int begin(LiveFeed feed) {
        feeds.add(feed);
        return known.slotLimit();
    }

    private synchronized List<Candidate> candidates(LiveFeed feed, int from, int to) {
        List<Candidate> candidates = new ArrayList<>();
        for (int slot = from; slot < to; slot++) {
            LiveSeries series = known.at(slot);
            for (int field = 0; series != null && field < series.fieldCount(); field++) {
                BitSet takers = feed.mayTake(series, field);
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
            watch(candidate, feed);
        }
    }

    private static void watch(Candidate candidate, LiveFeed feed) {
        LiveSeries series = candidate.series;
        int field = candidate.field;
        BitSet takers = candidate.takers;
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

    /** As {@link #follow}, for this process itself, which is no client. */
    public LiveFeed followItself(List<Selector> selectors, int mostLines) {
        LiveFeed feed = follow(selectors, mostLines);
        synchronized (this) {
            ownFeeds.add(feed);
        }
        return feed;
    }

    /** The feed of a client that is there. */
    public synchronized Optional<LiveFeed> feed(long id) {
        return feeds.stream().filter(feed -> feed.id() == id).findFirst();
    }

    /** The client is gone. */
    public synchronized void leave(LiveFeed feed) {
        feeds.remove(feed);
        ownFeeds.remove(feed);
        feed.watched().forEach(series -> series.forget(feed));
    }

    /** Forgets series of which nothing came since then. */
    public synchronized void forgetBefore(long millis) {
        known.forgetBefore(millis);
    }

    /**
     * What there is to choose from.
     *
     * @param selector without one, only the measurements are told
     * @param most of fields, of keys, and of values of each
     */
    public synchronized Catalog catalog(Optional<Selector> selector, int most) {
        return known.catalog(selector, most);
    }

    /** Measures how much comes from each host; to be called every few seconds. */
    public synchronized void measure(long nowMillis) {
        known.measure(nowMillis);
    }

    /** All hosts, in no order; those whose metrics name no host together, if there are any. */
    public synchronized List<HostView> hosts() {
        return known.hosts();
    }

    /** The series that changed most against what is usual for them, the most first; found anew every few seconds at most. */
    public synchronized List<Mover> movers(long nowMillis) {
        return known.movers(nowMillis);
    }

    /** How many series are followed. */
    public synchronized int seriesCount() {
        return known.size();
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
