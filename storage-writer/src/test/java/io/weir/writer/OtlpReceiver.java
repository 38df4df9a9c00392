package io.weir.writer;

import com.google.rpc.Status;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;

/**
 * A receiver of OTLP over HTTP by the specification. It refuses points with the attribute
 * {@code bad}: these alone, or the whole request. It keeps all other points, in memory.
 */
final class OtlpReceiver implements TestStore {
    static final String WORDS = "points with the attribute bad are not accepted";

    private static final String PATH = "/v1/metrics";

    private final int port = FreePorts.next();
    private final boolean isPartial;
    private HttpServer server;
    /** In the order of their receipt. */
    final List<Point> points = new CopyOnWriteArrayList<>();

    final List<Headers> requests = new CopyOnWriteArrayList<>();

    /** A point with the attributes of its resource. */
    record Point(List<String> resource, String metric, NumberDataPoint point) {
        String value() {
            return point.hasAsInt() ? Long.toString(point.getAsInt()) : Double.toString(point.getAsDouble());
        }
    }

    /** @param isPartial whether it accepts the other points of a request with a bad one */
    OtlpReceiver(boolean isPartial) {
        this.isPartial = isPartial;
        server = open();
    }

    @Override
    public String url() {
        return "otlp://127.0.0.1:" + port;
    }

    @Override
    public List<String> values(String measurement, String field) {
        return points.stream()
                .filter(point ->
                        point.metric().equals((field.equals("value") ? measurement : measurement + "." + field)))
                .sorted(Comparator.comparingLong(point -> point.point().getTimeUnixNano()))
                .map(Point::value)
                .toList();
    }

    @Override
    public void start() {
        server = open();
    }

    private HttpServer open() {
        try {
            HttpServer opened = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            opened.createContext("/", this::answer);
            opened.start();
            return opened;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void stop() {
        server.stop(0);
    }

    @Override
    public void close() {
        stop();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests.add(exchange.getRequestHeaders());
            boolean isPacked = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
            InputStream body = isPacked ? new GZIPInputStream(exchange.getRequestBody()) : exchange.getRequestBody();
            ExportMetricsServiceRequest request = ExportMetricsServiceRequest.parseFrom(body);
            if (!exchange.getRequestURI().getPath().equals(PATH)) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            List<Point> good = new ArrayList<>();
            int bad = 0;
            for (ResourceMetrics ofResource : request.getResourceMetricsList()) {
                for (ScopeMetrics ofScope : ofResource.getScopeMetricsList()) {
                    for (Metric metric : ofScope.getMetricsList()) {
                        bad += read(ofResource, metric, good);
                    }
                }
            }
            if (bad > 0 && !isPartial) {
                Status status = Status.newBuilder().setCode(3).setMessage(WORDS).build();
                reply(exchange, 400, status.toByteArray());
                return;
            }
            points.addAll(good);
            ExportMetricsServiceResponse.Builder response = ExportMetricsServiceResponse.newBuilder();
            if (bad > 0) {
                response.getPartialSuccessBuilder().setRejectedDataPoints(bad).setErrorMessage(WORDS);
            }
            reply(exchange, 200, response.build().toByteArray());
        }
    }

    /** Adds the good points; returns the number of the others. */
    private static int read(ResourceMetrics of, Metric metric, List<Point> good) {
        int bad = 0;
        List<String> resource = of.getResource().getAttributesList().stream()
                .map(each -> each.getKey() + "=" + each.getValue().getStringValue())
                .toList();
        for (NumberDataPoint point : metric.getGauge().getDataPointsList()) {
            if (point.getAttributesList().stream()
                    .anyMatch(each -> each.getKey().equals("bad"))) {
                bad++;
            } else {
                good.add(new Point(resource, metric.getName(), point));
            }
        }
        return bad;
    }

    private static void reply(HttpExchange exchange, int code, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
        exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }
}
