package io.weir.processing.aggregate;

import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.Repeats;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Windows in their simplest form: each is a list of all its values. */
final class WindowOracle {

    private final WindowSpec spec;
    private final TreeMap<Long, Window> open = new TreeMap<>();
    private final List<Value> accepted = new ArrayList<>();
    private long passed = Long.MIN_VALUE;
    private long watermark = Long.MIN_VALUE;
    private long lag;

    /** A value of a field; values are in order of arrival. */
    private record Value(long stamp, int field, double value) {
        boolean repeats(Value other) {
            return stamp == other.stamp && field == other.field;
        }
    }

    WindowOracle(WindowSpec spec) {
        this.spec = spec;
    }

    Added add(long stamp, int field, double value) {
        boolean isInTime = true;
        int windows = 0;
        Value added = new Value(stamp, field, value);
        boolean isRepeat =
                spec.repeats() == Repeats.REPLACE && accepted.stream().anyMatch(added::repeats);
        long last = Math.floorDiv(stamp, spec.everyNanos()) * spec.everyNanos();
        for (long start = last; start > stamp - spec.lengthNanos(); start -= spec.everyNanos()) {
            if (start + spec.lengthNanos() + spec.graceNanos() > passed) {
                put(added, open.computeIfAbsent(start, at -> new Window(at)).values);
                windows++;
            } else {
                isInTime = false;
            }
        }
        if (windows > 0) {
            put(added, accepted);
        }
        if (!isInTime) {
            return isRepeat && windows > 0 ? Added.LATE_REPEAT : Added.LATE;
        }
        return isRepeat ? Added.REPLACED : Added.ADDED;
    }

    private void put(Value value, List<Value> values) {
        if (spec.repeats() == Repeats.REPLACE) {
            values.removeIf(value::repeats);
        }
        values.add(value);
    }

    void observe(long stamp, long received) {
        if (stamp > watermark) {
            watermark = stamp;
            lag = received - stamp;
            passed = Math.max(passed, stamp);
        }
    }

    long watermark() {
        return watermark;
    }

    long lag() {
        return lag;
    }

    int open() {
        return open.size();
    }

    @Nullable
    Window close(long nanos) {
        if (open.isEmpty() || open.firstKey() + spec.lengthNanos() + spec.graceNanos() > nanos) {
            return null;
        }
        Window closed = open.pollFirstEntry().getValue();
        passed = Math.max(passed, closed.start + spec.lengthNanos() + spec.graceNanos());
        return closed;
    }

    /** A window and its values. */
    final class Window {

        private final long start;
        private final List<Value> values = new ArrayList<>();

        private Window(long start) {
            this.start = start;
        }

        long start() {
            return start;
        }

        Map<Integer, Long> counts() {
            Map<Integer, Long> counts = new TreeMap<>();
            values.forEach(each -> counts.merge(each.field, 1L, Long::sum));
            return counts;
        }

        double value(int field, AggregateFunction function) {
            List<Value> of = values.stream().filter(each -> each.field == field).toList();
            double[] sorted = of.stream().mapToDouble(Value::value).sorted().toArray();
            int count = sorted.length;
            double sum = of.stream().mapToDouble(Value::value).sum();
            return switch (function.kind()) {
                case COUNT -> count;
                case SUM, MATCHES -> sum;
                case MEAN, SHARE -> sum / count;
                case MIN -> sorted[0];
                case MAX -> sorted[count - 1];
                case SPREAD -> sorted[count - 1] - sorted[0];
                case STDDEV ->
                    Math.sqrt(of.stream()
                                    .mapToDouble(each -> Math.pow(each.value - sum / count, 2))
                                    .sum()
                            / (count - 1));
                case FIRST ->
                    of.stream()
                            .reduce((one, next) -> next.stamp < one.stamp ? next : one)
                            .orElseThrow()
                            .value;
                case LAST ->
                    of.stream()
                            .reduce((one, next) -> next.stamp >= one.stamp ? next : one)
                            .orElseThrow()
                            .value;
                case RATE -> increase(field, true);
                case INCREASE -> increase(field, false);
                case INTEGRAL -> integral(field, false);
                case TIME_AVERAGE -> integral(field, true);
                case QUANTILE -> sorted[rank(function, count)];
                case DISTINCT -> Arrays.stream(sorted).distinct().count();
                case MAD -> {
                    double median = sorted[(count - 1) / 2];
                    yield Arrays.stream(sorted)
                            .map(each -> Math.abs(each - median))
                            .sorted()
                            .toArray()[(count - 1) / 2];
                }
            };
        }

        /** The rank, from the decimals of the quantile: its double may be slightly less. */
        private int rank(AggregateFunction function, int count) {
            return BigDecimal.valueOf(function.quantile())
                    .multiply(BigDecimal.valueOf(count - 1))
                    .intValue();
        }

        /** The steps up to the end of the window from the last value before it. */
        private double increase(int field, boolean perSecond) {
            List<Value> taken = taken(field, false);
            int from = before(taken);
            double increase = 0;
            for (int i = from + 1; i < taken.size(); i++) {
                double step = taken.get(i).value - taken.get(i - 1).value;
                increase += step >= 0 ? step : taken.get(i).value;
            }
            long nanos = taken.get(taken.size() - 1).stamp - taken.get(from).stamp;
            if (perSecond) {
                return increase / (nanos / 1e9);
            }
            return nanos == 0 ? Double.NaN : increase;
        }

        /** Likewise, the values times the seconds that they lasted. */
        private double integral(int field, boolean perSecond) {
            List<Value> taken = taken(field, true);
            int from = before(taken);
            double area = 0;
            for (int i = from + 1; i < taken.size(); i++) {
                area += taken.get(i - 1).value * (taken.get(i).stamp - taken.get(i - 1).stamp);
            }
            long nanos = taken.get(taken.size() - 1).stamp - taken.get(from).stamp;
            if (perSecond) {
                return area / nanos;
            }
            return nanos == 0 ? Double.NaN : area / 1e9;
        }

        /** The last of these values before the window; the first one if there is none. */
        private int before(List<Value> taken) {
            int from = taken.size() - 1;
            while (from > 0 && taken.get(from).stamp >= start) {
                from--;
            }
            return from;
        }

        /**
         * The values up to the end of the window in the order of their stamps. If repeats count, those
         * that lie between others of their pane are left out.
         *
         * @param lastContinues whether a value with the stamp of the last one takes its place
         */
        private List<Value> taken(int field, boolean lastContinues) {
            Map<Long, List<Value>> panes = new TreeMap<>();
            for (Value each : accepted) {
                if (each.field != field || each.stamp >= start + spec.lengthNanos()) {
                    continue;
                }
                List<Value> pane =
                        panes.computeIfAbsent(Math.floorDiv(each.stamp, spec.everyNanos()), at -> new ArrayList<>());
                if (spec.repeats() == Repeats.REPLACE
                        || pane.isEmpty()
                        || each.stamp > pane.get(pane.size() - 1).stamp) {
                    pane.add(each);
                } else if (each.stamp < pane.get(0).stamp) {
                    pane.add(0, each);
                } else if (lastContinues && each.stamp == pane.get(pane.size() - 1).stamp) {
                    pane.set(pane.size() - 1, each);
                }
            }
            if (spec.repeats() == Repeats.REPLACE) {
                panes.values().forEach(pane -> pane.sort(Comparator.comparingLong(Value::stamp)));
            }
            return panes.values().stream().flatMap(List::stream).toList();
        }
    }
}
