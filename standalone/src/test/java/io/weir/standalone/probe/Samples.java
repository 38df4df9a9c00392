package io.weir.standalone.probe;

import io.weir.standalone.probe.InterfaceTraffic.Counts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** At least one line of every kind that a probe can send, written by the production code. */
public final class Samples {
    private Samples() {}

    static List<Lines.Read> all() {
        return Lines.read(round(7).round().lines().toBytes());
    }

    /** The text of the lines with this timestamp. */
    public static String text(long timestampNanos) {
        return Lines.text(round(timestampNanos));
    }

    static ProbeLines round(long timestampNanos) {
        ProbeLines to = new ProbeLines("flp1", new TreeMap<>(), 1);
        to.startRound(timestampNanos);
        Cpu.write("cpu-total", new long[8], new long[] {1, 1, 1, 1, 1, 1, 1, 1}, to);
        new Memory(8, 4).write(to);
        new Swap(8, 4, 2, 1).write(to);
        new SystemLoad(new double[] {1, 2, 3}, 8, 3600).write(to);
        new DiskTraffic("/dev/sda", 1, 2, 3, 4, 5).write(to);
        Stream.of("eth0", "docker0", "veth1a2b3c4")
                .forEach(name -> new InterfaceTraffic(name, new Counts(1, 2, 3), new Counts(4, 5, 6), 7, 8).write(to));
        withServer(files -> {
            ProbeLine process = Processes.line(to, "java", 42, Processes.SELF);
            new ProcessUse(1, 2, 3, 4, 5000, 7).write(process, new ProcessUse(0, 0, 0, 0, 0, 0));
            new ThreadSwitches(files, 42).write(process);
            process.end();
            new NamespaceTraffic(files, 42).write(to, "java", Processes.SELF);
            new Sensors(files).collect(to);
            new MemoryErrors(files).collect(to);
            new Links(files).collect(to);
            new DiskErrors(files).collect(to);
            new ProtocolErrors(files).collect(to);
        });
        Smart.write("/dev/sda", Smart.parse(StandIns.ATA), to);
        Smart.write("/dev/sdc", Smart.parse(StandIns.SCSI), to);
        Smart.write("/dev/nvme0", Smart.parse(StandIns.NVME), to);
        Ipmi.write("Inlet Temp | 04h | ok | 7.1 | 23 degrees C", to);
        new FileSystemUse("/", "/dev/sda1", "ext4", false, 8, 4, 2).write(to);
        new Temperature("cpu", 40).write(to);
        new MeterPage(
                        Optional.of("gateway1:9400"),
                        () -> "weir_gateway_rejected_total{input=\"udp\",reason=\"no-field\"} 3.0\n")
                .collect(to);
        return to;
    }

    private static void withServer(Consumer<KernelFiles> use) {
        try {
            Path root = Files.createTempDirectory("weir-host");
            try {
                use.accept(new HostTree(root).server().files());
            } finally {
                delete(root);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
