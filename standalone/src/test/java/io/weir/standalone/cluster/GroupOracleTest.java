package io.weir.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.cluster.GroupOracle.Sent;
import io.weir.standalone.cluster.GroupOracle.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The oracle knows an example by heart, and finds each kind of mistake, made on purpose. */
class GroupOracleTest {
    private static final long START = 1_700_000_000_000L;
    private static final long HOLD_MILLIS = 3_000;

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final List<Sent> sent = new ArrayList<>();
    private final List<Sent> sinks = new ArrayList<>();

    GroupOracleTest() {
        long[] next = new long[6];
        for (int number = 0; number < 300; number++) {
            int host = random.nextInt(next.length);
            next[host] += 1 + random.nextInt(random.nextInt(10) == 0 ? 6_000 : 600);
            Sent line = new Sent("h" + host, "r" + host % 2, START + next[host], 1 + random.nextInt(1_000));
            (random.nextInt(4) == 0 ? sinks : sent).add(line);
        }
    }

    @Test
    void knowsTheExampleOfTheDocumentation() {
        List<Sent> example = List.of(
                new Sent("flp1", "TPC", 100, 10),
                new Sent("flp2", "TPC", 200, 20),
                new Sent("flp1", "TPC", 1_100, 11),
                new Sent("flp1", "TPC", 2_100, 12),
                new Sent("flp1", "TPC", 3_100, 13));

        assertThat(GroupOracle.sumsAndMaxima(GroupOracle.newest(example, 2_000)).values())
                .containsExactly(
                        "30 20 2 0 2",
                        "31 20 2 1 1",
                        "32 20 2 1 1",
                        "13 13 1 0 1",
                        "13 13 1 1 0",
                        "13 13 1 1 0",
                        "null null 0 0 0");
        assertThat(GroupOracle.differences(GroupOracle.newest(example, 0), GroupOracle.sums(example.subList(0, 1)))
                        .values())
                .containsExactly(
                        "20.0 10.0 3 0 3", "null null 1 0 1", "null null 1 0 1", "null null 1 0 1", "null null 0 0 0");
    }

    @Test
    void findsALineThatWasSkipped() {
        assertFinds(lines -> {
            List<Sent> fewer = new ArrayList<>(lines);
            fewer.remove(random.nextInt(lines.size()));
            return fewer;
        });
    }

    @Test
    void findsALineThatCountsTwice() {
        assertFinds(lines -> {
            List<Sent> more = new ArrayList<>(lines);
            more.add(lines.get(random.nextInt(lines.size())));
            return more;
        });
    }

    @Test
    void findsAShiftedWindow() {
        assertFinds(lines -> lines.stream().map(line -> line.later(1_000)).toList());
    }

    @Test
    void findsAHoldThatIsTooLongOrTooShort() {
        Map<Window, String> expected = held(sent, HOLD_MILLIS);

        assertThat(WindowOracle.differences(expected, held(sent, HOLD_MILLIS + 1_000)))
                .as("seed %d", seed)
                .isNotEmpty();
        assertThat(WindowOracle.differences(expected, held(sent, HOLD_MILLIS - 1_000)))
                .as("seed %d", seed)
                .isNotEmpty();
    }

    @Test
    void findsAGroupThatEndsSilently() {
        Map<Window, String> seen = new TreeMap<>(held(sent, HOLD_MILLIS));
        seen.values().removeIf(result -> result.equals("null null 0 0 0"));

        assertThat(WindowOracle.differences(held(sent, HOLD_MILLIS), seen))
                .as("seed %d", seed)
                .hasSizeGreaterThan(1);
    }

    @Test
    void findsAValueThatIsHeldButShouldBeMissing() {
        Map<Window, String> expected =
                GroupOracle.differences(GroupOracle.newest(sent, HOLD_MILLIS), GroupOracle.sums(sinks));
        Map<Window, String> seen =
                GroupOracle.differences(GroupOracle.newest(sent, HOLD_MILLIS), GroupOracle.newest(sinks, 1_000));

        assertThat(WindowOracle.differences(expected, seen)).as("seed %d", seed).isNotEmpty();
    }

    /** Each kind of result differs if the farm counts other lines than were sent. */
    private void assertFinds(Function<List<Sent>, List<Sent>> fault) {
        List<Sent> wrong = fault.apply(sent);
        List<Sent> wrongSinks = fault.apply(sinks);
        assertThat(WindowOracle.differences(sums(sent), sums(sent))).isEmpty();
        assertThat(WindowOracle.differences(sums(sent), sums(wrong)))
                .as("sums, seed %d", seed)
                .isNotEmpty();
        assertThat(WindowOracle.differences(held(sent, HOLD_MILLIS), held(wrong, HOLD_MILLIS)))
                .as("newest, seed %d", seed)
                .isNotEmpty();
        assertThat(WindowOracle.differences(balance(sent, sinks), balance(wrong, sinks)))
                .as("first variable, seed %d", seed)
                .isNotEmpty();
        assertThat(WindowOracle.differences(balance(sent, sinks), balance(sent, wrongSinks)))
                .as("second variable, seed %d", seed)
                .isNotEmpty();
    }

    private static Map<Window, String> sums(List<Sent> lines) {
        return GroupOracle.sumsAndMaxima(GroupOracle.sums(lines));
    }

    private static Map<Window, String> held(List<Sent> lines, long holdMillis) {
        return GroupOracle.sumsAndMaxima(GroupOracle.newest(lines, holdMillis));
    }

    private static Map<Window, String> balance(List<Sent> in, List<Sent> out) {
        return GroupOracle.differences(GroupOracle.newest(in, HOLD_MILLIS), GroupOracle.sums(out));
    }
}
