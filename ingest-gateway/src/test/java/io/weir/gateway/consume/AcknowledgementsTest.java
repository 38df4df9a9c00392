package io.weir.gateway.consume;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.InTurn;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.stamp.StampUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AcknowledgementsTest {
    private static final int ROUNDS = 200;
    private static final int MOST_MESSAGES = 100;
    private static final int MOST_STEPS = 100_000;

    private final Intake intake = new Intake(256, 1000, 1000, 1 << 30);
    private final LineIntake lines = intake.lines.withRedelivery(received -> received);
    private final List<Parcel.Batch> unsafe = new ArrayList<>();
    private Acknowledgements acknowledgements = new Acknowledgements(lines, new InTurn());

    /**
     * Batches become safe in random order. A message is settled in order, exactly once, and only after
     * its own lines and those before it are safe.
     */
    @Test
    void settlesInOrderWhatIsSafeWhateverTheOrderOfAnswers() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        for (int round = 0; round < ROUNDS; round++) {
            play(new Random(seed + round), "-Dweir.test.seed=" + seed + ", round " + round);
        }
    }

    private void play(Random random, String hint) {
        acknowledgements = new Acknowledgements(lines, new InTurn());
        int count = 1 + random.nextInt(MOST_MESSAGES);
        Set<Long> refused = new HashSet<>();
        List<Long> settled = new ArrayList<>();
        long taken = 0;
        for (int step = 0; settled.size() < count; step++) {
            assertThat(step).as(hint + ": steps without an end").isLessThan(MOST_STEPS);
            int choice = random.nextInt(8);
            if (choice < 4 && taken < count) {
                take(++taken, random.nextInt(4), random.nextInt(5) == 0, refused);
            } else if (choice == 4 && acknowledgements.unasked() > 0) {
                acknowledgements.ask();
            } else if (choice == 5) {
                intake.lines.flush();
            } else if (choice == 6) {
                assertThat(acknowledgements.areOutstanding()).as(hint).isEqualTo(settled.size() < taken);
                settle(settled, refused, hint);
            } else {
                makeOneSafe(random);
            }
        }
        assertThat(acknowledgements.areOutstanding()).as(hint).isFalse();
        assertThat(unsafe).as(hint).isEmpty();
    }

    private void take(long number, int count, boolean mustRefuse, Set<Long> refused) {
        byte[] text = ("m,n=" + number + " v=1 " + number + "\n").repeat(count).getBytes(UTF_8);
        lines.lines(text, 0, text.length, StampUnit.NS, Intake.SOURCE, 0, RefusalListener.NONE);
        acknowledgements.taken(number, mustRefuse);
        if (mustRefuse) {
            refused.add(number);
        }
    }

    private void makeOneSafe(Random random) {
        collect();
        if (!unsafe.isEmpty()) {
            Objects.requireNonNull(unsafe.remove(random.nextInt(unsafe.size())).receipt())
                    .safe();
        }
    }

    private void collect() {
        unsafe.addAll(Intake.only(Parcel.Batch.class, intake.queued()));
    }

    private void settle(List<Long> settled, Set<Long> refused, String hint) {
        for (Acknowledgements.Safe safe = acknowledgements.nextSafe();
                safe != null;
                safe = acknowledgements.nextSafe()) {
            long last =
                    Math.max(safe.upTo(), Arrays.stream(safe.refused()).max().orElse(0));
            Set<Long> now = new HashSet<>();
            for (long number = settled.size() + 1L; number <= last; number++) {
                now.add(number);
                settled.add(number);
            }
            assertThat(Arrays.stream(safe.refused()).boxed())
                    .as(hint)
                    .allMatch(refused::contains)
                    .containsExactlyElementsOf(
                            now.stream().filter(refused::contains).sorted().toList());
            assertThat(refused).as(hint).doesNotContain(safe.upTo());
        }
        collect();
        for (Parcel.Batch batch : unsafe) {
            String text = new String(batch.lines(), UTF_8);
            for (String line : text.split("\n")) {
                long number = Long.parseLong(line.replaceAll("m,n=(\\d+) .*", "$1"));
                assertThat(settled).as(hint + ": not safe yet").doesNotContain(number);
            }
        }
    }

    @Test
    void settlesNothingAfterALoss() {
        take(1, 1, false, new HashSet<>());
        acknowledgements.ask();
        take(2, 1, false, new HashSet<>());
        acknowledgements.ask();
        collect();
        assertThat(unsafe).hasSize(2);
        Objects.requireNonNull(unsafe.get(0).receipt()).failed();
        Objects.requireNonNull(unsafe.get(1).receipt()).safe();
        assertThat(acknowledgements.hasLost()).isTrue();
        assertThat(acknowledgements.nextSafe()).isNull();
    }

    @Test
    void waitsForWhatIsNotSafeNoLongerThanAsked() throws InterruptedException {
        take(1, 1, false, new HashSet<>());
        acknowledgements.ask();
        acknowledgements.await(1);
        assertThat(acknowledgements.nextSafe()).isNull();
        collect();
        Objects.requireNonNull(unsafe.get(0).receipt()).safe();
        acknowledgements.await(60_000);
        assertThat(acknowledgements.nextSafe()).isNotNull();
    }

    /** A broker that is slow does not make the intake drop lines: the input waits instead. */
    @Test
    void dropsNothingBeyondTheBoundOfTheQueue() {
        Intake small = new Intake(256, 1000, 1000, 1_000);
        LineIntake redelivered = small.lines.withRedelivery(received -> received);
        byte[] text = "m v=1 1\n".repeat(1_000).getBytes(UTF_8);
        redelivered.lines(text, 0, text.length, StampUnit.NS, Intake.SOURCE, 0, RefusalListener.NONE);
        redelivered.flush();
        assertThat(small.counts.dropped.total()).isZero();
        assertThat(small.queue.hasRoom()).isFalse();
        assertThat(Intake.lines(small.queued())).hasSize(1_000);
    }
}
