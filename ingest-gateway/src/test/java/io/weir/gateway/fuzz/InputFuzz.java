package io.weir.gateway.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.DatagramIntake;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.batch.Parcel;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Sends damaged datagrams to a translating input, each followed by a valid one, and accounts for
 * all. Every datagram with content becomes lines or rejections, valid ones always the same line,
 * nothing is thrown, and the heap does not grow.
 */
public final class InputFuzz {
    private final Intake intake = new Intake(128 << 10, 1000, Integer.MAX_VALUE, 1 << 30);
    private final DatagramIntake input;
    private final byte[] whole;
    private final Predicate<String> holdsNothing;
    private long bytes;
    private long taken;
    private long refused;

    /**
     * Test parameters.
     *
     * @param input creates the input for the given lines
     * @param whole a datagram of one line
     * @param holdsNothing whether a datagram contains nothing that could become a line or be
     *     rejected
     */
    public InputFuzz(Function<Intake, DatagramIntake> input, byte[] whole, Predicate<String> holdsNothing) {
        this.holdsNothing = holdsNothing;
        this.input = input.apply(intake);
        this.whole = whole;
    }

    /** Processes {@link Damage#inputs} datagrams. */
    public void run(List<byte[]> valid) {
        Damage damage = new Damage(Damage.seed(), valid);
        int inputs = Damage.inputs();
        receive(damage, inputs / 2);
        long heap = LiveHeap.bytes();
        receive(damage, inputs - inputs / 2);

        assertThat(LiveHeap.bytes()).as("live heap").isLessThan(heap + LiveHeap.TOLERANCE_BYTES);
        assertThat(intake.counts.datagrams.sum()).isEqualTo(2L * inputs);
        assertThat(intake.counts.bytes.sum()).isEqualTo(bytes);
        assertThat(taken).as("taken").isGreaterThan(inputs);
        assertThat(refused).as("refused").isGreaterThan(inputs / 10);
    }

    private void receive(Damage damage, int inputs) {
        for (int i = 0; i < inputs; i++) {
            byte[] damaged = damage.next();
            long before = taken + refused;
            receive(damaged);
            if (taken + refused == before && !holdsNothing.test(new String(damaged, ISO_8859_1))) {
                throw new AssertionError(
                        "neither a line nor a refusal: " + HexFormat.of().formatHex(damaged));
            }
            long takenBefore = taken;
            receive(whole);
            if (taken != takenBefore + 1
                    || intake.counts.lines.sum() != taken + refused
                    || intake.counts.rejected.total() != refused) {
                throw new AssertionError("a neighbour or the counts came to harm: lines "
                        + intake.counts.lines.sum() + ", taken " + taken + ", rejected "
                        + intake.counts.rejected.total() + " of " + refused + " after: "
                        + HexFormat.of().formatHex(damaged));
            }
        }
    }

    private void receive(byte[] datagram) {
        bytes += datagram.length;
        input.datagram(datagram, 0, datagram.length, Intake.SOURCE, Intake.NOW_NANOS);
        input.lines().flush();
        for (Parcel parcel : intake.queued()) {
            if (parcel instanceof Parcel.Batch batch) {
                taken += batch.lineCount();
            } else {
                refused++;
            }
        }
    }
}
