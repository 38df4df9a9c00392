package io.weir.alarming.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LifecycleMemoryTest {

    private final LifecycleMemory memory = new LifecycleMemory(MarksStore.empty(), 100);

    @Test
    void theOldestOfTooManyCommandsAreForgotten() {
        for (int i = 0; i < 1_000; i++) {
            memory.command("c" + i, Instant.ofEpochMilli(i));
            assertThat(known(1_000)).isLessThanOrEqualTo(110);
        }
        memory.forgetCommandsBefore(Instant.EPOCH);

        assertThat(known(1_000)).isEqualTo(100);
        assertThat(known(900)).isZero();
    }

    @Test
    void oldCommandsAreForgotten() {
        memory.command("c1", Instant.ofEpochMilli(1));
        memory.command("c2", Instant.ofEpochMilli(2));
        memory.forgetCommandsBefore(Instant.ofEpochMilli(1));

        assertThat(memory.hasCommand("c1")).isFalse();
        assertThat(memory.hasCommand("c2")).isTrue();
    }

    private long known(int before) {
        return IntStream.range(0, before)
                .filter(i -> memory.hasCommand("c" + i))
                .count();
    }
}
