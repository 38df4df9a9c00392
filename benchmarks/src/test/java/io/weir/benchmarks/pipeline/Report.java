package io.weir.benchmarks.pipeline;

import io.weir.benchmarks.harness.Table;
import io.weir.standalone.send.Load;
import io.weir.standalone.send.Sent;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * The result of a run.
 *
 * @param generatorCpuNanos processor time of the sending thread
 * @param expectedRows rows in the store if nothing was lost
 * @param untilStoredNanos time from the last datagram until a query found all of it
 * @param cpu processor time of the weir process, from the first datagram until then
 */
public record Report(
        Sent sent,
        long generatorCpuNanos,
        Accounting end,
        long expectedRows,
        long untilStoredNanos,
        Duration cpu,
        long peakResidentBytes) {

    private static final long SECOND_NANOS = 1_000_000_000;

    /** Returns whether every sent line and every stored row is accounted for. */
    public boolean isAccountedFor() {
        return end.unaccounted() == 0 && (end.loss() > 0 || end.rows() == expectedRows);
    }

    /** Prints the result of this load as a table. */
    public void print(Load load) {
        Table table = new Table();
        table.row("sent", sent.lines(), String.format("%.0f/s in %.1f s", sent.rate(), sent.nanos() / 1e9));
        table.row("dropped by the kernel", end.kernelDrops(), "");
        table.row("received", end.received(), "");
        table.row("rejected", end.rejected(), "by all services");
        table.row("dropped or lost by the gateway", end.dropped(), "");
        table.row("acknowledged by Kafka", end.acknowledged(), "");
        table.row("processed", end.processed(), "");
        table.row("late", end.late(), "for their window");
        table.row("written for storage", end.forStorage(), "lines");
        table.row("acknowledged by the store", end.written(), "lines");
        table.row("rows in the store", end.rows(), "expected " + expectedRows);
        table.row("stored", end.stored(), "of those sent, by query");
        table.row("loss", end.loss(), "sent and not stored");
        table.row("unaccounted for", end.unaccounted(), "");
        table.row("seconds until all was stored", untilStoredNanos / 1e9, "from the last datagram on");
        table.row("CPU s per million, generator", perMillion(generatorCpuNanos), "");
        table.row("CPU s per million, weir", perMillion(cpu.toNanos()), "all of it, with Kafka and store");
        table.row("peak memory of weir, MiB", peakResidentBytes >> 20, "resident");
        table.row("load of the machine at the end", load(), "runnable threads, 1 min");
        table.print(String.format(
                "%d s, %d/s, %d per datagram, warm-up %d s",
                load.nanos() / SECOND_NANOS,
                load.linesPerSecond(),
                load.perDatagram(),
                load.warmUpNanos() / SECOND_NANOS));
    }

    private double perMillion(long nanos) {
        return nanos / 1e9 / (sent.lines() / 1e6);
    }

    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }
}
