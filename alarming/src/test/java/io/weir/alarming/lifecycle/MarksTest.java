package io.weir.alarming.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MarksTest {

    private final Marks marks = new Marks(MarksStore.empty(), 100);

    @Test
    void theOldestOfTooManyCommandsAreForgotten() {
        for (int i = 0; i < 1_000; i++) {
            marks.command("c" + i, Instant.ofEpochMilli(i));
            assertThat(known(1_000)).isLessThanOrEqualTo(110);
        }
        marks.forgetCommandsBefore(Instant.EPOCH);

        assertThat(known(1_000)).isEqualTo(100);
        assertThat(known(900)).isZero();
    }

    @Test
    void oldCommandsAreForgotten() {
        marks.command("c1", Instant.ofEpochMilli(1));
        marks.command("c2", Instant.ofEpochMilli(2));
        marks.forgetCommandsBefore(Instant.ofEpochMilli(1));

        assertThat(marks.hasCommand("c1")).isFalse();
        assertThat(marks.hasCommand("c2")).isTrue();
    }

    private long known(int before) {
        return IntStream.range(0, before).filter(i -> marks.hasCommand("c" + i)).count();
    }
}
