package io.weir.gateway.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.weir.gateway.fuzz.Damage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The reader of protobuf writes the same lines as the messages that the library builds of the body. */
class WireRequestFuzzTest {
    private static final int REQUESTS = 4_000;

    /** The name of a scope is of use only as a tag. */
    private static final OtlpMapping MAPPING =
            new OtlpMapping(OtlpMapping.STANDARD.resourceTags(), true, OtlpMapping.Histograms.ARRAYS);

    private final List<byte[]> valid = new ArrayList<>();
    private int read;
    private int broken;

    @Test
    void unusualRequestsBecomeTheSameLinesAsTheirMessages() throws IOException {
        long seed = Damage.seed();
        RandomRequests random = new RandomRequests(new SplittableRandom(seed));
        UnusualWire unusual = new UnusualWire(new Random(seed));
        for (int i = 0; i < REQUESTS; i++) {
            byte[] usual = random.next().toByteArray();
            check(unusual.written(usual, ExportMetricsServiceRequest.getDescriptor()));
        }
        assertThat(read).isGreaterThan(REQUESTS / 2);
        assertThat(broken).isGreaterThan(REQUESTS / 1_000);
    }

    @Test
    void damagedRequestsBecomeTheSameLinesAsTheirMessagesOrAreRefused() throws IOException {
        long seed = Damage.seed();
        RandomRequests random = new RandomRequests(new SplittableRandom(seed));
        for (int i = 0; i < 20; i++) {
            valid.add(random.next().toByteArray());
        }
        Damage damage = new Damage(seed, valid);
        for (int i = 0; i < Damage.inputs(); i++) {
            check(damage.next());
        }
        assertThat(read).isPositive();
        assertThat(broken).isPositive();
    }

    private void check(byte[] wire) throws IOException {
        Exported expected = new Exported(MAPPING);
        Exported exported = new Exported(MAPPING);
        String bytes = HexFormat.of().formatHex(wire);
        ExportMetricsServiceRequest request;
        try {
            request = OtlpFormat.PROTOBUF.read(wire, 0, wire.length);
        } catch (IOException e) {
            broken++;
            assertThatThrownBy(() -> exported.protobuf(wire)).as(bytes).isInstanceOf(IOException.class);
            exported.handOver();
            assertThat(exported.counts().lines.sum()).as(bytes).isZero();
            return;
        }
        read++;
        ExportReport built = expected.message(request);
        ExportReport report = exported.protobuf(wire);
        assertThat(exported.lines()).as(bytes).isEqualTo(expected.lines());
        assertThat(exported.refused()).as(bytes).isEqualTo(expected.refused());
        assertThat(report.rejected()).as(bytes).isEqualTo(built.rejected());
        assertThat(report.message()).as(bytes).isEqualTo(built.message());
    }
}
