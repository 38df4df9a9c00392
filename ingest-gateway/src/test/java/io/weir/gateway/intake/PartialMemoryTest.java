package io.weir.gateway.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.match.Glob;
import io.weir.gateway.intake.partial.PartialMemory;
import io.weir.gateway.intake.partial.SourceAggregation;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Intakes aggregate values at the limit of their memory. */
class PartialMemoryTest {
    private static final long MOST_BYTES = 1 << 20;
    /** The memory of an intake if others have taken all the rest. */
    private static final long FEW_BYTES = MOST_BYTES / 16;
    /** A partial with most buckets, and a short group. */
    private static final long PARTIAL_BYTES = 4 << 10;

    private static final List<SourceAggregation> PROC =
            List.of(new SourceAggregation(new Glob("proc"), List.of("host"), List.of("cpu")));

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final PartialMemory memory = new PartialMemory(MOST_BYTES);
    private final List<Intake> intakes = List.of(new Intake(PROC, memory), new Intake(PROC, memory));

    /** Values of new groups, values of new seconds, and values that need new buckets. */
    @Test
    void hostileSendersUseNoMoreAndLoseNoValue() {
        int values = 100_000;
        long mostUsed = 0;
        long counted = 0;
        for (int i = 0; i < values; i++) {
            Intake intake = intakes.get(random.nextInt(3) / 2);
            switch (random.nextInt(3)) {
                case 0 -> receive(intake, "h" + i, 1, 0);
                case 1 -> receive(intake, "h", 1, i);
                default -> receive(intake, "g" + random.nextInt(500), random.nextGaussian() * 1e9, 0);
            }
            mostUsed = Math.max(mostUsed, memory.used());
            if (i % 1_000 == 0) {
                counted += counted(intake);
            }
        }
        assertThat(mostUsed)
                .as("seed %d", seed)
                .isBetween(MOST_BYTES - PARTIAL_BYTES, MOST_BYTES + intakes.size() * (FEW_BYTES + PARTIAL_BYTES));
        for (Intake intake : intakes) {
            intake.lines.flush();
            counted += counted(intake);
            assertThat(intake.counts.early.sum())
                    .as("counted as early, seed %d", seed)
                    .isBetween(1L, intake.counts.aggregates.sum() - 1);
        }
        assertThat(counted).as("seed %d", seed).isEqualTo(values);
        assertThat(memory.used()).as("after a flush, seed %d", seed).isZero();
    }

    /** The intake that needs more memory sends its own lines, if they are many. */
    @Test
    void aFullIntakeCostsOthersNoLinesOfFewGroups() {
        Intake full = intakes.get(0);
        for (int group = 0; full.counts.early.sum() == 0 && group < MOST_BYTES; group++) {
            receive(full, "h" + group, 1, 0);
        }
        long groups = full.counts.aggregates.sum();
        for (int group = 0; group < groups - 1; group++) {
            receive(full, "h" + group, 1, 0);
        }
        assertThat(full.counts.early.sum()).as("it has room again").isEqualTo(groups);

        Intake late = intakes.get(1);
        long usedByFull = memory.used();
        int few = 0;
        while (memory.used() - usedByFull <= FEW_BYTES - PARTIAL_BYTES) {
            receive(late, "late" + few++, 1, 0);
        }
        assertThat(memory.used()).isGreaterThan(MOST_BYTES);
        assertThat(late.counts.early.sum()).as("few groups stay").isZero();
        while (late.counts.early.sum() == 0) {
            receive(late, "late" + few++, 1, 0);
        }
        assertThat(late.counts.early.sum()).as("all of its own").isEqualTo(few);
        assertThat(full.counts.aggregates.sum()).as("those of others stay").isEqualTo(groups);
        assertThat(memory.used()).isEqualTo(usedByFull);

        full.lines.flush();
        for (int group = 0; group < 2 * few; group++) {
            receive(late, "late" + group, 1, 0);
        }
        assertThat(late.counts.early.sum()).as("there is room again").isEqualTo(few);
    }

    /** Only a lack of memory makes a line early, not a sum without room. */
    @Test
    void aFlushOfASecondIsNotEarly() {
        receive(intakes.get(0), "h", 1, 0);
        receive(intakes.get(0), "i", 1e308, 0);
        receive(intakes.get(0), "i", 1e308, 0);
        intakes.get(0).lines.flush();
        assertThat(intakes.get(0).counts.aggregates.sum()).isEqualTo(3);
        assertThat(intakes.get(0).counts.early.sum()).isZero();
        assertThat(memory.used()).isZero();
    }

    private static void receive(Intake intake, String host, double value, int secondsAgo) {
        intake.receive("proc,host=" + host + " cpu=" + value + " " + (Intake.NOW_NANOS - secondsAgo * 1_000_000_000L));
    }

    /** Number of values in the lines handed over since the last call. */
    private static long counted(Intake intake) {
        intake.lines.flushLines();
        return Intake.lines(intake.queued()).stream()
                .mapToLong(line -> Long.parseLong(line.replaceFirst(".* count_delta=(\\d+)i.*", "$1")))
                .sum();
    }
}
