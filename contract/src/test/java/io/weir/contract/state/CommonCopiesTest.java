package io.weir.contract.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

/**
 * Commits of the common state, some of which Kafka performs without an answer, and crashes between
 * them.
 */
class CommonCopiesTest {

    private static final long NONE = -1;

    /** The last record of each key, in hexadecimal digits, as in a compacted topic. */
    private final Map<String, byte[]> changelog = new HashMap<>();

    private TextStates states = new TextStates(1);
    private CommonCopies copies = begin();

    private CommonCopies begin() {
        states = new TextStates(1);
        return new CommonCopies(
                states,
                (key, value) -> changelog.put(HexFormat.of().formatHex(key), value),
                key -> "common state " + key);
    }

    private void checkpoint(long offset) {
        states.common = "as of " + offset;
        copies.send(0, offset, 1_000 + offset);
    }

    /** Starts again from the changelog; returns the offset of the restored common state. */
    private long crash(long committed) {
        copies = begin();
        changelog.forEach((key, value) -> copies.restore(HexFormat.of().parseHex(key), value));
        long read = copies.read(committed + 1, false);
        assertThat(states.common).isEqualTo(read == NONE ? "" : "as of " + read);
        assertThat(read == NONE || copies.millis() == 1_000 + read).isTrue();
        return read;
    }

    @Test
    void deletesCopiesOfFormerOwners() {
        checkpoint(1);
        copies.commit();
        crash(1);
        byte[] late = {-1, -1, -1, -4};
        changelog.put(HexFormat.of().formatHex(late), new byte[] {1});
        copies.restoreStale(late);
        checkpoint(2);
        assertThat(changelog).containsEntry(HexFormat.of().formatHex(late), null);
    }

    /** The input was recreated: its offsets are smaller, and its copies nevertheless newer. */
    @Test
    void aCopyOfALaterLogIsNewer() {
        copies.send(0, 152, 1_152);
        copies.commit();
        copies.send(0, 153, 1_153);
        copies.commit();
        copies.send(1, 10, 1_010);
        copies.commit();
        copies = begin();
        changelog.forEach((key, value) -> copies.restore(HexFormat.of().parseHex(key), value));
        assertThat(copies.read(0, true)).isEqualTo(10);
        assertThat(copies.generation()).isEqualTo(1);
        assertThat(copies.millis()).isEqualTo(1_010);
    }

    @Test
    void restoresTheCommittedOffsetAfterAnyCommitOutcome() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int life = 0; life < 200; life++) {
            changelog.clear();
            copies = begin();
            long committed = NONE;
            long offset = NONE;
            int unanswered = 0;
            for (int step = 0; step < 60; step++) {
                offset += 1 + random.nextInt(3);
                checkpoint(offset);
                assertThat(changelog.values().stream().filter(Objects::nonNull))
                        .as("seed %d, life %d, step %d", seed, life, step)
                        .hasSizeLessThanOrEqualTo(unanswered + 2);
                boolean isCarriedOut = random.nextBoolean();
                boolean isAnswered = isCarriedOut && (unanswered == 5 || random.nextBoolean());
                committed = isCarriedOut ? offset : committed;
                unanswered = isAnswered ? 0 : unanswered + 1;
                if (isAnswered) {
                    copies.commit();
                } else if (unanswered > 5 || random.nextInt(4) == 0) {
                    assertThat(crash(committed))
                            .as("seed %d, life %d, step %d", seed, life, step)
                            .isEqualTo(committed);
                    offset = committed;
                    unanswered = 0;
                }
            }
        }
    }

    @Test
    void isTheNewestOfACommitIfTheInputWentBack() {
        checkpoint(10);
        copies.commit();
        checkpoint(20);
        copies.commit();

        assertThat(crash(3)).isEqualTo(20);
    }

    @Test
    void restoresNothingWithoutACommit() {
        checkpoint(10);
        checkpoint(20);

        assertThat(crash(3)).isEqualTo(NONE);
    }

    @Test
    void endsBeforeOverwritingANeededCopy() {
        for (int commit = 1; commit < 8; commit++) {
            checkpoint(commit);
        }

        assertThatThrownBy(() -> checkpoint(8))
                .isInstanceOf(StreamsException.class)
                .hasMessageContaining("has not answered 7 commits in a row");
    }
}
