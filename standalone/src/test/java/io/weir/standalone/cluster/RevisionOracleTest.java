package io.weir.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.cluster.GroupOracle.Sent;
import io.weir.standalone.cluster.GroupOracle.Window;
import io.weir.standalone.cluster.RevisionOracle.Line;
import io.weir.standalone.cluster.RevisionOracle.Seen;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The oracle finds each kind of mistake, made on purpose. */
class RevisionOracleTest {
    private static final long START = 1_700_000_000_000L;
    private static final int SECONDS = 60;
    private static final long CALM_UNTIL = START + 40_000;

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final List<Line> lines = new ArrayList<>();
    private final RevisionOracle oracle = new RevisionOracle(lines, CALM_UNTIL);

    /** A line of each group in each second, and late ones in one of two seconds. */
    RevisionOracleTest() {
        for (int second = 0; second < SECONDS; second++) {
            for (int host = 0; host < 4; host++) {
                send(host, START + second * 1_000L + random.nextInt(1_000), false);
                if (random.nextBoolean()) {
                    send(host, START + second * 1_000L + random.nextInt(1_000), true);
                }
            }
        }
    }

    private void send(int host, long millis, boolean isLate) {
        Sent sent = new Sent("h" + host, "r" + host % 2, millis, 1 + random.nextInt(1_000));
        lines.add(new Line(sent, isLate, millis + (isLate ? RevisionOracle.LATE_MILLIS : 0)));
    }

    @Test
    void findsNothingWhereAllIsWell() {
        assertThat(oracle.mistakes(results(), false)).isEmpty();
    }

    @Test
    void findsALineThatIsInNoResult() {
        Line lost = lines.get(random.nextInt(lines.size()));
        assertFinds(results(line -> !line.equals(lost)));
    }

    @Test
    void findsALateLineInAFirstResult() {
        Window window = some(START, CALM_UNTIL, true);
        Map<Window, Seen> results = results();
        Seen seen = seen(results, window);
        results.put(window, new Seen(seen.revised(), seen.revised()));
        assertFinds(results);
    }

    @Test
    void forgivesALateLineInAFirstResultAfterAPauseOfTheMachine() {
        Window window = some(START, CALM_UNTIL, true);
        lines.replaceAll(line -> line.acceptedMillis() < window.begin() || line.acceptedMillis() > window.end() + 5_000
                ? line
                : new Line(line.sent(), line.isLate(), window.end() + 5_000));
        Map<Window, Seen> results = results();
        Seen seen = seen(results, window);
        results.put(window, new Seen(seen.revised(), seen.revised()));
        assertThat(oracle.mistakes(results, false)).as("seed %d", seed).isEmpty();
    }

    @Test
    void findsALineInTimeThatOnlyTheRevisionHas() {
        Window window = some(CALM_UNTIL, START + SECONDS * 1_000L, true);
        Map<Window, Seen> results = results();
        results.put(window, new Seen(List.of(), seen(results, window).revised()));
        assertFinds(results);
    }

    @Test
    void findsARevisionThatIsMissing() {
        change(some(START, START + SECONDS * 1_000L, true), seen -> new Seen(seen.first(), List.of()));
    }

    @Test
    void findsARevisionWithoutALateLine() {
        change(some(START, CALM_UNTIL, false), seen -> new Seen(seen.first(), seen.first()));
    }

    @Test
    void findsAWindowThatIsRevisedTwice() {
        change(
                some(START, START + SECONDS * 1_000L, true),
                seen -> new Seen(seen.first(), List.of(seen.revised().get(0), "1 1 1 0 1")));
    }

    @Test
    void findsAWindowThatIsEmittedTwice() {
        change(
                some(START, START + SECONDS * 1_000L, true),
                seen -> new Seen(List.of(seen.first().get(0), "1 1 1 0 1"), seen.revised()));
    }

    @Test
    void findsAShiftedWindow() {
        Map<Window, Seen> later = new TreeMap<>();
        results().forEach((window, seen) -> later.put(window.next(), seen));
        assertFinds(later);
    }

    private void change(Window window, UnaryOperator<Seen> change) {
        Map<Window, Seen> results = results();
        results.put(window, change.apply(seen(results, window)));
        assertFinds(results);
    }

    private void assertFinds(Map<Window, Seen> results) {
        assertThat(oracle.mistakes(results, false)).as("seed %d", seed).isNotEmpty();
    }

    /** A window that has lines and begins in a range whose windows are judged alike. */
    private Window some(long fromMillis, long untilMillis, boolean isRevised) {
        List<Window> windows = results().entrySet().stream()
                .filter(each -> each.getKey().begin() >= fromMillis)
                .filter(each -> each.getKey().begin() < untilMillis - 15_000)
                .filter(each -> each.getValue().revised().isEmpty() != isRevised)
                .map(Map.Entry::getKey)
                .toList();
        return windows.get(random.nextInt(windows.size()));
    }

    private static Seen seen(Map<Window, Seen> results, Window window) {
        return results.getOrDefault(window, new Seen());
    }

    private Map<Window, Seen> results() {
        return results(line -> true);
    }

    /** The right results of some of the lines. */
    private Map<Window, Seen> results(Predicate<Line> which) {
        Map<Window, Seen> results = new TreeMap<>();
        oracle.expected(line -> !line.isLate() && which.test(line))
                .forEach((window, result) -> results.computeIfAbsent(window, unseen -> new Seen())
                        .first()
                        .add(result));
        Map<Window, String> all = oracle.expected(which);
        oracle.expected(line -> line.isLate() && which.test(line)).forEach((window, result) -> {
            if (!result.startsWith("null")) {
                results.computeIfAbsent(window, unseen -> new Seen()).revised().add(all.get(window));
            }
        });
        return results;
    }
}
