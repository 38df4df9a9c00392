package io.weir.standalone.probe;

import io.weir.contract.rule.match.Glob;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/**
 * The processes that match the configured patterns. Listing all processes is slow and happens less
 * often, so a new process appears with some delay.
 */
final class Processes implements Collector {
    /** The pattern for the process of this probe. */
    static final String SELF = "self";

    private final Host host;
    private final KernelFiles files;
    private final List<Glob> patterns;
    private final boolean isSelfToo;
    private final Turn lookUp;
    private List<Watched> watched = List.of();

    /** @param patterns of the name or the whole command line; {@link #SELF} is this process */
    Processes(Host host, KernelFiles files, List<Glob> patterns, Turn lookUp) {
        this.host = host;
        this.files = files;
        this.patterns = patterns.stream()
                .filter(pattern -> !pattern.pattern().equals(SELF))
                .toList();
        this.isSelfToo = this.patterns.size() < patterns.size();
        this.lookUp = lookUp;
    }

    @Override
    public void collect(ProbeLines to) {
        boolean isTurn = lookUp.comes();
        watched.forEach(process -> process.write(to, isTurn));
        if (isTurn) {
            lookUp();
        }
    }

    private void lookUp() {
        OperatingSystem system = host.system();
        List<Watched> found = new ArrayList<>();
        int self = system.getProcessId();
        if (isSelfToo) {
            found.add(known(system.getCurrentProcess(), SELF));
        }
        if (!patterns.isEmpty()) {
            for (OSProcess process : system.getProcesses()) {
                if (!isSelfToo || process.getProcessID() != self) {
                    matching(process).ifPresent(pattern -> found.add(known(process, pattern)));
                }
            }
        }
        watched = found;
    }

    private Optional<String> matching(OSProcess process) {
        return patterns.stream()
                .filter(glob -> glob.matches(process.getName())
                        || glob.matches(process.getCommandLine().strip()))
                .map(Glob::pattern)
                .findFirst();
    }

    private Watched known(OSProcess process, String pattern) {
        return watched.stream()
                .filter(each -> each.is(process))
                .findFirst()
                .orElseGet(() -> new Watched(process, pattern, files));
    }

    /** Begins the line of a process. */
    static ProbeLine line(ProbeLines to, String name, int pid, String pattern) {
        return to.line("procstat")
                .tag("process_name", name)
                .tag("pid", Integer.toString(pid))
                .tag("pattern", pattern);
    }

    /** One process, with its previous measurement. */
    private static final class Watched {
        private final OSProcess process;
        private final String pattern;
        private final ThreadSwitches switches;
        private final NamespaceTraffic traffic;
        private ProcessUse before;

        Watched(OSProcess process, String pattern, KernelFiles files) {
            this.process = process;
            this.pattern = pattern;
            this.switches = new ThreadSwitches(files, process.getProcessID());
            this.traffic = new NamespaceTraffic(files, process.getProcessID());
            this.before = ProcessUse.of(process, System.nanoTime());
        }

        boolean is(OSProcess other) {
            return process.getProcessID() == other.getProcessID() && process.getStartTime() == other.getStartTime();
        }

        /**
         * Writes nothing if the process has ended.
         *
         * @param isTurn whether to write also what takes a file for each thread
         */
        void write(ProbeLines to, boolean isTurn) {
            if (!process.updateAttributes()) {
                return;
            }
            ProcessUse now = ProcessUse.of(process, System.nanoTime());
            ProbeLine line = line(to, process.getName(), process.getProcessID(), pattern)
                    .since(TimeUnit.MILLISECONDS.toNanos(process.getStartTime()));
            now.write(line, before);
            before = now;
            if (isTurn) {
                switches.write(line);
                traffic.write(to, process.getName(), pattern);
            }
            line.end();
        }
    }
}
