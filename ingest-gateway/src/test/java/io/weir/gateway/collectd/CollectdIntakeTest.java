package io.weir.gateway.collectd;

import static io.weir.gateway.testing.CollectdPacket.Value.derive;
import static io.weir.gateway.testing.CollectdPacket.Value.gauge;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.testing.CollectdPacket;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CollectdIntakeTest {
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Intake intake = new Intake(4 << 20, 10_000, 1000, 1 << 30);
    private final Users users = new Users(Map.of("farm", "secret"));
    private CollectdIntake collectd = collectd(SecurityLevel.NONE);

    @Test
    void countsWhatItTakesRefusesAndLeavesOut() {
        CollectdPacket packet = host(1).values(derive(1))
                .values(gauge(Double.NaN))
                .part(0x4711, new byte[1])
                .host("")
                .values(derive(2))
                .raw(6, 100, new byte[0]);
        receive(packet.bytes());
        receive(new byte[0]);

        assertThat(intake.counts.datagrams.sum()).isEqualTo(2);
        assertThat(intake.counts.emptyDatagrams.sum()).isEqualTo(1);
        assertThat(intake.counts.bytes.sum()).isEqualTo(packet.bytes().length);
        assertThat(intake.counts.lines.sum()).isEqualTo(3);
        assertThat(intake.counts.rejected.snapshot())
                .isEqualTo(Map.of("collectd-nameless", 1L, "collectd-truncated", 1L));
        assertThat(intake.counts.warnings.snapshot())
                .isEqualTo(Map.of("collectd-not-a-number", 1L, "collectd-unknown-part", 1L));
        intake.lines.flush();
        assertThat(Intake.lines(intake.queued())).hasSize(1);
    }

    @Test
    void keepsRejectedBytesAndTheirSender() {
        collectd = collectd(SecurityLevel.SIGN);
        byte[] plain = host(1).values(derive(1)).bytes();
        receive(plain);
        assertThat(intake.queued()).singleElement().isInstanceOfSatisfying(Parcel.Refused.class, refused -> {
            assertThat(refused.reason()).isEqualTo("collectd-unsigned");
            assertThat(refused.bytes()).isEqualTo(plain);
            assertThat(refused.source()).isEqualTo("127.0.0.1:4711");
        });
    }

    @Test
    void dataWithoutTimeGetsItsReceiveTime() {
        receive(new CollectdPacket()
                .host("h")
                .plugin("p", "")
                .type("count", "")
                .values(derive(1))
                .bytes());
        intake.lines.flush();
        assertThat(Intake.lines(intake.queued()))
                .singleElement()
                .asString()
                .endsWith("p,hostname=h,type=count value=1 " + Intake.NOW_NANOS);
    }

    @Test
    void aNameThatIsNotUtf8IsRefusedAsALine() {
        byte[] packet = host(1).type("count", "?").values(derive(1)).bytes();
        for (int i = 0; i < packet.length; i++) {
            packet[i] = packet[i] == '?' ? (byte) 0xff : packet[i];
        }
        receive(packet);
        assertThat(intake.counts.rejected.snapshot()).isEqualTo(Map.of("not-utf8", 1L));
    }

    @Test
    void allocatesNothingForAMetricOfAKnownSeries() {
        CollectdPacket packet = host(1);
        for (int i = 0; i < 500; i++) {
            packet.type("count", Integer.toString(i)).values(gauge(i / 8.0)).values(derive(-i));
        }
        byte[] bytes = packet.bytes();
        for (int i = 0; i < 20; i++) {
            receive(bytes);
        }
        intake.lines.flush(); // lets the batches grow to their final size
        intake.queued();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 10; i++) {
            receive(bytes);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(intake.counts.lines.sum()).isEqualTo(30_000);
        assertThat(intake.queue.waitingBytes())
                .as("nothing was flushed meanwhile")
                .isZero();
        assertThat(allocated / 10_000)
                .as("bytes per metric, of %d in all", allocated)
                .isZero();
    }

    private static CollectdPacket host(int number) {
        return new CollectdPacket()
                .host("flp" + number)
                .seconds(Intake.NOW_MILLIS / 1000)
                .plugin("p", "")
                .type("count", "");
    }

    private CollectdIntake collectd(SecurityLevel level) {
        Protection protection =
                new Protection(level, () -> users, Long.MAX_VALUE, new ReplayMemory(Long.MAX_VALUE, 12, early -> {}));
        return new CollectdIntake(intake.lines, Naming.WEIR, new TypesDb(List.of()), protection);
    }

    private void receive(byte[] packet) {
        collectd.datagram(packet, 0, packet.length, Intake.SOURCE, Intake.NOW_NANOS);
    }
}
