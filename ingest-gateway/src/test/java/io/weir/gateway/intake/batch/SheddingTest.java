package io.weir.gateway.intake.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.match.Glob;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.IntakeSettings;
import io.weir.gateway.intake.LineDatagrams;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.SharedParts;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.stamp.StampClock;
import io.weir.gateway.intake.stamp.StampLimits;
import io.weir.gateway.intake.stamp.StampUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines of cheap series are dropped and counted while there is little room. */
class SheddingTest {
    private static final String LINES = "debug_x,a=b value=1 1\ncpu,a=b value=1 1\nnet,a=b value=1 1\n";

    private final PublishQueue queue =
            new PublishQueue(1 << 20, new Pressure(new Shedding(List.of(new Glob("debug*"), new Glob("cpu")))));
    private final InputCounts counts = new InputCounts("udp");
    private final LineIntake intake = new LineIntake(
            new IntakeSettings(
                    1,
                    128 << 10,
                    1_000,
                    1 << 20,
                    1_000,
                    new StampLimits(StampLimits.NONE, StampLimits.NONE),
                    List.of()),
            new SharedParts(queue, new StampClock()),
            counts);
    private final LineDatagrams datagrams = new LineDatagrams(intake, StampUnit.NS);

    @Test
    void dropsClassAfterClassAndTakesThemBack() throws InterruptedException {
        for (boolean areKnown : new boolean[] {false, true}) {
            assertThat(taken(0)).as("known %s", areKnown).isEqualTo(3);
            assertThat(taken(0.7)).isEqualTo(2);
            assertThat(taken(0.85)).isEqualTo(1);
            assertThat(taken(1))
                    .as("what is in no class goes only when nothing finds room")
                    .isEqualTo(1);
            assertThat(taken(0.6)).isEqualTo(3);
        }
        assertThat(counts.lines.sum()).isEqualTo(30);
        assertThat(counts.dropped.of("shed")).isEqualTo(10);
    }

    private int taken(double fullness) throws InterruptedException {
        queue.pressure().update(fullness);
        byte[] bytes = LINES.getBytes(UTF_8);
        datagrams.datagram(bytes, 0, bytes.length, Intake.SOURCE, Intake.NOW_NANOS);
        intake.flush();
        Parcel parcel = queue.poll();
        return parcel instanceof Parcel.Batch batch ? batch.lineCount() : 0;
    }
}
