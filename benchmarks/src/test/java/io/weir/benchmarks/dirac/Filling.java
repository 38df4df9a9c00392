package io.weir.benchmarks.dirac;

import io.weir.benchmarks.harness.TemporaryDirectory;
import io.weir.benchmarks.harness.WeirProcess;
import io.weir.gateway.testing.RabbitMqServer;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Fills all stores with a history together: one {@code weir up} loads it from RabbitMQ. */
final class Filling {
    /** Stores everything unmodified. */
    static final Path RULES = Path.of("benchmarks", "plain.yaml");

    private static final String STORED = "writer_lines_stored";
    private static final long LOOK_EVERY_MILLIS = 200;
    private static final long STANDSTILL_NANOS = TimeUnit.MINUTES.toNanos(2);

    private Filling() {}

    /**
     * Returns after all stores have acknowledged each record.
     *
     * @throws IOException if the writers stand still before
     */
    static void fill(List<Store> stores, WmsHistory history) throws IOException, InterruptedException {
        try (TemporaryDirectory directory = TemporaryDirectory.create();
                RabbitMqServer rabbit = RabbitMqServer.start(directory.path(), FreePorts::next)) {
            Runtime.getRuntime().addShutdownHook(new Thread(rabbit::close));
            Map<String, String> settings =
                    Map.of("WEIR_GATEWAY_INPUTS", input(rabbit.port()), "WEIR_WRITER_TARGETS", targets(stores));
            List<String> store = List.of("--store", stores.get(0).url());
            try (WeirProcess weir = WeirProcess.start(RULES, store, settings)) {
                Publisher.publish(rabbit.factory(), history);
                await(weir, history.records() * stores.size());
            }
        }
    }

    private static String input(int port) {
        List<String> tags = new ArrayList<>();
        WmsHistory.TAGS.forEach(tag -> tags.add(tag + ": /" + tag));
        return "[{kind: amqp, name: wms, brokers: ['127.0.0.1:" + port + "'], queues: [" + Publisher.QUEUE
                + "], declare: {}, format: json, mapping: {measurement: " + WmsHistory.NAME + ", tags: {"
                + String.join(", ", tags) + "}, timestamp: /timestamp}}]";
    }

    private static String targets(List<Store> stores) {
        List<String> targets = new ArrayList<>();
        for (int i = 1; i < stores.size(); i++) {
            targets.add("store" + i + ": {store: '" + stores.get(i).url() + "'}");
        }
        return "{" + String.join(", ", targets) + "}";
    }

    private static void await(WeirProcess weir, long lines) throws IOException, InterruptedException {
        long before = 0;
        long movedNanos = System.nanoTime();
        while (before < lines) {
            Thread.sleep(LOOK_EVERY_MILLIS);
            long now = weir.meters().count(STORED);
            if (now > before) {
                before = now;
                movedNanos = System.nanoTime();
            } else if (System.nanoTime() - movedNanos > STANDSTILL_NANOS) {
                throw new IOException("the writers stand still after " + before + " of " + lines + " lines");
            }
        }
    }
}
