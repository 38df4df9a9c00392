package io.weir.writer.store.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Requests, read by the classes that are generated from the schema. */
class ExportRequestsTest {
    private static final long SEED = Long.getLong("weir.test.seed", System.nanoTime());
    private static final String[] NAMES = {
        "cpu", "a b", "a-b", "a.b", "9x", "ü€", "x:y", "a\\b", "Z,z", "k=v", "\uD83D\uDE00", "hostname"
    };

    /** Reused, as by the writer. */
    private final ExportRequests plain = new ExportRequests(Optional.empty());

    private final ExportRequests withHost = new ExportRequests(Optional.of("hostname"));

    /** A series: the attributes of the resource, the metric's name, and the attributes of the points. */
    private record Stream(Map<String, String> resource, String metric, Map<String, String> attributes) {}

    /** The sent points of each series: values by time. A Long and a Double of one value are different. */
    private final Map<Stream, SortedMap<Long, Object>> sent = new HashMap<>();

    @Test
    void requestHasThePointsOfTheLines() throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int round = 0; round < 200; round++) {
            boolean isHost = random.nextBoolean();
            ExportRequests requests = isHost ? withHost : plain;
            sent.clear();
            StringBuilder lines = new StringBuilder();
            for (int i = random.nextInt(200); i > 0; i--) {
                SortedMap<String, String> tags = new TreeMap<>();
                for (int tag = random.nextInt(5); tag > 0; tag--) {
                    tags.put(name(random), name(random) + random.nextInt(3));
                }
                String measurement = name(random);
                String field = name(random);
                long nanos = 1_790_000_000_000_000_000L + random.nextInt(100);
                long integer = random.nextLong();
                double number = random.nextInt(1_000) / 8.0;
                lines.append(new String(new Series(measurement, tags).canonical(), UTF_8))
                        .append(' ')
                        .append(escaped(field))
                        .append('=')
                        .append(integer)
                        .append("i,f=")
                        .append(number)
                        .append(",flag=true,text=\"x\",value=9223372036854775807u ")
                        .append(nanos)
                        .append('\n');
                Map<String, String> attributes = new HashMap<>(tags);
                Map<String, String> resource = new HashMap<>();
                if (isHost && attributes.containsKey("hostname")) {
                    resource.put("host.name", attributes.remove("hostname"));
                }
                put(resource, measurement + "." + field, attributes, nanos, integer);
                put(resource, measurement + ".f", attributes, nanos, number);
                put(resource, measurement + ".flag", attributes, nanos, 1L);
                put(resource, measurement, attributes, nanos, Long.MAX_VALUE);
            }

            ExportMetricsServiceRequest request = encoded(requests, lines.toString());

            assertThat(received(request)).as("seed %s round %s", SEED, round).isEqualTo(sent);
            assertThat(requests.points())
                    .as("seed %s round %s", SEED, round)
                    .isEqualTo(sent.values().stream().mapToInt(Map::size).sum());
        }
    }

    /** Prometheus drops points of a series that are older than the one before, without a word. */
    @Test
    void pointsOfASeriesAreInTheOrderOfTime() throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        StringBuilder lines = new StringBuilder();
        SortedMap<Long, Object> expected = new TreeMap<>();
        for (int i = 0; i < 20_000; i++) {
            long nanos = random.nextInt(1, 10_000);
            lines.append("m v=").append(i).append("i ").append(nanos).append('\n');
            expected.put(nanos, (long) i);
        }
        ExportMetricsServiceRequest request = encoded(plain, lines.toString());

        List<NumberDataPoint> points = request.getResourceMetrics(0)
                .getScopeMetrics(0)
                .getMetrics(0)
                .getGauge()
                .getDataPointsList();
        assertThat(points)
                .as("seed %s", SEED)
                .extracting(NumberDataPoint::getTimeUnixNano)
                .containsExactlyElementsOf(expected.keySet());
        assertThat(points)
                .as("seed %s", SEED)
                .extracting(NumberDataPoint::getAsInt)
                .containsExactlyElementsOf(
                        expected.values().stream().map(Long.class::cast).toList());
    }

    @Test
    void seriesOfOneMetricShareAGauge() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            lines.append("cpu,hostname=h")
                    .append(i % 3)
                    .append(",core=c")
                    .append(i)
                    .append(" a=1,b=2i 5\n");
        }
        ExportMetricsServiceRequest request = encoded(withHost, lines.toString());

        assertThat(request.getResourceMetricsList()).hasSize(3).allSatisfy(ofHost -> {
            assertThat(ofHost.getResource().getAttributesList()).hasSize(1);
            assertThat(ofHost.getScopeMetricsList()).hasSize(1);
            assertThat(ofHost.getScopeMetrics(0).getScope().getName()).isEqualTo("weir");
            assertThat(ofHost.getScopeMetrics(0).getMetricsList())
                    .extracting(Metric::getName)
                    .containsExactly("cpu.a", "cpu.b");
        });
        assertThat(withHost.points()).isEqualTo(40_000);
        assertThat(withHost.length()).isLessThan((int) (1.5 * withHost.estimate()));
    }

    private void put(
            Map<String, String> resource, String metric, Map<String, String> attributes, long nanos, Object value) {
        sent.computeIfAbsent(new Stream(resource, metric, attributes), stream -> new TreeMap<>())
                .put(nanos, value);
    }

    private static ExportMetricsServiceRequest encoded(ExportRequests requests, String lines) throws IOException {
        byte[] bytes = lines.getBytes(UTF_8);
        LineReader reader = new LineReader();
        reader.wrap(bytes, 0, bytes.length);
        requests.clear(bytes);
        while (reader.next()) {
            requests.add(reader);
        }
        requests.encode();
        return ExportMetricsServiceRequest.parser().parseFrom(requests.bytes(), 0, requests.length());
    }

    /** The points of a request. Checks that no metric of a resource and no stamp of a series occurs twice. */
    private static Map<Stream, SortedMap<Long, Object>> received(ExportMetricsServiceRequest request) {
        Map<Stream, SortedMap<Long, Object>> received = new HashMap<>();
        List<Map<String, String>> resources = new ArrayList<>();
        for (ResourceMetrics ofResource : request.getResourceMetricsList()) {
            Map<String, String> resource = map(ofResource.getResource().getAttributesList());
            resources.add(resource);
            for (Metric metric : ofResource.getScopeMetrics(0).getMetricsList()) {
                for (NumberDataPoint point : metric.getGauge().getDataPointsList()) {
                    Object before = received.computeIfAbsent(
                                    new Stream(resource, metric.getName(), map(point.getAttributesList())),
                                    stream -> new TreeMap<>())
                            .put(
                                    point.getTimeUnixNano(),
                                    point.hasAsInt() ? (Object) point.getAsInt() : (Object) point.getAsDouble());
                    assertThat(before).isNull();
                }
            }
        }
        assertThat(resources).doesNotHaveDuplicates();
        return received;
    }

    private static Map<String, String> map(List<KeyValue> attributes) {
        Map<String, String> map = new HashMap<>();
        Set<String> keys = new HashSet<>();
        for (KeyValue each : attributes) {
            assertThat(keys.add(each.getKey())).isTrue();
            map.put(each.getKey(), each.getValue().getStringValue());
        }
        return map;
    }

    private static String name(SplittableRandom random) {
        return NAMES[random.nextInt(NAMES.length)];
    }

    private static String escaped(String key) {
        return key.replace(",", "\\,").replace("=", "\\=").replace(" ", "\\ ");
    }
}
