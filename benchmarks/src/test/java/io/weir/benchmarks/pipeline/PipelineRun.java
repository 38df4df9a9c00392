package io.weir.benchmarks.pipeline;

import io.weir.benchmarks.harness.WeirProcess;
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

/**
 * Sends the standard workload through a {@code weir up} and waits until all of it is stored.
 *
 * @param isOfWindows whether the store gets one row per series and second with values, instead of
 *     each value
 */
public record PipelineRun(Load load, StoreCount store, boolean isOfWindows) {
    private static final long SEED = 42;

    /** Sends from this thread, then waits. */
    public Report run(WeirProcess weir) throws IOException, InterruptedException {
        WindowCount windows = new WindowCount(ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now()));
        Workload workload = new Workload(WorkloadShape.standard(SEED), windows::add);
        Duration startCpu = weir.cpu();
        long startCpuNanos = cpuNanos();
        Sent sent = send(workload, weir.udpPort());
        long sentNanos = System.nanoTime();
        long generatorCpuNanos = cpuNanos() - startCpuNanos;
        Accounting end = Arrival.await(weir, sent, load.perDatagram(), store);
        return new Report(
                sent,
                generatorCpuNanos,
                end,
                isOfWindows ? windows.count() : sent.lines(),
                System.nanoTime() - sentNanos,
                weir.cpu().minus(startCpu),
                weir.peakResidentBytes());
    }

    private Sent send(Workload workload, int port) throws IOException {
        try (Wire wire = new PortsWire(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
            Outlet outlet = new Outlet(wire, Time.system(), new Progress(System.err, false), () -> false);
            return Generator.run(workload, load, outlet);
        }
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
