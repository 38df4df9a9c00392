package io.weir.standalone.probe;

import java.util.concurrent.TimeUnit;
import oshi.software.os.OSProcess;

/**
 * What a process has of the host.
 *
 * @param cpuMillis time on a processor since it started
 * @param files open ones; 0 where this user may not see them
 * @param switches voluntary, and involuntary ones
 * @param atNanos when this was, of {@link System#nanoTime}
 */
record ProcessUse(long cpuMillis, long residentBytes, int threads, long files, Switches switches, long atNanos) {

    /** How often it left the processor: to wait for something, or because its time was over. */
    record Switches(long voluntary, long involuntary) {}

    static ProcessUse of(OSProcess process, long nowNanos) {
        return new ProcessUse(
                process.getKernelTime() + process.getUserTime(),
                process.getResidentMemory(),
                process.getThreadCount(),
                process.getOpenFiles(),
                new Switches(process.getVoluntaryContextSwitches(), process.getInvoluntaryContextSwitches()),
                nowNanos);
    }

    /** CPU is that since {@code before}, in percent of one core. */
    void write(ProbeLine line, ProcessUse before) {
        line.percent(
                        "cpu_usage",
                        TimeUnit.MILLISECONDS.toNanos(Math.max(0, cpuMillis - before.cpuMillis)),
                        atNanos - before.atNanos)
                .count("memory_rss", residentBytes)
                .count("num_threads", threads)
                .count("num_fds", files > 0 ? files : -1)
                .count("voluntary_context_switches", switches.voluntary)
                .count("involuntary_context_switches", switches.involuntary)
                .end();
    }
}
