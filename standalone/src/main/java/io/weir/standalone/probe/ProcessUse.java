package io.weir.standalone.probe;

import java.util.concurrent.TimeUnit;
import oshi.software.os.OSProcess;

/**
 * The resources that a process uses.
 *
 * @param cpuMillis processor time since the process started
 * @param files open files; 0 if this user may not see them
 * @param switches context switches
 * @param atNanos time of the measurement, by {@link System#nanoTime}
 */
record ProcessUse(long cpuMillis, long residentBytes, int threads, long files, Switches switches, long atNanos) {

    /**
     * How often it left the processor: to wait (voluntary), or because its time slice ended
     * (involuntary).
     */
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

    /** Writes CPU use since {@code before}, in percent of one core. */
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
