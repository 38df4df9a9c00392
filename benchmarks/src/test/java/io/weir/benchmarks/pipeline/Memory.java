package io.weir.benchmarks.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Memory of a process in bytes, from Linux ({@code proc(5)}, {@code status}).
 *
 * @param own resident private memory: heap, thread stacks, native buffers
 * @param mapped resident pages of files, which the operating system can reclaim
 */
record Memory(long own, long mapped) {

    static Memory of(long pid) throws IOException {
        List<String> status = Files.readAllLines(Path.of("/proc/" + pid + "/status"));
        return new Memory(bytes(status, "RssAnon:"), bytes(status, "RssFile:"));
    }

    private static long bytes(List<String> status, String key) {
        return status.stream()
                .filter(line -> line.startsWith(key))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                .findFirst()
                .orElse(0);
    }
}
