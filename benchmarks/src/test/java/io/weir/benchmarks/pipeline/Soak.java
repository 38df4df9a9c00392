package io.weir.benchmarks.pipeline;

import io.weir.benchmarks.harness.BenchmarkCommand;
import io.weir.benchmarks.harness.WeirProcess;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures memory over a long run of {@code weir send} against a new {@code weir up}. */
@Command(
        name = "soak.sh",
        description = "Lets weir send load a fresh weir up for long, and shows the memory of both over time."
                + " Exit status as that of weir send: 0 if every line is accounted for and none was lost.")
public final class Soak implements Callable<Integer> {

    @Parameters(index = "0", arity = "0..1", paramLabel = "SECONDS", defaultValue = "600")
    private int seconds;

    @Parameters(index = "1", arity = "0..1", paramLabel = "RATE", defaultValue = "200000", description = "Lines/s.")
    private int rate;

    @Option(names = "--sources", paramLabel = "N", defaultValue = "100000", description = "Addresses to send from.")
    private int sources;

    @Option(names = "--warm-up", paramLabel = "SECONDS", defaultValue = "5", description = "Before that.")
    private int warmUp;

    @Option(names = "--every", paramLabel = "SECONDS", defaultValue = "20", description = "How often to look.")
    private int every;

    /** Exits with the status of {@code weir send}. */
    public static void main(String[] arguments) {
        BenchmarkCommand.run(new Soak(), arguments);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        MemoryTrace trace = new MemoryTrace();
        try (WeirProcess weir = WeirProcess.start(Scenario.PLAIN.rules())) {
            long startNanos = System.nanoTime();
            Process send = new ProcessBuilder(command(weir)).inheritIO().start();
            while (!send.waitFor(every, TimeUnit.SECONDS)) {
                long elapsed = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
                trace.add(sample(elapsed, weir, send));
            }
            trace.print();
            return send.exitValue();
        }
    }

    private List<String> command(WeirProcess weir) {
        return List.of(
                "./weir",
                "send",
                "--to=127.0.0.1:" + weir.udpPort(),
                "--meters=http://127.0.0.1:" + weir.metersPort(),
                "--rate=" + rate,
                "--sources=" + sources,
                "--warm-up=" + warmUp + "s",
                "--duration=" + seconds + "s",
                "--wait=15m");
    }

    private static MemoryTrace.Sample sample(long elapsed, WeirProcess weir, Process send)
            throws IOException, InterruptedException {
        return new MemoryTrace.Sample(
                elapsed,
                Memory.of(weir.pid()),
                weir.gauge("jvm_gc_live_data_size_bytes"),
                weir.gauge("jvm_buffer_memory_used_bytes"),
                weir.gauge("weir_processing_series"),
                Memory.of(send.pid()));
    }
}
