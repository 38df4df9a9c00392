package io.weir.standalone.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** The expected windows of one second of rules with {@code by} over one tag, from the sent values. */
final class GroupOracle {

    private static final long WINDOW_MILLIS = 1_000;

    private GroupOracle() {}

    /** A value that was sent. Each series belongs to one group. */
    record Sent(String series, String group, long millis, long value) {

        Sent later(long millis) {
            return new Sent(series, group, this.millis + millis, value);
        }
    }

    /** A window of a group, by its start. */
    record Window(String group, long begin) implements Comparable<Window> {

        static Window of(Sent sent) {
            return of(sent.group, sent.millis);
        }

        /** The window of a timestamp. */
        static Window of(String group, long millis) {
            return new Window(group, GroupOracle.begin(millis));
        }

        long end() {
            return begin + WINDOW_MILLIS;
        }

        Window next() {
            return new Window(group, end());
        }

        @Override
        public int compareTo(Window other) {
            return Comparator.comparing(Window::group)
                    .thenComparing(Window::begin)
                    .compare(this, other);
        }
    }

    /**
     * The contribution of a series to a window.
     *
     * @param samples number of its values in the window, 0 if its last value is held
     */
    record Member(long value, long samples) {

        private boolean isHeld() {
            return samples == 0;
        }
    }

    /** The value of a series in a window is the sum of its values there; it is not held. */
    static Map<Window, List<Member>> sums(List<Sent> sent) {
        return members(sent, GroupOracle::sum, 0);
    }

    /** The value of a series in a window is the newest there, and holds for some milliseconds. */
    static Map<Window, List<Member>> newest(List<Sent> sent, long holdMillis) {
        return members(sent, values -> values.get(values.size() - 1).value, holdMillis);
    }

    private static Map<Window, List<Member>> members(List<Sent> sent, ToLongFunction<List<Sent>> of, long holdMillis) {
        Map<Window, List<Member>> windows = new TreeMap<>();
        sent.stream().collect(Collectors.groupingBy(Sent::series)).values().forEach(series -> {
            NavigableMap<Long, List<Sent>> seconds = series.stream()
                    .sorted(Comparator.comparingLong(Sent::millis))
                    .collect(Collectors.groupingBy(each -> begin(each.millis), TreeMap::new, Collectors.toList()));
            long last = seconds.lastKey() + holdMillis;
            for (long begin = seconds.firstKey(); begin <= last + WINDOW_MILLIS; begin += WINDOW_MILLIS) {
                List<Sent> newest = seconds.floorEntry(begin).getValue();
                Sent end = newest.get(newest.size() - 1);
                if (begin(end.millis) == begin) {
                    put(windows, end.group, begin, new Member(of.applyAsLong(newest), newest.size()));
                } else if (begin - end.millis <= holdMillis) {
                    put(windows, end.group, begin, new Member(of.applyAsLong(newest), 0));
                }
            }
        });
        return windows;
    }

    private static void put(Map<Window, List<Member>> windows, String group, long begin, Member member) {
        windows.computeIfAbsent(new Window(group, begin), unseen -> new ArrayList<>())
                .add(member);
    }

    private static long begin(long millis) {
        return Math.floorDiv(millis, WINDOW_MILLIS) * WINDOW_MILLIS;
    }

    /** The result of each window, and one for the first window without a series after each. */
    static Map<Window, String> results(Map<Window, List<Member>> windows, Function<List<Member>, String> result) {
        Map<Window, String> results = new TreeMap<>();
        windows.forEach((window, members) -> {
            results.put(window, result.apply(members) + " " + itself(members));
            if (!windows.containsKey(window.next())) {
                results.put(window.next(), result.apply(List.of()) + " " + itself(List.of()));
            }
        });
        return results;
    }

    /** Results with the fields {@code n_sum} and {@code n_max}, absent without a series. */
    static Map<Window, String> sumsAndMaxima(Map<Window, List<Member>> windows) {
        return results(
                windows,
                members -> members.isEmpty()
                        ? "null null"
                        : total(members) + " "
                                + members.stream()
                                        .mapToLong(Member::value)
                                        .max()
                                        .orElseThrow());
    }

    /**
     * Results with the difference of two variables, absent if one of them is, and the second
     * variable.
     */
    static Map<Window, String> differences(Map<Window, List<Member>> in, Map<Window, List<Member>> out) {
        Map<Window, List<Member>> both = new TreeMap<>(in);
        out.forEach((window, members) -> both.merge(window, members, GroupOracle::joined));
        Map<Window, String> results = results(both, members -> "null null");
        both.forEach((window, members) -> {
            boolean hasIn = in.containsKey(window);
            boolean hasOut = out.containsKey(window);
            double outs = total(out.getOrDefault(window, List.of()));
            String difference =
                    hasIn && hasOut ? String.valueOf(total(in.getOrDefault(window, List.of())) - outs) : "null";
            results.put(window, difference + " " + (hasOut ? String.valueOf(outs) : "null") + " " + itself(members));
        });
        return results;
    }

    private static List<Member> joined(List<Member> some, List<Member> others) {
        List<Member> all = new ArrayList<>(some);
        all.addAll(others);
        return all;
    }

    /** The fields {@code sources}, {@code held} and {@code samples}. */
    private static String itself(List<Member> members) {
        return members.size() + " " + members.stream().filter(Member::isHeld).count() + " "
                + members.stream().mapToLong(Member::samples).sum();
    }

    private static long total(List<Member> members) {
        return members.stream().mapToLong(Member::value).sum();
    }

    private static long sum(List<Sent> values) {
        return values.stream().mapToLong(Sent::value).sum();
    }
}
