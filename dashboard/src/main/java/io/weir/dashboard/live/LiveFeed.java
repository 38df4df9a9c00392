package io.weir.dashboard.live;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The updates that one client has not received yet: for each plotted line ({@link Line}), only the
 * latest value. A client that rarely asks receives fewer values, but never old ones, and takes no
 * more memory. Thread-safe: the reader adds values, the client's thread takes them.
 */
public final class LiveFeed {

    /**
     * A value that is older than the known one by less than this is late and is not sent. An even
     * older value is sent, because the clock of its sender may have been set back.
     */
    private static final long LATE_MILLIS = 10_000;

    private final long id;
    private final List<Selector> selectors;
    private final int mostLines;
    private final List<Line> lines = new ArrayList<>();
    private int sent;
    private boolean isCapped;
    private boolean isCappedSent;

    private long[] millis = new long[16];
    private double[] values = new double[16];
    private @Nullable String[] texts = new String[16];
    private boolean[] isDue = new boolean[16];
    private int[] due = new int[16];
    private int dueCount;

    /**
     * One field of one series: a line in the client's plots.
     *
     * @param selector index of the client's selector that it belongs to
     */
    public record Line(int selector, String measurement, SortedMap<String, String> tags, String field) {}

    /** Receives updates, in the order of these methods; it owns the arguments. */
    public interface Receiver<E extends Exception> {

        /** New lines, numbered from {@code first}. */
        void lines(int first, List<Line> more) throws E;

        /** There are more lines than the client may have. Called once. */
        void capped(int most) throws E;

        /** The latest value of a line; {@code text} replaces the number if it is not null. */
        void value(int line, long millis, double value, @Nullable String text) throws E;
    }

    /**
     * @param id unique among the feeds of the hub
     * @param mostLines limit of lines
     */
    LiveFeed(long id, List<Selector> selectors, int mostLines) {
        this.id = id;
        this.selectors = List.copyOf(selectors);
        this.mostLines = mostLines;
    }

    /** Identifies the feed in {@link LiveHub#feed}. */
    public long id() {
        return id;
    }

    /** The names of the client's lines. */
    public synchronized Set<LineName> names() {
        Set<LineName> names = new HashSet<>();
        lines.forEach(line -> names.add(new LineName(line.measurement(), line.tags(), line.field())));
        return names;
    }

    /** The client's selectors. */
    List<Selector> selectors() {
        return selectors;
    }

    /** Adds a line; returns its number, or -1 if there are too many. */
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

    /** Whether no more lines are accepted. */
    synchronized boolean isFull() {
        return isCapped;
    }

    /** Sets the latest value of a line. */
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

    /**
     * Returns true as soon as there is an update; false if there is none within {@code mostMillis}.
     */
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
        return dueCount > 0 || sent < lines.size() || (isCapped && !isCappedSent);
    }

    /** Passes the updates since the last call to {@code receiver}. */
    public <E extends Exception> void take(Receiver<E> receiver) throws E {
        List<Line> more;
        int first;
        boolean sendCapped;
        int[] changed;
        long[] at;
        double[] numbers;
        @Nullable String[] words;
        synchronized (this) {
            first = sent;
            more = List.copyOf(lines.subList(sent, lines.size()));
            sent = lines.size();
            sendCapped = isCapped && !isCappedSent;
            isCappedSent = isCapped;
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
            receiver.lines(first, more);
        }
        if (sendCapped) {
            receiver.capped(mostLines);
        }
        for (int i = 0; i < changed.length; i++) {
            receiver.value(changed[i], at[i], numbers[i], words[i]);
        }
    }
}
