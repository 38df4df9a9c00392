package io.weir.benchmarks.gateway;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.xerial.snappy.Snappy;

/**
 * An HTTP server in this process that counts the metrics of requests in protobuf, plain or compressed
 * with Snappy, and keeps nothing. It answers with status 204.
 */
final class ProtobufSink implements Destination {
    private static final int NO_CONTENT = 204;
    private static final int UNSUPPORTED = 415;

    private final AtomicLong metrics = new AtomicLong();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final int[] path;

    /** @param path field numbers that lead from a request to the messages that count as metrics */
    ProtobufSink(int... path) throws IOException {
        this.path = path;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Returns the URL of a path of this server. */
    String url(String urlPath) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + urlPath;
    }

    @Override
    public long metrics() {
        return metrics.get();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String encoding = exchange.getRequestHeaders().getFirst("Content-Encoding");
            if (encoding != null && !"snappy".equals(encoding)) {
                exchange.sendResponseHeaders(UNSUPPORTED, -1);
                return;
            }
            byte[] request = encoding == null ? body : Snappy.uncompress(body);
            metrics.addAndGet(count(CodedInputStream.newInstance(request), 0));
            exchange.sendResponseHeaders(NO_CONTENT, -1);
        }
    }

    private long count(CodedInputStream message, int depth) throws IOException {
        int wanted = WireFormat.WIRETYPE_LENGTH_DELIMITED | (path[depth] << 3);
        long found = 0;
        for (int tag = message.readTag(); tag != 0; tag = message.readTag()) {
            if (tag != wanted) {
                message.skipField(tag);
            } else if (depth == path.length - 1) {
                message.skipField(tag);
                found++;
            } else {
                int outer = message.pushLimit(message.readRawVarint32());
                found += count(message, depth + 1);
                message.popLimit(outer);
            }
        }
        return found;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
    }
}
