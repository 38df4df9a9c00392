package io.weir.dashboard.live;

import io.weir.contract.line.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What one client is still to be told: of each of its lines the latest value only. So a client that asks seldom gets fewer values, never old
 * ones, and costs no more memory for it. Thread-safe: filled by the reader, emptied by the client's thread.
 */
public final class LiveFeed {

    /** A value that comes so little before one that is known already is late, and not worth being told. */
    private static final long LATE_MILLIS = 10_000;

    private final long id;
    private final List<Selector> selectors;
    private final int mostLines;
    private final List<Line> lines = new ArrayList<>();
    private final List<LiveSeries> watched = new ArrayList<>();
    private int told;
    private boolean isCapped;
    private boolean isCappedTold;

    private long[] millis = new long[16];
    private double[] values = new double[16];
    private @Nullable String[] texts = new String[16];
    private boolean[] isDue = new boolean[16];
    private int[] due = new int[16];
    private int dueCount;

    /**
     * One field of one series.
     *
     * @param selector which of the client's selectors it is for
     */
    public record Line(int selector, String measurement, SortedMap<String, String> tags, String field) {}

    /** Is told what there is, in this order; what it is handed is its own. */
    public interface Taker<E extends Exception> {

        /** More lines, numbered from {@code first}. */
        void lines(int first, List<Line> more) throws E;

        /** There are more than the client may have. Said once. */
        void capped(int most) throws E;

        /** The latest value of a line; {@code text} instead of the number, if it is none. */
        void value(int line, long millis, double value, @Nullable String text) throws E;
    }

    /**
     * Has no lines yet.
     *
     * @param id no other feed of the hub has it
     * @param mostLines how many it may have at most
     */
    LiveFeed(long id, List<Selector> selectors, int mostLines) {
        this.id = id;
        this.selectors = List.copyOf(selectors);
        this.mostLines = mostLines;
    }

    /** By which {@link LiveHub#feed} finds it. */
    public long id() {
        return id;
    }

    /** The names of its lines. */
    public synchronized Set<LineName> names() {
        Set<LineName> names = new HashSet<>();
        lines.forEach(line -> names.add(new LineName(line.measurement(), line.tags(), line.field())));
        return names;
    }

    /** Which of its selectors take a field, by what is known before the tags of the series are made out, which takes longer. */
    BitSet mayTake(LiveSeries series, int field) {
        BitSet takers = new BitSet();
        for (int i = 0; i < selectors.size(); i++) {
            Selector selector = selectors.get(i);
            if (selector.series().measurement().matches(series.measurement)
                    && selector.field().matches(series.field(field))) {
                takers.set(i);
            }
        }
        return takers;
    }

    /** Leaves of these selectors those that take the series. */
    void narrow(BitSet takers, Series series) {
        for (int i = takers.nextSetBit(0); i >= 0; i = takers.nextSetBit(i + 1)) {
            takers.set(i, selectors.get(i).series().test(series));
        }
    }

    /** The series that it is told of, some more than once; the hub's. */
    List<LiveSeries> watched() {
        return watched;
    }

    /** The number of a new line, or -1 if there are too many. */
    synchronized int add(Line line) {
        if (lines.size() == mostLines) {
            isCapped = true;
            return -1;
        }
        lines.add(line);
        notifyAll();
        if (lines.size() > millis.length) {
            int length = millis.length * 2;
            millis = Arrays.copyOf(millis, length);
            values = Arrays.copyOf(values, length);
            texts = Arrays.copyOf(texts, length);
            isDue = Arrays.copyOf(isDue, length);
            due = Arrays.copyOf(due, length);
        }
        return lines.size() - 1;
    }

    /** True if no line would be taken any more. */
    synchronized boolean isFull() {
        return isCapped;
    }

    /** The latest value of a line. */
    synchronized void put(int line, long atMillis, double value, @Nullable String text) {
        if (atMillis < millis[line] && millis[line] - atMillis < LATE_MILLIS) {
            return;
        }
        millis[line] = atMillis;
        values[line] = value;
        texts[line] = text;
        if (!isDue[line]) {
            isDue[line] = true;
            due[dueCount++] = line;
            if (dueCount == 1) {
                notifyAll();
            }
        }
    }

    /** Returns true once there is something to be told, false if there is nothing after so long. */
    public synchronized boolean await(long mostMillis) throws InterruptedException {
        long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(mostMillis);
        while (!isAnythingDue()) {
            long leftNanos = endNanos - System.nanoTime();
            if (leftNanos <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
        }
        return true;
    }

    private boolean isAnythingDue() {
        return dueCount > 0 || told < lines.size() || (isCapped && !isCappedTold);
    }

    /** Hands over what has changed since it was asked last. */
    public <E extends Exception> void take(Taker<E> taker) throws E {
        List<Line> more;
        int first;
        boolean tellCapped;
        int[] changed;
        long[] at;
        double[] numbers;
        @Nullable String[] words;
        synchronized (this) {
            first = told;
            more = List.copyOf(lines.subList(told, lines.size()));
            told = lines.size();
            tellCapped = isCapped && !isCappedTold;
            isCappedTold = isCapped;
            changed = Arrays.copyOf(due, dueCount);
            at = new long[dueCount];
            numbers = new double[dueCount];
            words = new String[dueCount];
            for (int i = 0; i < dueCount; i++) {
                at[i] = millis[due[i]];
                numbers[i] = values[due[i]];
                words[i] = texts[due[i]];
                isDue[due[i]] = false;
            }
            dueCount = 0;
        }
        if (!more.isEmpty()) {
            taker.lines(first, more);
        }
        if (tellCapped) {
            taker.capped(mostLines);
        }
        for (int i = 0; i < changed.length; i++) {
            taker.value(changed[i], at[i], numbers[i], words[i]);
        }
    }
}
