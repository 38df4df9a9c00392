package io.weir.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreOptions;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.stores.Stores;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes of a sample in requests of remote write 1.0 and 2.0, and the processor time of the
 * writer's thread, which encodes, compresses and sends them. A server in this process counts and
 * stores nothing.
 */
public final class RemoteWriteBenchmark {
    private static final int BATCH_LINES = 10_000;
    private static final int PASSES = Integer.getInteger("passes", 20);
    private static final int FIELDS = 10;

    /** Of requests, with and without compression. */
    private static final AtomicLong PACKED = new AtomicLong();

    private static final AtomicLong PLAIN = new AtomicLong();

    private RemoteWriteBenchmark() {}

    /** @param arguments none */
    public static void main(String[] arguments) throws IOException {
        HttpServer sink = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        sink.createContext("/", RemoteWriteBenchmark::count);
        sink.start();
        System.out.printf(
                "%-36s %8s %18s %18s %16s%n",
                "lines of a request: " + BATCH_LINES, "version", "bytes/sample", "uncompressed", "samples/s core");
        for (int fields : new int[] {1, FIELDS}) {
            for (String version : new String[] {"1", "2"}) {
                String url = "remotewrite://127.0.0.1:" + sink.getAddress().getPort() + "?version=" + version;
                StoreOptions options = new StoreOptions(Optional.empty(), Duration.ofSeconds(30));
                try (Store store = Stores.open(StoreCatalog.BUILT_IN.parse(url), options)) {
                    measure(store, fields, version);
                }
            }
        }
        sink.stop(0);
    }

    private static void count(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            PACKED.addAndGet(body.length);
            PLAIN.addAndGet(plainLength(body));
            exchange.getResponseHeaders()
                    .set("X-Prometheus-Remote-Write-Samples-Written", Integer.toString(Integer.MAX_VALUE));
            exchange.sendResponseHeaders(204, -1);
        }
    }

    /** The length before compression, with which a block of Snappy begins. */
    private static long plainLength(byte[] block) {
        long length = 0;
        int at = 0;
        do {
            length |= (long) (block[at] & 0x7F) << (7 * at);
        } while (block[at++] < 0);
        return length;
    }

    private static void measure(Store store, int fields, String version) {
        byte[] lines = lines(fields);
        write(store, lines);
        PACKED.set(0);
        PLAIN.set(0);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long began = threads.getCurrentThreadCpuTime();
        for (int pass = 0; pass < PASSES; pass++) {
            write(store, lines);
        }
        double seconds = (threads.getCurrentThreadCpuTime() - began) / 1e9;
        double samples = (double) StandardLines.COUNT * fields * PASSES;
        System.out.printf(
                Locale.ROOT,
                "%-36s %8s %18.2f %18.2f %16.0f%n",
                "standard, fields in a line: " + fields,
                version,
                PACKED.get() / samples,
                PLAIN.get() / samples,
                samples / seconds);
    }

    private static void write(Store store, byte[] lines) {
        int from = 0;
        while (from < lines.length) {
            int to = from;
            for (int line = 0; line < BATCH_LINES && to < lines.length; line++) {
                while (lines[to++] != '\n') {
                    // The end of the line is further on.
                }
            }
            expectStored(store.prepare(lines, 0, (start, end, reason) -> {}));
            expectStored(store.write(lines, from, to));
            from = to;
        }
    }

    private static void expectStored(Reply reply) {
        if (!(reply instanceof Reply.Stored)) {
            throw new IllegalStateException(reply.toString());
        }
    }

    /** Standard lines, whose field is in each as often as this, with other numbers. */
    private static byte[] lines(int fields) {
        byte[] standard = StandardLines.bytes(1);
        if (fields == 1) {
            return standard;
        }
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder lines = new StringBuilder(3 * standard.length);
        for (String line : new String(standard, US_ASCII).split("\n")) {
            int blank = line.lastIndexOf(' ');
            lines.append(line, 0, blank);
            for (int field = 1; field < fields; field++) {
                lines.append(",value").append(field).append('=').append(random.nextInt(1_000_000) / 10_000.0);
            }
            lines.append(line, blank, line.length()).append('\n');
        }
        return lines.toString().getBytes(US_ASCII);
    }
}
