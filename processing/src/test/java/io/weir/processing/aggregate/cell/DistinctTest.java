package io.weir.processing.aggregate.cell;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.processing.aggregate.SavedCells;
import io.weir.processing.aggregate.group.Cells;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Numbers of different values against sets. */
class DistinctTest {

    private static final CellLayout LAYOUT = CellLayout.of(List.of(AggregateFunction.DISTINCT));

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void exactlyCountsUpTo256() {
        Distinct values = new Distinct();
        for (int number = 0; number < 256; number++) {
            for (int repeat = 0; repeat < 3; repeat++) {
                values.add(hash(random.nextInt(number + 1)));
                values.add(hash(number));
            }
            assertThat(values.count()).isEqualTo(number + 1);
        }
        values.add(hash(256));
        assertThat(values.count()).isBetween(257L, 275L);
    }

    @Test
    void dependsOnTheValuesAlone() throws IOException {
        for (int round = 0; round < 300; round++) {
            String run = "seed %d round %d".formatted(seed, round);
            Cells cells = new Cells(LAYOUT, 5);
            Set<Integer> values = new HashSet<>();
            int different = 1 + random.nextInt(random.nextBoolean() ? 300 : 3_000);
            for (int left = random.nextInt(2_000); left >= 0; left--) {
                int value = random.nextInt(different);
                values.add(value);
                cells.add(0, 0, hash(value), true);
                cells.add(1 + random.nextInt(4), 0, hash(value), true);
            }
            cells = SavedCells.restored(cells, LAYOUT, 5);
            for (int entry : new int[] {3, 4, 1}) {
                cells.merge(2, cells, entry);
            }
            long count = cells.integer(0, AggregateFunction.DISTINCT);
            assertThat(cells.isInteger(0, AggregateFunction.DISTINCT)).isTrue();
            assertThat(cells.value(0, AggregateFunction.DISTINCT)).isEqualTo((double) count);
            assertThat(cells.integer(2, AggregateFunction.DISTINCT)).as(run).isEqualTo(count);
            // The bound is six standard errors.
            assertThat((double) count)
                    .as(run)
                    .isCloseTo(values.size(), within(values.size() > 256 ? values.size() * 0.073 : 0));
        }
    }

    @Test
    void standardErrorIsAsDocumented() {
        double squares = 0;
        int runs = 400;
        for (int run = 0; run < runs; run++) {
            Distinct values = new Distinct();
            int different = 300 + (int) Math.exp(random.nextDouble() * 10);
            int first = random.nextInt();
            for (int number = 0; number < different; number++) {
                values.add(hash(first + number));
            }
            double error = values.count() / (double) different - 1;
            squares += error * error;
        }
        assertThat(Math.sqrt(squares / runs)).as("seed %d", seed).isLessThan(0.014);
    }

    /** Saved state and partials contain the hashes and sketches of the library. */
    @Test
    void sketchIsStableAcrossVersions() {
        Distinct values = new Distinct();
        for (int number = 0; number < 10_000; number++) {
            values.add(hash(number));
        }
        assertThat(hash(0)).isEqualTo(5_675_610_376_776_615_763L);
        assertThat(values.count()).isEqualTo(9_943);
    }

    @Test
    void predictsTheMemoryOfAnotherValue() {
        for (int round = 0; round < 100; round++) {
            Distinct values = new Distinct();
            int different = 1 + random.nextInt(400);
            for (int left = random.nextInt(1_000); left >= 0; left--) {
                long hash = hash(random.nextInt(different));
                int expected = values.bytesWith(hash);
                values.add(hash);
                assertThat(values.bytes()).as("seed %d", seed).isEqualTo(expected);
            }
        }
    }

    @Test
    void moreHashesThanAreKeptAreRefused() {
        byte[] bytes = {1, 1};
        assertThatThrownBy(() -> new Distinct().read(new DataInputStream(new ByteArrayInputStream(bytes))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("at most 256");
    }

    private static long hash(int number) {
        byte[] text = ("user" + number).getBytes(UTF_8);
        return ValueHash.ofText(text, 0, text.length);
    }
}
