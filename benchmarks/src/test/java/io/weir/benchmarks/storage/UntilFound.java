package io.weir.benchmarks.storage;

import io.weir.benchmarks.gateway.Blast;
import io.weir.benchmarks.harness.Hiccups;
import io.weir.benchmarks.harness.InfluxServer;
import io.weir.benchmarks.harness.Latencies;
import io.weir.benchmarks.harness.MostBySecond;
import io.weir.benchmarks.harness.Probes;
import io.weir.benchmarks.harness.Table;
import io.weir.benchmarks.harness.WeirProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Measures the time from a datagram until a query finds its line, under load. Lines of a series
 * stay in order: if one is found, all earlier ones are stored.
 */
final class UntilFound {
    private static final int PER_SECOND = 50;
    private static final int PER_DATAGRAM = 10;
    private static final int SERIES = 100_000;
    private static final long ASK_EVERY_MILLIS = 5;
    private static final int PATIENCE_SECONDS = 60;

    private final InfluxServer server;
    private final WeirProcess weir;
    private final long linesPerSecond;

    private UntilFound(InfluxServer server, WeirProcess weir, long linesPerSecond) {
        this.server = server;
        this.weir = weir;
        this.linesPerSecond = linesPerSecond;
    }

    /** @param warmUpSeconds seconds of the same load that do not count */
    static void measure(Path influxd, long linesPerSecond, int warmUpSeconds, int seconds)
            throws IOException, InterruptedException {
        try (InfluxServer server = InfluxServer.start(influxd, Map.of());
                WeirProcess weir = WeirProcess.start(AllStored.RULES, Writer.store(server))) {
            new UntilFound(server, weir, linesPerSecond).measure(warmUpSeconds, seconds);
        }
    }

    private void measure(int warmUpSeconds, int seconds) throws IOException, InterruptedException {
        System.err.printf("latency at %d lines/s: %d s of warm-up, %d s%n", linesPerSecond, warmUpSeconds, seconds);
        int begin = warmUpSeconds * PER_SECOND;
        Probes probes = new Probes((warmUpSeconds + seconds) * PER_SECOND, PER_SECOND, UntilFound::probe);
        long[] nanos = new long[probes.count()];
        MostBySecond oldest = new MostBySecond();
        Hiccups hiccups = new Hiccups();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        int found = 0;
        try (hiccups) {
            Blast blast = new Blast(linesPerSecond, PER_DATAGRAM, warmUpSeconds + seconds, SERIES, 0);
            Future<?> load = threads.submit(() -> blast.send(weir.udpPort()));
            Future<?> probe = threads.submit(() -> probes.send(weir.udpPort()));
            long deadlineNanos =
                    System.nanoTime() + TimeUnit.SECONDS.toNanos(warmUpSeconds + seconds + PATIENCE_SECONDS);
            while (found < nanos.length && System.nanoTime() < deadlineNanos) {
                int last = (int) server.ask(Writer.DATABASE, "SELECT last(value) FROM probe");
                long now = System.nanoTime();
                for (; found < last; found++) {
                    nanos[found] = now - probes.sentNanos().get(found);
                    if (found >= begin) {
                        oldest.add(now, TimeUnit.NANOSECONDS.toMillis(nanos[found]));
                    }
                }
                Thread.sleep(ASK_EVERY_MILLIS);
            }
            load.get();
            probe.get();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
        print(Arrays.copyOfRange(nanos, Math.min(begin, found), found), oldest, hiccups.most());
    }

    /** The value of each line is its number, from 1. */
    private static String probe(int i) {
        return "probe value=" + (i + 1) + "i " + Clock.systemUTC().millis() * 1_000_000;
    }

    private void print(long[] nanos, MostBySecond oldest, MostBySecond hiccups) {
        Table table = new Table();
        table.row("lines looked at", nanos.length, "");
        Latencies.of(nanos).print(table, "", "from the datagram until a query finds it", oldest.toString());
        table.row("a thread that slept, ms", hiccups.most(), "held up at most");
        table.print("From datagram to query, everything stored, " + linesPerSecond + " lines/s beside");
    }
}
