package io.weir.writer;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.weir.writer.testing.DecodedSeries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.xerial.snappy.Snappy;

/**
 * A receiver of remote write 2.0 by the specification. It refuses negative values, stores the other
 * samples of the request, and counts these. In strict order, it also refuses each sample that is
 * older than the last one of its series, as Prometheus 3 does without a window for such samples.
 */
final class CountingReceiver implements AutoCloseable {
    private static final int OK = 204;
    private static final int BAD = 400;
    private static final int UNAVAILABLE = 503;

    private final HttpServer server;
    private final boolean isStrict;
    /** Values by milliseconds, by labels. */
    final Map<String, SortedMap<Long, Double>> stored = new ConcurrentHashMap<>();

    final List<Headers> requests = new CopyOnWriteArrayList<>();
    /** The number of the request that it answers with 503, and stores nothing of. */
    volatile int unavailableAt;

    CountingReceiver(boolean isStrict) {
        this.isStrict = isStrict;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "remotewrite://127.0.0.1:" + server.getAddress().getPort() + "?version=2";
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests.add(exchange.getRequestHeaders());
            if (requests.size() == unavailableAt) {
                exchange.sendResponseHeaders(UNAVAILABLE, -1);
                return;
            }
            byte[] body = Snappy.uncompress(exchange.getRequestBody().readAllBytes());
            int sent = 0;
            int written = 0;
            for (DecodedSeries series : DecodedSeries.ofVersion2(body, body.length)) {
                SortedMap<Long, Double> kept = stored.computeIfAbsent(series.labels(), labels -> new TreeMap<>());
                for (Map.Entry<Long, Double> sample : series.samples().entrySet()) {
                    sent++;
                    if (accepts(kept, sample.getKey(), sample.getValue())) {
                        written++;
                        kept.put(sample.getKey(), sample.getValue());
                    }
                }
            }
            exchange.getResponseHeaders().set("X-Prometheus-Remote-Write-Samples-Written", Integer.toString(written));
            // Without words, because this server delays them by 40 ms.
            exchange.sendResponseHeaders(sent == written ? OK : BAD, -1);
        }
    }

    private boolean accepts(SortedMap<Long, Double> kept, long millis, double value) {
        if (value < 0) {
            return false;
        }
        boolean isNext = kept.isEmpty() || millis > kept.lastKey();
        return !isStrict || isNext || (millis == kept.lastKey() && value == kept.getOrDefault(millis, Double.NaN));
    }
}
