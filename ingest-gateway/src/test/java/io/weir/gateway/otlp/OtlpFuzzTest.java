package io.weir.gateway.otlp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.util.JsonFormat;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.weir.gateway.fuzz.Damage;
import io.weir.gateway.fuzz.InputFuzz;
import io.weir.gateway.intake.DatagramIntake;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.LineIntake;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class OtlpFuzzTest {
    private static final ExportMetricsServiceRequest WHOLE =
            Requests.request(Requests.gauge("cpu.load", Requests.point(1)));

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyRequestInProtobufArrivesOrIsCounted() {
        List<byte[]> valid = new ArrayList<>();
        requests().forEach(each -> valid.add(each.toByteArray()));
        new InputFuzz(
                        intake -> new Bodies(intake, OtlpFormat.PROTOBUF),
                        WHOLE.toByteArray(),
                        holdsNothing(OtlpFormat.PROTOBUF))
                .run(valid);
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyRequestInJsonArrivesOrIsCounted() throws IOException {
        List<byte[]> valid = new ArrayList<>();
        for (ExportMetricsServiceRequest each : requests()) {
            valid.add(json(each));
        }
        new InputFuzz(intake -> new Bodies(intake, OtlpFormat.JSON), json(WHOLE), holdsNothing(OtlpFormat.JSON))
                .run(valid);
    }

    private static List<ExportMetricsServiceRequest> requests() {
        RandomRequests random = new RandomRequests(new SplittableRandom(Damage.seed()));
        List<ExportMetricsServiceRequest> requests = new ArrayList<>(List.of(WHOLE));
        for (int i = 0; i < 20; i++) {
            requests.add(random.next());
        }
        return requests;
    }

    static byte[] json(ExportMetricsServiceRequest request) throws IOException {
        return JsonFormat.printer()
                .printingEnumsAsInts()
                .omittingInsignificantWhitespace()
                .print(request)
                .getBytes(UTF_8);
    }

    /** Whether a body is a request without data points. */
    private static java.util.function.Predicate<String> holdsNothing(OtlpFormat format) {
        return text -> {
            byte[] bytes = text.getBytes(ISO_8859_1);
            try {
                return format.read(bytes, 0, bytes.length).getResourceMetricsList().stream()
                        .flatMap(each -> each.getScopeMetricsList().stream())
                        .flatMap(each -> each.getMetricsList().stream())
                        .allMatch(OtlpFuzzTest::isEmpty);
            } catch (IOException e) {
                return false;
            }
        };
    }

    private static boolean isEmpty(Metric metric) {
        return switch (metric.getDataCase()) {
            case GAUGE -> metric.getGauge().getDataPointsCount() == 0;
            case SUM -> metric.getSum().getDataPointsCount() == 0;
            case HISTOGRAM -> metric.getHistogram().getDataPointsCount() == 0;
            case EXPONENTIAL_HISTOGRAM -> metric.getExponentialHistogram().getDataPointsCount() == 0;
            case SUMMARY -> metric.getSummary().getDataPointsCount() == 0;
            case DATA_NOT_SET -> false;
        };
    }

    /** Takes each datagram as a body, as the input over HTTP does. */
    private record Bodies(LineIntake lines, MetricLines metrics, OtlpFormat format) implements DatagramIntake {
        Bodies(Intake intake, OtlpFormat format) {
            this(intake.lines, new MetricLines(intake.lines, OtlpMapping.STANDARD), format);
        }

        @Override
        public void datagram(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
            lines.countDatagram(to - from);
            try {
                format.answer(format.take(bytes, from, to, metrics, source, receivedNanos));
            } catch (IOException e) {
                format.error(OtlpFormat.wrong(e));
                metrics.refuse(format.broken(), bytes, from, to, source, receivedNanos);
            }
        }
    }
}
