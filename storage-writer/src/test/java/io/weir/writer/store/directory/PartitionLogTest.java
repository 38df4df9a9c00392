package io.weir.writer.store.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionLogTest {
    private static final String TOPIC = "Hk3n0QwRTMu1k5Wl0zq9Xg";

    @TempDir
    private Path control = Path.of("");

    @Test
    void epochsAreKnownAfterARestart() throws IOException {
        PartitionLog log = read();
        log.add(100, 2);
        log.add(101, 2);
        log.add(102, 5);
        log.save(OptionalLong.empty());

        PartitionLog again = read();
        assertThat(again.epochBefore(100)).isEqualTo(PartitionLog.UNKNOWN);
        assertThat(again.epochBefore(101)).isEqualTo(2);
        assertThat(again.epochBefore(102)).isEqualTo(2);
        assertThat(again.epochBefore(103)).isEqualTo(5);
        // An earlier version of Weir wrote files up to here.
        assertThat(again.epochBefore(104)).isEqualTo(PartitionLog.UNKNOWN);
        assertThat(again.begin()).isEmpty();
        assertThat(again.name()).isEqualTo(TOPIC);
        assertThat(again.hasEpoch(PartitionLog.UNKNOWN)).isTrue();
    }

    /** A crash came between the epochs and the files of a range. */
    @Test
    void recordsOfNoCompleteRangeAreReplaced() throws IOException {
        PartitionLog log = read();
        log.add(100, 2);
        log.save(OptionalLong.empty());
        log.add(350, 3);
        log.save(OptionalLong.of(300));

        PartitionLog again = read();
        assertThat(again.epochBefore(300)).isEqualTo(2);
        again.add(300, 3);
        again.add(310, 3);
        assertThat(again.epochBefore(311)).isEqualTo(3);
        again.add(370, 4);
        again.save(OptionalLong.of(300));
        assertThat(read().epochBefore(370)).isEqualTo(3);
        assertThat(read().epochBefore(371)).isEqualTo(4);
    }

    @Test
    void epochsOfCompleteRangesAreForgotten() throws IOException {
        PartitionLog log = read();
        for (int epoch = 1; epoch <= 1_000; epoch++) {
            log.add(epoch * 10L, epoch);
            log.save(OptionalLong.of(epoch * 10L));
            assertThat(read().epochBefore(epoch * 10L)).isEqualTo(epoch == 1 ? PartitionLog.UNKNOWN : epoch - 1);
        }
        assertThat(Files.readAllLines(control.resolve(TOPIC + "-0").resolve("log")))
                .hasSize(3);
    }

    @Test
    void anotherLogFollowsALostEnd() throws IOException {
        PartitionLog log = read();
        log.add(0, 2);
        log.add(90, 4);
        log.save(OptionalLong.empty());
        log.beginNext(80, 2);

        PartitionLog next = read();
        assertThat(next.name()).isEqualTo(TOPIC + "-log2");
        assertThat(next.begin()).hasValue(80);
        assertThat(next.epochBefore(80)).isEqualTo(2);
        assertThat(next.hasEpoch(PartitionLog.UNKNOWN)).isFalse();
        assertThat(next.hasEpoch(4)).isFalse();
        assertThat(next.hasEpoch(5)).isTrue();

        next.add(80, 5);
        next.save(OptionalLong.empty());
        next.beginNext(0, PartitionLog.UNKNOWN);
        PartitionLog third = read();
        assertThat(third.name()).isEqualTo(TOPIC + "-log3");
        assertThat(third.begin()).hasValue(0);
        assertThat(third.epochBefore(0)).isEqualTo(PartitionLog.UNKNOWN);
        assertThat(third.hasEpoch(5)).isFalse();
    }

    @Test
    void aDamagedFileIsNamed() throws IOException {
        Path file = control.resolve(TOPIC + "-0").resolve("log");
        Files.createDirectories(file.getParent());
        for (String damaged :
                new String[] {"", "log 2", "log 2 x 4 5\n", "logs 1 0 -1 2\n", "log 1 0 -1 2\nepoch 1\n"}) {
            Files.writeString(file, damaged);
            assertThatThrownBy(this::read)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(file.toString())
                    .hasMessageContaining("write into another directory");
        }
    }

    private PartitionLog read() throws IOException {
        return PartitionLog.read(control, TOPIC, 0);
    }
}
