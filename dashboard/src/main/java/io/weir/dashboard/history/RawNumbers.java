package io.weir.dashboard.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The values of one series, in the order of their times: a mean for each window of the range, and the last value. */
final class RawNumbers {
    private final long from;
    private final long step;
    private final List<Object[]> means = new ArrayList<>();
    private long window;
    private double sum;
    private long inWindow;
    private long first;
    private long latest;
    private double value;
    private long count;

    /**
     * @param from start of the range; earlier values have no mean
     * @param step length of a window, whose start is a multiple of it
     */
    RawNumbers(long from, long step) {
        this.from = from;
        this.step = step;
    }

    void add(long millis, double number) {
        if (count++ == 0) {
            first = millis;
        }
        latest = millis;
        value = number;
        if (millis < from) {
            return;
        }
        long start = Math.floorDiv(millis, step) * step;
        if (start != window) {
            endWindow();
            window = start;
        }
        sum += number;
        inWindow++;
    }

    private void endWindow() {
        if (inWindow > 0) {
            means.add(new Object[] {window, sum / inWindow});
        }
        sum = 0;
        inWindow = 0;
    }

    /** Pairs of the start of a window and its mean. Call it once, after the last value. */
    List<Object[]> means() {
        endWindow();
        return means;
    }

    /** The last value; empty without values. */
    Optional<LastValue> last(String measurement, Map<String, String> tags, String field) {
        long period = count > 1 ? (latest - first) / (count - 1) : 0;
        return count == 0
                ? Optional.empty()
                : Optional.of(new LastValue(measurement, tags, field, latest, value, period));
    }
}
