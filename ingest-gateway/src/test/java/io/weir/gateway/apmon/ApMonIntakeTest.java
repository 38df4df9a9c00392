package io.weir.gateway.apmon;

import static io.weir.gateway.apmon.ApMonBytes.cpp;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.input.InputPage;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.Parcel;
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
        String line = Intake.lines(intake.handedOn()).get(0).substring("0 ".length());
        assertThat(new InputPage("apmon").blocks("")).contains(line + "\n");
    }

    @Test
    void countsWhatItRefusesAndKeepsItsBytesBehindThePassword() {
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
        List<Parcel> parcels = intake.handedOn();
        assertThat(Intake.lines(parcels)).hasSize(1);
        assertThat(Intake.only(Parcel.Refused.class, parcels)).hasSize(2).allSatisfy(refused -> {
            assertThat(new String(refused.bytes(), UTF_8)).doesNotContain("secret");
            assertThat(refused.bytes()).isNotEmpty();
            assertThat(refused.source()).isEqualTo("127.0.0.1:4711");
        });
    }

    private void receive(byte[] packet) {
        apmon.datagram(packet, 0, packet.length, Intake.SOURCE, Intake.NOW_NANOS);
        apmon.lines().flush();
    }
}
