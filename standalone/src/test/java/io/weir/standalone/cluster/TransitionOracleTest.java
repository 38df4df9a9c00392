package io.weir.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.cluster.TransitionOracle.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The oracle of alarms finds each kind of mistake, made on purpose. */
class TransitionOracleTest {
    private static final int HOSTS = 5;
    private static final int SWINGS = 6;

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final String alarm = "cpu-high/h" + random.nextInt(HOSTS);
    private final int wrong = random.nextInt(SWINGS);
    private final TransitionOracle exact = new TransitionOracle(HOSTS, SWINGS, false);
    private final TransitionOracle forgetting = new TransitionOracle(HOSTS, SWINGS, true);

    @Test
    void findsNothingWhereAllIsWell() {
        assertThat(exact.mistakes(told())).isEmpty();
        assertThat(forgetting.mistakes(told())).isEmpty();
    }

    @Test
    void findsAMissingTransition() {
        assertFound(its -> its.remove(wrong));
    }

    @Test
    void findsATransitionThatIsReportedTwice() {
        assertFound(its -> its.add(wrong, its.get(wrong)));
    }

    @Test
    void findsAFalseTransition() {
        assertFound(its -> its.add(new Transition(SWINGS + 1, "UNACKNOWLEDGED")));
        assertFound(its -> its.set(wrong, new Transition(its.get(wrong).number(), "SHELVED")));
    }

    @Test
    void findsTransitionsInTheWrongOrder() {
        int first = random.nextInt(SWINGS - 1);
        assertFound(its -> its.add(first, its.remove(first + 1)));
    }

    @Test
    void findsAnAlarmThatIsMissingAndOneOfNoHost() {
        Map<String, List<Transition>> told = told();
        told.put("cpu-high/other", told.remove(alarm));

        assertThat(exact.mistakes(told))
                .as("seed %d", seed)
                .satisfiesExactly(
                        missing -> assertThat(missing).startsWith(alarm + ": 0 instead of"),
                        unsent -> assertThat(unsent).contains("cpu-high/other", "of nothing that was sent"));
    }

    @Test
    void onlyAForgottenAlarmMayHaveAGapInItsNumbers() {
        Map<String, List<Transition>> told = told();
        Objects.requireNonNull(told.get(alarm))
                .replaceAll(each -> new Transition(each.number() + (each.number() > 1 ? 3 : 0), each.to()));

        assertThat(forgetting.mistakes(told)).isEmpty();
        assertThat(exact.mistakes(told)).as("seed %d", seed).hasSize(1);
    }

    private void assertFound(Consumer<List<Transition>> mistake) {
        Map<String, List<Transition>> told = told();
        mistake.accept(Objects.requireNonNull(told.get(alarm)));

        for (TransitionOracle oracle : List.of(exact, forgetting)) {
            assertThat(oracle.mistakes(told))
                    .as("seed %d", seed)
                    .singleElement()
                    .asString()
                    .startsWith(alarm + ": ");
        }
    }

    private Map<String, List<Transition>> told() {
        Map<String, List<Transition>> told = new TreeMap<>();
        for (int host = 0; host < HOSTS; host++) {
            told.put("cpu-high/h" + host, new ArrayList<>(exact.expected()));
        }
        return told;
    }
}
