package io.weir.standalone.cluster;

import io.weir.standalone.cluster.GroupOracle.Sent;
import io.weir.standalone.cluster.GroupOracle.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The permitted results of a rule over groups with {@code late: revise}. The final result of a
 * window, the revised one or else the first, is exactly that of all its lines. The first result is
 * exact while nothing is at fault, and no pause of a busy machine delays anything. Later, a fault
 * may delay the gateway's ticks, or lines beyond the grace: it is then undecidable which lines were
 * late, except that those accepted within the grace were not.
 */
record RevisionOracle(List<Line> lines, long calmUntilMillis) {

    static final long GRACE_MILLIS = 4_000;

    /** How long after its window a line is sent that is late on purpose. */
    static final long LATE_MILLIS = 9_000;
    /**
     * A longer time in which no body is accepted is a pause of the machine, which may delay the gateway's
     * ticks or a line as much. Bodies are sent five times a second.
     */
    private static final long STALL_MILLIS = 2_000;

    /**
     * A line that was accepted.
     *
     * @param isLate on purpose
     */
    record Line(Sent sent, boolean isLate, long acceptedMillis) {

        private boolean isAcceptedInTime() {
            return acceptedMillis < Window.of(sent).end() + GRACE_MILLIS;
        }
    }

    /** The different results of a window, in order. */
    record Seen(List<String> first, List<String> revised) {

        Seen() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        private Optional<String> last() {
            return (revised.isEmpty() ? first : revised).stream().findFirst();
        }
    }

    Map<Window, String> expected(Predicate<Line> which) {
        return GroupOracle.sumsAndMaxima(
                GroupOracle.sums(lines.stream().filter(which).map(Line::sent).toList()));
    }

    /**
     * The results that differ from the permitted ones.
     *
     * @param hasClocks whether clocks may have been wrong after the calm
     */
    List<String> mistakes(Map<Window, Seen> results, boolean hasClocks) {
        Map<Window, String> all = expected(line -> true);
        Map<Window, String> calm = expected(line -> !line.isLate);
        Map<Window, String> inTime = expected(line -> !line.isLate && line.isAcceptedInTime());
        Map<Window, String> late = expected(Line::isLate);
        TreeSet<Long> accepted = new TreeSet<>();
        lines.forEach(line -> accepted.add(line.acceptedMillis));
        TreeSet<Window> windows = new TreeSet<>(all.keySet());
        windows.addAll(results.keySet());
        List<String> mistakes = new ArrayList<>();
        for (Window window : windows) {
            Seen seen = results.getOrDefault(window, new Seen());
            Optional<String> last = Optional.ofNullable(all.get(window));
            boolean isRevised = !seen.revised.isEmpty();
            boolean isRight = seen.first.size() <= 1
                    && seen.revised.size() <= 1
                    && seen.last().equals(last);
            long judgedMillis = window.end() + GRACE_MILLIS + LATE_MILLIS;
            boolean isCalm = judgedMillis < calmUntilMillis && !hasStall(accepted, window.begin(), judgedMillis);
            // Late lines may be older than the load: their windows had no first result.
            if (isCalm && samples(calm.get(window)) > 0) {
                isRight &= seen.first.equals(
                        Optional.ofNullable(calm.get(window)).stream().toList());
                isRight &= isRevised == samples(late.get(window)) > 0;
            } else if (!hasClocks) {
                isRight &= samples(first(seen)) >= samples(inTime.get(window));
            }
            isRight &= samples(first(seen)) <= samples(all.get(window));
            if (!isRight) {
                mistakes.add(window + ": " + seen + ", finally " + last + ", in time " + inTime.get(window)
                        + ", sent in time " + calm.get(window) + ", late " + late.get(window));
            }
        }
        return mistakes;
    }

    /** Whether no body was accepted for a while within this time, or at its beginning or end. */
    private static boolean hasStall(TreeSet<Long> accepted, long fromMillis, long untilMillis) {
        long last = Objects.requireNonNullElse(accepted.floor(fromMillis), fromMillis);
        for (long next : accepted.tailSet(fromMillis, false)) {
            if (next - last > STALL_MILLIS) {
                return true;
            }
            if (next > untilMillis) {
                return false;
            }
            last = next;
        }
        return true;
    }

    private static @Nullable String first(Seen seen) {
        return seen.first.isEmpty() ? null : seen.first.get(0);
    }

    private static long samples(@Nullable String result) {
        return result == null ? 0 : Long.parseLong(result.substring(result.lastIndexOf(' ') + 1));
    }
}
