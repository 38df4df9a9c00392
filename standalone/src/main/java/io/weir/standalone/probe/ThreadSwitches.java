package io.weir.standalone.probe;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The context switches of all threads of a process. Linux counts them for each thread and forgets
 * ended threads, so this adds up what happened since the previous call. Not thread-safe.
 */
final class ThreadSwitches {
    private static final String VOLUNTARY = "voluntary_ctxt_switches:";
    private static final String INVOLUNTARY = "nonvoluntary_ctxt_switches:";

    private final Path tasks;
    private Map<Path, Switches> before = Map.of();
    private long voluntary;
    private long involuntary;

    ThreadSwitches(KernelFiles files, int pid) {
        this.tasks = files.path("proc/" + pid + "/task");
    }

    /** To wait (voluntary), or because the time slice ended (involuntary). */
    private record Switches(long voluntary, long involuntary) {
        static final Switches NONE = new Switches(0, 0);

        boolean isBeforeOrAt(Switches other) {
            return voluntary <= other.voluntary && involuntary <= other.involuntary;
        }
    }

    /**
     * Adds the switches of the threads that live now, and of those that lived at an earlier call: for
     * these until the last call before they ended. Adds nothing if the threads are unknown.
     */
    void write(ProbeLine line) {
        Map<Path, Switches> now = new HashMap<>();
        for (Path thread : KernelFiles.children(tasks, "*")) {
            Switches counts = ofThread(thread);
            Switches known = before.getOrDefault(thread, Switches.NONE);
            // A new thread may have the number of one that ended.
            Switches since = known.isBeforeOrAt(counts) ? known : Switches.NONE;
            voluntary += counts.voluntary - since.voluntary;
            involuntary += counts.involuntary - since.involuntary;
            now.put(thread, counts);
        }
        // Threads that cannot be listed now may be listed later.
        if (!now.isEmpty()) {
            before = now;
            line.counter("voluntary_context_switches", voluntary).counter("involuntary_context_switches", involuntary);
        }
    }

    private static Switches ofThread(Path thread) {
        long voluntary = 0;
        long involuntary = 0;
        for (String line : KernelFiles.lines(thread.resolve("status"))) {
            if (line.startsWith(VOLUNTARY)) {
                voluntary = count(line, VOLUNTARY);
            } else if (line.startsWith(INVOLUNTARY)) {
                involuntary = count(line, INVOLUNTARY);
            }
        }
        return new Switches(voluntary, involuntary);
    }

    private static long count(String line, String name) {
        return Long.parseLong(line.substring(name.length()).strip());
    }
}
