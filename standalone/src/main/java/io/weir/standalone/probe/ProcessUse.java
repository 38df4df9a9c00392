package io.weir.standalone.probe;

import java.util.concurrent.TimeUnit;
import oshi.software.os.OSProcess;

/**
 * The resources that a process uses.
 *
 * @param cpuMillis processor time since the process started
 * @param files open files; 0 if this user may not see them
 * @param upMillis time since the process started
 * @param atNanos time of the measurement, by {@link System#nanoTime}
 */
record ProcessUse(long cpuMillis, long residentBytes, int threads, long files, long upMillis, long atNanos) {

    static ProcessUse of(OSProcess process, long nowNanos) {
        return new ProcessUse(
                process.getKernelTime() + process.getUserTime(),
                process.getResidentMemory(),
                process.getThreadCount(),
                process.getOpenFiles(),
                process.getUpTime(),
                nowNanos);
    }

    /** Adds CPU use since {@code before}, in percent of one core, and the current use of the rest. */
    void write(ProbeLine line, ProcessUse before) {
        line.percent(
                        "cpu_usage",
                        TimeUnit.MILLISECONDS.toNanos(Math.max(0, cpuMillis - before.cpuMillis)),
                        atNanos - before.atNanos)
                .integer("memory_rss", residentBytes)
                .integer("num_threads", threads)
                .integer("num_fds", files > 0 ? files : -1)
                .integer("uptime", TimeUnit.MILLISECONDS.toSeconds(upMillis));
    }
}
