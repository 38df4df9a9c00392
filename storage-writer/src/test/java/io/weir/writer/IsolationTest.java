package io.weir.writer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.store.Reply;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class IsolationTest {
    private static final long SEED = Long.getLong("weir.test.seed", System.nanoTime());

    /** Behaviour of a store for a batch with a bad line. */
    enum Manner {
        /** Stores nothing and names the first bad line, like QuestDB. */
        ALL_OR_NOTHING_NAMED,
        /** Stores the good lines and names none, like InfluxDB. */
        PARTIAL_UNNAMED,
        /**
         * The same, but reports the number of bad lines, like InfluxDB if it could parse all lines.
         */
        PARTIAL_COUNTED
    }

    @ParameterizedTest
    @EnumSource(Manner.class)
    void everyLineIsStoredOrRefusedWhateverTheMixture(Manner manner) {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int round = 0; round < 300; round++) {
            int lines = 1 + random.nextInt(400);
            double badness = List.of(0.0, 0.005, 0.1, 0.5, 1.0).get(random.nextInt(5));
            Trial trial = new Trial(manner, lines);
            IntStream.range(0, lines).filter(i -> random.nextDouble() < badness).forEach(trial.bad::add);
            trial.bad.add(random.nextInt(lines));

            assertThat(trial.settle()).as("seed %s round %s", SEED, round).isTrue();

            assertThat(new HashSet<>(trial.refused))
                    .as("seed %s round %s", SEED, round)
                    .isEqualTo(trial.bad);
            assertThat(trial.refused).as("seed %s round %s", SEED, round).doesNotHaveDuplicates();
            assertThat(trial.stored)
                    .as("seed %s round %s", SEED, round)
                    .isEqualTo(IntStream.range(0, lines)
                            .boxed()
                            .filter(i -> !trial.bad.contains(i))
                            .collect(Collectors.toSet()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4_999, 9_999})
    void oneBadLineOfManyCostsFewWrites(int bad) {
        for (Manner manner : Manner.values()) {
            Trial trial = new Trial(manner, 10_000);
            trial.bad.add(bad);

            trial.settle();

            assertThat(trial.writes).as(manner.name()).isLessThanOrEqualTo(40);
        }
    }

    @ParameterizedTest
    @EnumSource(Manner.class)
    void onlyBadLinesCostAboutTwoWritesEach(Manner manner) {
        Trial trial = new Trial(manner, 2_000);
        IntStream.range(0, 2_000).forEach(trial.bad::add);

        trial.settle();

        assertThat(trial.writes).isLessThanOrEqualTo(4_100);
    }

    @ParameterizedTest
    @EnumSource(Manner.class)
    void givesUpWhenTheStoreGoes(Manner manner) {
        Trial trial = new Trial(manner, 100);
        trial.bad.add(50);
        trial.writesUntilAway = 3;

        assertThat(trial.settle()).isFalse();
        assertThat(trial.writes).isEqualTo(4);
    }

    /** A batch whose n-th line is {@code m f=n 1}, and its outcome. */
    private static final class Trial {
        final Manner manner;
        final Set<Integer> bad = new HashSet<>();
        final Set<Integer> stored = new HashSet<>();
        final List<Integer> refused = new ArrayList<>();
        int writes;
        int writesUntilAway = Integer.MAX_VALUE;
        private final byte[] bytes;

        Trial(Manner manner, int lines) {
            this.manner = manner;
            bytes = IntStream.range(0, lines)
                    .mapToObj(i -> "m f=" + i + " 1\n")
                    .collect(Collectors.joining())
                    .getBytes(UTF_8);
        }

        boolean settle() {
            LineIndex index = new LineIndex();
            index.read(bytes, 0, bytes.length);
            Reply.Refused first = (Reply.Refused) write(0, bytes.length);
            writes = 0;
            return Isolation.settle(index, first, this::write, (from, to, reason) -> refused.addAll(numbers(from, to)));
        }

        private Reply write(int from, int to) {
            if (++writes > writesUntilAway) {
                return new Reply.Away("gone");
            }
            List<Integer> lines = numbers(from, to);
            List<Integer> culprits = lines.stream().filter(bad::contains).toList();
            if (culprits.isEmpty()) {
                stored.addAll(lines);
                return Reply.STORED;
            }
            if (manner == Manner.ALL_OR_NOTHING_NAMED) {
                return new Reply.Refused("bad", lines.indexOf(culprits.get(0)) + 1);
            }
            lines.stream().filter(line -> !bad.contains(line)).forEach(stored::add);
            return new Reply.Refused("bad", 0, manner == Manner.PARTIAL_COUNTED ? culprits.size() : 0, false);
        }

        private List<Integer> numbers(int from, int to) {
            String part = new String(bytes, from, to - from, UTF_8);
            return part.lines()
                    .map(line -> Integer.parseInt(line.substring(4, line.length() - 2)))
                    .toList();
        }
    }
}
