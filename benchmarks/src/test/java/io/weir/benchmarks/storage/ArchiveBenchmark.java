package io.weir.benchmarks.storage;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.contract.archive.FileName;
import io.weir.writer.store.archive.ArchiveCheck;
import io.weir.writer.store.archive.ArchiveDirectory;
import io.weir.writer.store.archive.PartitionArchive;
import io.weir.writer.store.archive.Selection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/**
 * The cost of an archive: processor time and bytes per value, of lines in memory. One thread writes; the processor
 * time is that of this thread, so other programs disturb little.
 *
 * <p>Prints a table: for each kind of values, values per second of processor time, bytes per value, and the values per
 * second at which the export reads them.
 */
public final class ArchiveBenchmark {
    private static final int SERIES = Integer.getInteger("series", 10_000);
    private static final int PASSES = Integer.getInteger("passes", 300);
    private static final long MEMORY = Long.getLong("memory-mib", 64) << 20;
    private static final int RECORD_LINES = 200;
    private static final long START = 1_700_000_000_000_000_000L;
    private static final long STEP = 10_000_000_000L;
    private static final String[] DETECTORS = {"TPC", "ITS", "TOF", "MCH"};

    private ArchiveBenchmark() {}

    /** The fields of a series' next line. */
    private interface Fields {
        String next(int series, int pass, Random random);
    }

    private record Kind(String name, Fields fields) {}

    private static final double[] LAST = new double[SERIES];

    private static final List<Kind> KINDS = List.of(
            new Kind(
                    "standard: random with 4 digits",
                    (series, pass, random) -> "value=" + random.nextInt(1_000_000) / 10_000.0),
            new Kind("standard, slowly changing", (series, pass, random) -> {
                if (pass == 0 || random.nextInt(20) == 0) {
                    LAST[series] = random.nextInt(1_000_000) / 10_000.0;
                }
                return "value=" + LAST[series];
            }),
            new Kind(
                    "counters: integers, rising",
                    (series, pass, random) ->
                            "value=" + (1_000_000L * series + 1_000L * pass + random.nextInt(100)) + "i"),
            new Kind(
                    "texts of few kinds",
                    (series, pass, random) -> "value=\"" + (random.nextInt(20) == 0 ? "FAILED" : "RUNNING") + '"'));

    /** @param arguments none; sizes are system properties: series, passes, memory-mib */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = System.out;
        out.printf(Locale.ROOT, "%d series, %d lines each, memory %d MiB%n", SERIES, PASSES, MEMORY >> 20);
        out.printf("%-34s %14s %14s %14s%n", "values", "values/s core", "bytes/value", "read values/s");
        for (Kind kind : KINDS) {
            measure(kind, PASSES / 4, new PrintStream(OutputStream.nullOutputStream(), false, US_ASCII));
            measure(kind, PASSES, out);
        }
    }

    private static void measure(Kind kind, int passes, PrintStream out) throws IOException {
        Path directory = Files.createTempDirectory("weir-archive-");
        try {
            long cpuNanos = 0;
            Random random = new Random(1);
            try (PartitionArchive archive =
                    PartitionArchive.open(directory, "metrics.storage", new FileName.Source("benchmark", 0))) {
                archive.begin(0);
                long offset = 0;
                for (int pass = 0; pass < passes; pass++) {
                    for (int from = 0; from < SERIES; from += RECORD_LINES) {
                        byte[] record = record(kind, pass, from, random);
                        long began = cpu();
                        archive.add(record, 0, record.length, (start, end, reason) -> {
                            throw new IllegalStateException(reason);
                        });
                        archive.endAt(++offset);
                        if (archive.memory() > MEMORY) {
                            archive.complete();
                        }
                        cpuNanos += cpu() - began;
                    }
                }
                long began = cpu();
                archive.complete();
                cpuNanos += cpu() - began;
            }
            long values = (long) SERIES * passes;
            long began = cpu();
            long lines = ArchiveDirectory.of(directory).export(Selection.ALL, OutputStream.nullOutputStream());
            long readNanos = cpu() - began;
            ArchiveCheck.Outcome outcome = new ArchiveCheck(ArchiveDirectory.of(directory), System.err::println).run();
            if (lines != values || outcome.problems() > 0) {
                throw new IllegalStateException("archived " + lines + " lines, " + outcome);
            }
            out.printf(
                    Locale.ROOT,
                    "%-34s %,14d %14.2f %,14d%n",
                    kind.name(),
                    values * 1_000_000_000 / cpuNanos,
                    (double) outcome.bytes() / values,
                    values * 1_000_000_000 / readNanos);
        } finally {
            delete(directory);
        }
    }

    private static byte[] record(Kind kind, int pass, int from, Random random) {
        ByteArrayOutputStream record = new ByteArrayOutputStream(RECORD_LINES * 100);
        for (int series = from; series < Math.min(SERIES, from + RECORD_LINES); series++) {
            long time = START + pass * STEP + series * (STEP / SERIES) / 1_000_000 * 1_000_000;
            String line = "cpu_usage,detector=" + DETECTORS[series % DETECTORS.length] + ",hostname=flp"
                    + (100_000 + series) + ",rolename=flp " + kind.fields().next(series, pass, random) + " " + time
                    + "\n";
            record.writeBytes(line.getBytes(US_ASCII));
        }
        return record.toByteArray();
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
