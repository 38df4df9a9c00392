package io.weir.standalone.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SubjectTest {

    private final ProbeLines lines = new ProbeLines("h", new TreeMap<>(), 1);

    @Test
    void isLeftOutForAMinuteAfterItFailedAndThenAskedAgain() {
        List<Integer> asked = new ArrayList<>();
        int[] round = {0};
        Subject subject = everySecond("temp", to -> {
            asked.add(round[0]);
            if (round[0] < 100) {
                throw new IllegalStateException("no sensor");
            }
        });

        List<Integer> failed = new ArrayList<>();
        for (; round[0] < 124; round[0]++) {
            if (!subject.collect(lines)) {
                failed.add(round[0]);
            }
        }

        assertThat(failed).containsExactly(0, 60);
        assertThat(asked).containsExactly(0, 60, 120, 121, 122, 123);
    }

    @Test
    void survivesALibraryWithoutItsNativePart() {
        Subject subject = everySecond("cpu", to -> {
            throw new UnsatisfiedLinkError("no libjnidispatch");
        });

        assertThat(subject.collect(lines)).isFalse();
    }

    @Test
    void comesAtTheFirstOfEverySoManyRounds() {
        assertThat(rounds(Duration.ofSeconds(10), Duration.ofSeconds(1))).containsExactly(0, 10, 20);
        assertThat(rounds(Duration.ofSeconds(10), Duration.ofSeconds(3)))
                .containsExactly(0, 3, 6, 9, 12, 15, 18, 21, 24);
        assertThat(rounds(Duration.ofSeconds(10), Duration.ofMinutes(1))).hasSize(25);
    }

    private static Subject everySecond(String name, Collector collector) {
        return new Subject(name, collector, Duration.ofSeconds(1), Duration.ofSeconds(1));
    }

    private static List<Integer> rounds(Duration period, Duration round) {
        Turn turn = Turn.every(period, round);
        return IntStream.range(0, 25).filter(number -> turn.comes()).boxed().toList();
    }
}
