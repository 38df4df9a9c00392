package io.weir.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.cluster.RunOracle.Line;
import io.weir.standalone.cluster.RunOracle.Run;
import io.weir.standalone.cluster.RunOracle.Total;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The oracle finds each kind of mistake, made on purpose. */
class RunOracleTest {
    private static final List<String> HOSTS = List.of("h0", "h1", "h2");
    private static final List<Run> RUNS =
            List.of(new Run("1", 1_000, 5_250), new Run("2", 5_250, 5_900), new Run("3", 5_900, 20_000));

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final List<Line> lines = IntStream.range(0, 300)
            .mapToObj(number -> new Line(
                    Integer.toString(1 + number / 100),
                    HOSTS.get(number % 3),
                    1 + random.nextInt(1_000),
                    number % 10 / 9))
            .toList();

    @Test
    void findsNothingWhereAllIsWell() {
        assertThat(mistakes(totals(line -> 1))).isEmpty();
        assertThat(mistakes(totals(line -> 1 + line.doubts()))).isEmpty();
    }

    @Test
    void findsALineThatWasSkipped() {
        Line skipped = some(0);
        assertFinds(totals(line -> line.equals(skipped) ? 0 : 1));
    }

    @Test
    void findsALineThatCountsTwice() {
        Line doubled = some(0);
        assertFinds(totals(line -> line.equals(doubled) ? 2 + line.doubts() : 1 + line.doubts()));
    }

    @Test
    void forgivesARepeatOnlyWhereNoAnswerCame() {
        Line doubled = some(1);
        assertThat(mistakes(totals(line -> line.equals(doubled) ? 2 : 1))).isEmpty();
        assertFinds(totals(line -> line.equals(doubled) ? 3 + line.doubts() : 1 + line.doubts()));
    }

    @Test
    void findsALineInTheRunBefore() {
        Line early = lines.get(100 + random.nextInt(100));
        List<Line> others = new ArrayList<>(lines);
        others.set(lines.indexOf(early), new Line("1", early.host(), early.value(), early.doubts()));
        assertFinds(totals(others, line -> 1 + line.doubts()));
    }

    @Test
    void findsAWrongEndAndAWrongLength() {
        assertFinds(change(total ->
                new Total(total.run(), total.host(), total.millis() + 1, total.sum(), total.max(), total.seconds())));
        assertFinds(change(total ->
                new Total(total.run(), total.host(), total.millis(), total.sum(), total.max(), total.seconds() + 0.1)));
    }

    @Test
    void findsATotalThatIsMissingOrSentTwice() {
        List<Total> fewer = new ArrayList<>(totals(line -> 1));
        Total missing = fewer.remove(random.nextInt(fewer.size()));
        assertFinds(fewer);
        assertFinds(
                Stream.concat(totals(line -> 1).stream(), Stream.of(missing)).toList());
    }

    @Test
    void findsATotalOfNoRun() {
        List<Total> more = new ArrayList<>(totals(line -> 1));
        more.add(new Total("4", "h0", 21_000, 1, 1, 1));
        assertFinds(more);
    }

    private Line some(int doubts) {
        List<Line> its = lines.stream().filter(line -> line.doubts() == doubts).toList();
        return its.get(random.nextInt(its.size()));
    }

    private List<Total> change(UnaryOperator<Total> change) {
        List<Total> totals = new ArrayList<>(totals(line -> 1));
        int which = random.nextInt(totals.size());
        totals.set(which, change.apply(totals.get(which)));
        return totals;
    }

    private void assertFinds(List<Total> totals) {
        assertThat(mistakes(totals)).as("seed %d", seed).isNotEmpty();
    }

    private List<String> mistakes(List<Total> totals) {
        return RunOracle.mistakes(lines, HOSTS, RUNS, totals);
    }

    private List<Total> totals(ToIntFunction<Line> times) {
        return totals(lines, times);
    }

    /** The totals if each line counts {@code times} as often. */
    private static List<Total> totals(List<Line> lines, ToIntFunction<Line> times) {
        return RUNS.stream()
                .flatMap(run -> HOSTS.stream().map(host -> {
                    List<Line> its = lines.stream()
                            .filter(line ->
                                    line.run().equals(run.name()) && line.host().equals(host))
                            .toList();
                    return new Total(
                            run.name(),
                            host,
                            run.endMillis(),
                            its.stream()
                                    .mapToLong(line -> line.value() * times.applyAsInt(line))
                                    .sum(),
                            its.stream().mapToLong(Line::value).max().orElse(0),
                            (run.endMillis() - run.beginMillis()) / 1_000.0);
                }))
                .toList();
    }
}
