package io.weir.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.cluster.StoredBodies.Body;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The oracle of stored lines finds each kind of mistake, made on purpose. */
class StoredBodiesTest {
    private static final int HOSTS = 5;
    private static final int BODIES = 100;

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final int wrong = new Random(seed).nextInt(BODIES);
    private final StoredBodies oracle = new StoredBodies(
            LongStream.range(0, BODIES).mapToObj(number -> 1_000 + 100 * number).toList(), HOSTS);

    @Test
    void findsNothingWhereAllIsWell() {
        assertThat(oracle.mistakes(oracle.expected())).isEmpty();
    }

    @Test
    void findsALineThatTheStoreLacks() {
        assertFound(body -> with(body, HOSTS - 1, HOSTS - 1, body.mostValue(), body.mostMillis()));
    }

    @Test
    void findsALineThatIsStoredTwiceWithAnotherValue() {
        assertFound(body -> with(body, HOSTS + 1, HOSTS, body.mostValue() + 1, body.mostMillis()));
    }

    @Test
    void findsALineThatIsStoredTwiceWhereAnotherIsMissing() {
        assertFound(body -> with(body, HOSTS, HOSTS - 1, body.mostValue(), body.mostMillis()));
    }

    @Test
    void findsAWrongValueAndAWrongTime() {
        assertFound(body -> with(body, HOSTS, HOSTS, body.mostValue() + 1, body.mostMillis()));
        assertFound(body -> with(body, HOSTS, HOSTS, body.mostValue(), body.mostMillis() + 1));
    }

    @Test
    void findsABodyThatIsMissingAndOneThatWasNeverSent() {
        Map<Integer, Body> stored = oracle.expected();
        stored.put(BODIES, stored.remove(wrong));

        assertThat(oracle.mistakes(stored))
                .as("seed %d", seed)
                .satisfiesExactly(
                        missing -> assertThat(missing).startsWith("body " + wrong + ": null instead of"),
                        unsent -> assertThat(unsent).contains("body " + BODIES, "of nothing that was sent"));
    }

    private static Body with(Body body, long lines, long hosts, long mostValue, long mostMillis) {
        return new Body(lines, hosts, body.leastValue(), mostValue, body.leastMillis(), mostMillis);
    }

    private void assertFound(UnaryOperator<Body> mistake) {
        Map<Integer, Body> stored = oracle.expected();
        stored.computeIfPresent(wrong, (number, body) -> mistake.apply(body));

        List<String> mistakes = oracle.mistakes(stored);

        assertThat(mistakes).as("seed %d", seed).singleElement().asString().startsWith("body " + wrong + ": ");
    }
}
