package io.weir.gateway.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.SocketAddress;
import org.junit.jupiter.api.Test;

class GateTest {
    private final Intake intake = new Intake();
    private final Gate gate = new Gate(new DatagramIntake() {
        @Override
        public void datagram(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
            if (intake.lines.countDatagram(to - from) && bytes[from] == '!') {
                throw new IllegalStateException("a mistake of a translator");
            }
        }

        @Override
        public LineIntake lines() {
            return intake.lines;
        }
    });

    @Test
    void aMistakeOfATranslatorIsCountedAndEndsNothing() {
        take('!');
        take('!');
        take('a');
        assertThat(intake.counts.datagrams.sum()).isEqualTo(3);
        assertThat(intake.counts.rejected.of("internal-error")).isEqualTo(2);
        assertThat(intake.counts.lines.sum()).isEqualTo(intake.counts.rejected.total());
    }

    private void take(char first) {
        gate.datagram(new byte[] {(byte) first}, 0, 1, Intake.SOURCE, Intake.NOW_NANOS);
    }
}
