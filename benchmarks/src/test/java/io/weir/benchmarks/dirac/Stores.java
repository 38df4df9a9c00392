package io.weir.benchmarks.dirac;

import io.weir.benchmarks.harness.TemporaryDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Stores that run at the same time and get the same history. */
final class Stores implements AutoCloseable {
    private final Map<StoreKind, Store> running = new EnumMap<>(StoreKind.class);

    private Stores() {}

    /** Starts the installed stores; prints which ones are not installed. */
    static Stores start(List<StoreKind> kinds, WmsHistory history) throws IOException, InterruptedException {
        Stores stores = new Stores();
        for (StoreKind kind : kinds) {
            if (kind.isInstalled()) {
                stores.running.put(kind, kind.start(history));
            } else {
                System.err.println(kind.title() + " is not installed, and is left out");
            }
        }
        if (stores.running.isEmpty()) {
            throw new IOException("none of the stores is installed: " + kinds);
        }
        return stores;
    }

    /**
     * Fills all stores together, and prepares them for queries.
     *
     * @throws IOException if one of them then lacks records or has some twice
     */
    void fill(WmsHistory history) throws IOException, InterruptedException {
        try (TemporaryDirectory directory = TemporaryDirectory.create()) {
            Path rules = Files.writeString(directory.path().resolve("tiers.yaml"), Tier.RULES);
            // Records then go to the raw tier.
            prepare(rules);
            long beginNanos = System.nanoTime();
            Filling.fill(List.copyOf(running.values()), history);
            System.out.printf(
                    "%d records from RabbitMQ in each store, in %.0f s%n",
                    history.records(), (System.nanoTime() - beginNanos) / 1e9);
            for (Map.Entry<StoreKind, Store> each : running.entrySet()) {
                checkCount(each.getKey().title(), each.getValue().records(), history.records());
            }
            prepare(rules);
        }
    }

    private void prepare(Path rules) throws IOException, InterruptedException {
        for (Store store : running.values()) {
            store.prepare(rules);
        }
    }

    private static void checkCount(String name, long records, long expected) throws IOException {
        System.out.printf("%s holds %d records%n", name, records);
        if (records != expected) {
            throw new IOException(name + " must hold " + expected + " records");
        }
    }

    /** Measures one after the other. */
    void measure(Measurement measurement) throws IOException, InterruptedException {
        for (Map.Entry<StoreKind, Store> each : running.entrySet()) {
            measurement.measure(each.getKey().title(), each.getValue());
        }
    }

    @Override
    public void close() {
        running.values().forEach(Store::close);
    }
}
