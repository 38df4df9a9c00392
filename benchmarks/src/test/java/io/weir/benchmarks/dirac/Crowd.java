package io.weir.benchmarks.dirac;

import io.weir.benchmarks.harness.Latencies;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients that ask for one random plot after another. A client that the server refuses, because too many others wait,
 * asks again; its time counts from the first attempt.
 */
final class Crowd {
    private static final long RETRY_MILLIS = 100;

    private final PlotApi api;
    private final WmsHistory history;
    private final int days;
    private final AtomicLong refused = new AtomicLong();

    /** @param days length of each plot */
    Crowd(PlotApi api, WmsHistory history, int days) {
        this.api = api;
        this.history = history;
        this.days = days;
    }

    /**
     * The answers to the clients.
     *
     * @param refused attempts that the server refused
     */
    record Seen(Latencies latencies, Duration elapsed, long refused) {
        /** Answers in a second, of all clients. */
        double perSecond() {
            return latencies.count() * 1e9 / elapsed.toNanos();
        }
    }

    /** Asks for this time; longer if a client has no answer by then. */
    Seen ask(int clients, Duration time, long seed) throws IOException, InterruptedException {
        long beginNanos = System.nanoTime();
        long endNanos = beginNanos + time.toNanos();
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        List<Long> nanos = new ArrayList<>();
        try {
            List<Future<List<Long>>> clientsTimes = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                Random random = new Random(seed + i);
                clientsTimes.add(threads.submit(() -> client(random, endNanos)));
            }
            for (Future<List<Long>> each : clientsTimes) {
                nanos.addAll(each.get());
            }
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
        return new Seen(
                Latencies.of(nanos.stream().mapToLong(Long::longValue).toArray()),
                Duration.ofNanos(System.nanoTime() - beginNanos),
                refused.get());
    }

    private List<Long> client(Random random, long endNanos) throws IOException, InterruptedException {
        List<Long> nanos = new ArrayList<>();
        Plot[] plots = Plot.values();
        while (nanos.isEmpty() || System.nanoTime() < endNanos) {
            String path = api.path(plots[random.nextInt(plots.length)], Span.random(history, days, random));
            long beginNanos = System.nanoTime();
            Optional<String> answer = api.http().getUnlessBusy(path);
            while (answer.isEmpty()) {
                refused.incrementAndGet();
                Thread.sleep(RETRY_MILLIS);
                answer = api.http().getUnlessBusy(path);
            }
            nanos.add(System.nanoTime() - beginNanos);
        }
        return nanos;
    }
}
