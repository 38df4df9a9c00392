package io.weir.gateway.apmon;

import static io.weir.gateway.apmon.ApMonBytes.cpp;
import static io.weir.gateway.apmon.ApMonBytes.header;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.testing.InputPage;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ApMonIntakeTest {
    private final Intake intake = new Intake();
    private final ApMonIntake apmon = new ApMonIntake(intake.lines, Optional.of("secret"), List.of("hostname", "name"));

    @Test
    void aPacketBecomesACanonicalLineAsThePageSays() {
        receive(cpp("secret", "rate", "flp00017,readout,detector=TPC,run=17", 1)
                .parameter("value", 42.5)
                .integer(1_790_000_000)
                .bytes());
        String line = Intake.lineTexts(intake.queued()).get(0);
        assertThat(new InputPage("apmon").blocks("")).contains(line + "\n");
    }

    @Test
    void countsARejectedPacketAndHidesItsPassword() {
        receive(cpp("secret", "c", "n", 2)
                .parameter("nan", Double.NaN)
                .parameter("p", 1)
                .bytes());
        receive(cpp("secret", "c", "n", 9).bytes());
        receive(new byte[0]);

        assertThat(intake.counts.rejected.snapshot()).isEqualTo(Map.of("not-finite", 1L, "xdr-truncated", 1L));
        assertThat(intake.counts.datagrams.sum()).isEqualTo(3);
        assertThat(intake.counts.emptyDatagrams.sum()).isEqualTo(1);
        assertThat(intake.counts.lines.sum()).isEqualTo(3);
        List<Parcel> parcels = intake.queued();
        assertThat(Intake.lines(parcels)).hasSize(1);
        assertThat(Intake.only(Parcel.Refused.class, parcels)).hasSize(2).allSatisfy(refused -> {
            assertThat(new String(refused.bytes(), UTF_8)).doesNotContain("secret");
            assertThat(refused.bytes()).isNotEmpty();
            assertThat(refused.source()).isEqualTo("127.0.0.1:4711");
        });
    }

    @Test
    void countsMissingPacketsOfEachClient() {
        int most = 2_000_000_000;
        for (int number : new int[] {7, 8, 11, 10, 12}) {
            receive(numbered(1, number));
        }
        for (int number : new int[] {most - 2, most - 1, 0, 1, 2}) {
            receive(numbered(2, number));
        }
        receive(cpp("secret", 1, 13, "c", "n", 9).bytes());
        receive(numbered(1, 14));
        receive(header("v:1.6_cp:secret")
                .string("c")
                .string("n")
                .integer(1)
                .parameter("p", 1)
                .bytes());
        receive(header("v:2.2_cp:secret").integer(-3).bytes());
        assertThat(intake.counts.missing.sum())
                .as("9, though 13 was no whole packet")
                .isEqualTo(1);
        receive(cpp("wrong", 1, 20, "c", "n", 1).parameter("p", 1).bytes());
        receive(numbered(1, 16));
        assertThat(intake.counts.missing.sum()).as("and 15").isEqualTo(2);
    }

    private static byte[] numbered(int instance, int number) {
        return cpp("secret", instance, number, "c", "n", 1).parameter("p", 1).bytes();
    }

    @Test
    void allocatesNothingForAParameterOfAKnownSeries() {
        Intake roomy = new Intake(4 << 20, 10_000, 1000, 1 << 30);
        ApMonIntake known = new ApMonIntake(roomy.lines, Optional.empty(), List.of());
        ApMonBytes packet = cpp("", "c", "n", 900);
        for (int i = 0; i < 300; i++) {
            packet.parameter("d" + i, i / 8.0).parameter("f" + i, i / 10f).parameter("l" + i, (long) -i);
        }
        byte[] bytes = packet.bytes();
        for (int i = 0; i < 20; i++) {
            known.datagram(bytes, 0, bytes.length, Intake.SOURCE, Intake.NOW_NANOS);
        }
        roomy.lines.flush(); // lets the batches grow to their final size
        roomy.queued();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 10; i++) {
            known.datagram(bytes, 0, bytes.length, Intake.SOURCE, Intake.NOW_NANOS);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(roomy.counts.lines.sum()).isEqualTo(30);
        assertThat(roomy.counts.rejected.total()).isZero();
        assertThat(roomy.queue.waitingBytes())
                .as("nothing was flushed meanwhile")
                .isZero();
        assertThat(allocated / 9000)
                .as("bytes per parameter, of %d in all", allocated)
                .isZero();
    }

    private void receive(byte[] packet) {
        apmon.datagram(packet, 0, packet.length, Intake.SOURCE, Intake.NOW_NANOS);
        apmon.lines().flush();
    }
}
