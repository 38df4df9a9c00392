package io.weir.writer.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.tier.WaitingMarks.Noted;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Marks of two topics of the same name: the first one was deleted while its marks waited. */
class WaitingMarksTest {
    private final WaitingMarks waiting = new WaitingMarks();
    private final Noted old = noted(1, 10, 2);
    private final Noted oldest = noted(100, 0, 1);

    WaitingMarksTest() {
        waiting.add(oldest);
        waiting.add(old);
    }

    /** Otherwise the next owner would skip the marks of the new topic before it. */
    @Test
    void anOffsetOfADeletedTopicIsNotCommittedForTheNewOne() {
        assertThat(waiting.firstOffset(0)).isZero();
        waiting.add(noted(0, 20, 1));
        assertThat(waiting.firstOffset(3)).isZero();
        waiting.remove(Set.of(old, noted(0, 20, 1)));
        assertThat(waiting.firstOffset(3)).isEqualTo(3);
        waiting.remove(Set.of(oldest));
        assertThat(waiting.firstOffset(7)).isEqualTo(7);
    }

    @Test
    void aProcessedRecordIsNotTakenForAnotherOneWithItsOffset() {
        waiting.add(noted(1, 20, 3));
        waiting.remove(Set.of(old));

        assertThat(waiting.records()).isEqualTo(2);
        assertThat(waiting.marks()).isEqualTo(4);
        assertThat(waiting.receivedUntil(20)).containsExactly(oldest, noted(1, 20, 3));
        assertThat(waiting.receivedUntil(19)).containsExactly(oldest);
    }

    private static Noted noted(long offset, long atMillis, int marks) {
        return new Noted(offset, atMillis, Collections.nCopies(marks, new Mark("m1", Optional.empty(), 0, 1)));
    }
}
