package io.weir.standalone.probe;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.probe.Subject.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SubjectTest {
    private static final Calls CALLS = new Calls();

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

    /** The value has the time of its own round. */
    @Test
    void aSlowSubjectBelongsToTheRoundInWhichItEnds() {
        CountDownLatch ends = new CountDownLatch(1);
        Subject subject = everySecond("temp", waiting(ends), new Patience(Duration.ZERO, Duration.ofMinutes(1)));

        lines.startRound(7);
        assertThat(subject.collect(lines)).isTrue();
        assertThat(Lines.text(lines)).isEmpty();
        lines.startRound(8);
        ends.countDown();
        eventually("it ends", () -> subject.collect(lines) && !Lines.text(lines).isEmpty());

        assertThat(Lines.text(lines)).startsWith("temp,hostname=h,sensor=cpu temp=40.0 7\n");
    }

    @Test
    void aSubjectThatHangsFailsOnceAndIsNotAskedAgain() {
        CountDownLatch ends = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        Collector hanging = to -> {
            asked.incrementAndGet();
            waiting(ends).collect(to);
        };
        Subject subject = everySecond("sensors", hanging, new Patience(Duration.ZERO, Duration.ZERO));

        List<Integer> failed = new ArrayList<>();
        for (int round = 0; round < 300; round++) {
            if (!subject.collect(lines)) {
                failed.add(round);
            }
        }
        assertThat(failed).containsExactly(1);
        assertThat(asked).hasValueLessThanOrEqualTo(1);

        ends.countDown();
        eventually("it is asked again", () -> subject.collect(lines) && asked.get() > 1);
        assertThat(Lines.text(lines))
                .as("the values of the measurement that hung are outdated")
                .isEmpty();
    }

    private static Collector waiting(CountDownLatch until) {
        return to -> {
            try {
                until.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            new Temperature("cpu", 40).write(to);
        };
    }

    @Test
    void comesAtTheFirstOfEverySoManyRounds() {
        assertThat(rounds(Duration.ofSeconds(10), Duration.ofSeconds(1))).containsExactly(0, 10, 20);
        assertThat(rounds(Duration.ofSeconds(10), Duration.ofSeconds(3)))
                .containsExactly(0, 3, 6, 9, 12, 15, 18, 21, 24);
        assertThat(rounds(Duration.ofSeconds(10), Duration.ofMinutes(1))).hasSize(25);
    }

    private static Subject everySecond(String name, Collector collector) {
        return everySecond(name, collector, new Patience(Duration.ofMinutes(1), Duration.ofMinutes(1)));
    }

    private static Subject everySecond(String name, Collector collector, Patience patience) {
        return new Subject(name, collector, Duration.ofSeconds(1), Duration.ofSeconds(1), CALLS, patience);
    }

    private static List<Integer> rounds(Duration period, Duration round) {
        Turn turn = Turn.every(period, round);
        return IntStream.range(0, 25).filter(number -> turn.comes()).boxed().toList();
    }
}
