package io.weir.benchmarks.storage;

import io.weir.benchmarks.harness.Grid;
import io.weir.benchmarks.harness.InfluxServer;
import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.LogTopic;
import io.weir.contract.topic.Topics;
import io.weir.standalone.send.Sent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures the write speed of values of each type in each data model, and their size on disk after
 * compaction.
 */
final class Types {
    private static final int OBJECTS = 1_000;
    private static final int FEWER_OBJECTS = 100;
    /**
     * Makes a restarted database write its log into files immediately and compact them into one.
     */
    private static final Map<String, String> COMPACTING = Map.of(
            "INFLUXDB_DATA_CACHE_SNAPSHOT_WRITE_COLD_DURATION", "1s",
            "INFLUXDB_DATA_COMPACT_FULL_WRITE_COLD_DURATION", "1s");

    private static final int QUIET_LOOKS = 5;
    private static final int MOST_LOOKS = 300;
    private static final long LOOK_EVERY_MILLIS = 1_000;

    private final Path influxd;
    private final double part;
    private final int connections;
    private final Grid grid = new Grid(
            "type",
            "data model",
            "values",
            "Weir's writer, values/s",
            "ready bodies, values/s",
            "Weir : ready bodies",
            "bytes per value on disk",
            "in line protocol");

    /** @param part the part of each type's own number of lines to use */
    Types(Path influxd, double part, int connections) {
        this.influxd = influxd;
        this.part = part;
        this.connections = connections;
    }

    void measure() throws IOException, InterruptedException {
        try (KafkaProcess kafka = KafkaProcess.start()) {
            for (ValueType type : ValueType.values()) {
                for (boolean isByObject : new boolean[] {false, true}) {
                    cell(kafka, type, isByObject);
                }
            }
        }
        grid.print();
    }

    private void cell(KafkaProcess kafka, ValueType type, boolean isByObject) throws IOException, InterruptedException {
        System.err.printf("%s, %s%n", type.title(), isByObject ? "a measurement per object" : "object as a tag");
        Topics topics = new Topics(type.name().toLowerCase(Locale.ROOT) + (isByObject ? ".object." : ".tag."));
        long lines = Math.round(type.lines() * part);
        int objects = lines < 100L * OBJECTS ? FEWER_OBJECTS : OBJECTS;
        long beginMillis = (Clock.systemUTC().millis() / 1_000 - lines / objects - 10) * 1_000;
        long filled = new LogTopic(kafka, topics, topics.storage(), Writer.PARTITIONS)
                .fill(new TypedLog(type, isByObject, objects, beginMillis), lines);
        ReadyBodies bodies = new ReadyBodies(new TypedLog(type, isByObject, objects, beginMillis), lines);
        Loaded written;
        long bytes;
        try (InfluxServer server = InfluxServer.start(influxd, Map.of())) {
            try (Writer writer = Writer.start(kafka, topics, server, Map.of())) {
                writer.awaitReady();
                written = writer.load(filled, 0, server);
            }
            bytes = compacted(server);
        }
        Loaded posted;
        try (InfluxServer server = InfluxServer.start(influxd, Map.of())) {
            server.create(Writer.DATABASE);
            posted = bodies.load(server, Writer.DATABASE, connections);
        }
        int values = type.fields();
        grid.row(
                type.title(),
                isByObject ? "a measurement per object" : "object as a tag",
                Sent.grouped(filled * values),
                Sent.grouped(Math.round(written.perSecond() * values)),
                Sent.grouped(Math.round(posted.perSecond() * values)),
                decimals(written.perSecond() / posted.perSecond()),
                decimals((double) bytes / (filled * values)),
                decimals(bodies.bytesPerLine() / values));
    }

    private static String decimals(double number) {
        return String.format(Locale.ROOT, "%.2f", number);
    }

    /** Returns the bytes of all shards after each is compacted into one file. */
    private static long compacted(InfluxServer server) throws IOException, InterruptedException {
        server.stop();
        server.startAgain(COMPACTING);
        Path shards = server.data().resolve(Writer.DATABASE).resolve("autogen");
        long before = -1;
        int quiet = 0;
        for (int looks = 0; looks < MOST_LOOKS && quiet < QUIET_LOOKS; looks++) {
            Thread.sleep(LOOK_EVERY_MILLIS);
            Map<Path, Long> files = sizes(shards);
            long bytes = files.values().stream().mapToLong(size -> size).sum();
            quiet = isOneEach(files.keySet()) && bytes == before ? quiet + 1 : 0;
            before = bytes;
        }
        return before;
    }

    private static boolean isOneEach(Set<Path> files) {
        List<Path> blocks = files.stream()
                .filter(file -> file.getFileName().toString().contains(".tsm"))
                .toList();
        return !blocks.isEmpty()
                && blocks.stream().map(Path::getParent).distinct().count() == blocks.size();
    }

    private static Map<Path, Long> sizes(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).collect(Collectors.toMap(file -> file, file -> file.toFile()
                    .length()));
        } catch (UncheckedIOException e) {
            // A file was compacted away during the walk.
            return Map.of();
        }
    }
}
