package io.weir.gateway.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.weir.gateway.fuzz.Damage;
import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Random requests become the lines that a simple printer makes of them. */
class OtlpOracleTest {
    private static final int REQUESTS = 2_000;

    @Test
    void everyPointBecomesItsLineOrIsRefused() throws Exception {
        RandomRequests random = new RandomRequests(new SplittableRandom(Damage.seed()));
        int lines = 0;
        int refused = 0;
        for (int i = 0; i < REQUESTS; i++) {
            ExportMetricsServiceRequest request = random.next();
            RequestOracle expected = new RequestOracle();
            expected.take(request);
            check(request, exported -> exported.protobuf(request.toByteArray()), expected);
            byte[] json = OtlpFuzzTest.json(request);
            check(request, exported -> exported.message(OtlpFormat.JSON.read(json, 0, json.length)), expected);
            lines += expected.lines.size();
            refused += expected.refused;
        }
        assertThat(lines).isGreaterThan(REQUESTS);
        assertThat(refused).isGreaterThan(REQUESTS / 10);
    }

    private interface Sent {
        ExportReport to(Exported exported) throws IOException;
    }

    private static void check(ExportMetricsServiceRequest request, Sent sent, RequestOracle expected)
            throws IOException {
        Exported exported = Exported.standard();
        ExportReport report = sent.to(exported);
        assertThat(exported.lines()).as(request.toString()).containsExactlyInAnyOrderElementsOf(expected.lines);
        assertThat(report.rejected()).as(request.toString()).isEqualTo(expected.refused);
        assertThat(exported.refused()).hasSize(expected.refused);
    }
}
