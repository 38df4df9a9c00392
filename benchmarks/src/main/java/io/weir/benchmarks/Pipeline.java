package io.weir.benchmarks;

import io.weir.standalone.send.Generator;
import io.weir.standalone.send.Load;
import io.weir.standalone.send.Outlet;
import io.weir.standalone.send.PortsWire;
import io.weir.standalone.send.Progress;
import io.weir.standalone.send.Sent;
import io.weir.standalone.send.Time;
import io.weir.standalone.send.Wire;
import io.weir.standalone.send.Workload;
import io.weir.standalone.send.WorkloadShape;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The load harness: sends the standard workload to a {@code weir up} and accounts for every line of it. */
@Command(
        name = "pipeline.sh",
        description = "Sends the standard workload to a fresh weir up and accounts for every line of it."
                + " Exit status 1 if one is unaccounted for.",
        mixinStandardHelpOptions = true,
        showDefaultValues = true)
public final class Pipeline implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long SEED = 42;

    @Parameters(index = "0", arity = "0..1", paramLabel = "SECONDS", defaultValue = "60")
    private int seconds;

    @Parameters(index = "1", arity = "0..1", paramLabel = "RATE", defaultValue = "300000", description = "Lines/s.")
    private int rate;

    @Parameters(index = "2", arity = "0..1", paramLabel = "PER_DATAGRAM", defaultValue = "10", description = "Lines.")
    private int perDatagram;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description = "Before that, in which the rate rises from nothing; counted like the rest.")
    private int warmUp;

    @Option(names = "--means", description = "Rules that store means over 1 s instead of every value.")
    private boolean means;

    /** Exit status 0: every line is accounted for. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Pipeline()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Load load = load();
        Scenario scenario = means ? Scenario.MEANS : Scenario.PLAIN;
        WindowCount windows = new WindowCount(ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now()));
        Workload workload = new Workload(WorkloadShape.standard(SEED), windows::add);
        try (WeirProcess weir = WeirProcess.start(scenario.rules())) {
            Duration startCpu = weir.cpu();
            long startCpuNanos = cpuNanos();
            Sent sent = send(workload, load, weir.udpPort());
            long sentNanos = System.nanoTime();
            long generatorCpuNanos = cpuNanos() - startCpuNanos;
            Accounting end = awaitStored(weir, scenario, sent);
            Report report = new Report(
                    sent,
                    generatorCpuNanos,
                    end,
                    means ? windows.count() : sent.lines(),
                    System.nanoTime() - sentNanos,
                    weir.cpu().minus(startCpu),
                    weir.peakResidentBytes());
            report.print(load);
            return report.isAccountedFor() ? 0 : 1;
        }
    }

    private Load load() {
        if (seconds < 1 || warmUp < 0 || rate < 1 || perDatagram < 1 || perDatagram > 500) {
            throw new IllegalArgumentException(
                    "SECONDS and RATE must be at least 1, the warm-up at least 0, PER_DATAGRAM 1 to 500");
        }
        long warmUpNanos = TimeUnit.SECONDS.toNanos(warmUp);
        return new Load(rate, perDatagram, Load.NO_LIMIT, warmUpNanos, TimeUnit.SECONDS.toNanos(seconds));
    }

    private static Sent send(Workload workload, Load load, int port) throws IOException {
        try (Wire wire = new PortsWire(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
            Outlet outlet = new Outlet(wire, Time.system(), new Progress(System.err, false), () -> false);
            return Generator.run(workload, load, outlet);
        }
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Looks until nothing is missing any more, or nothing has changed for a while. */
    private Accounting awaitStored(WeirProcess weir, Scenario scenario, Sent sent)
            throws IOException, InterruptedException {
        Accounting before = Accounting.of(weir.meters(), sent, perDatagram);
        long changedNanos = System.nanoTime();
        while (System.nanoTime() - changedNanos < PATIENCE.toNanos()) {
            Accounting now = Accounting.of(weir.meters(), sent, perDatagram);
            if (now.isQuiet()) {
                now = scenario.count(weir, now);
                if (now.unaccounted() <= 0) {
                    return now;
                }
            }
            if (!now.equals(before)) {
                before = now;
                changedNanos = System.nanoTime();
            }
            Thread.sleep(50);
        }
        return scenario.count(weir, before);
    }
}
