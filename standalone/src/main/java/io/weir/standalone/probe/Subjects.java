package io.weir.standalone.probe;

import io.weir.standalone.probe.Subject.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** All subjects of a host and of Weir on it. */
final class Subjects {
    /** Of subjects that are slow to read or rarely change. */
    private static final Duration SLOW = Duration.ofSeconds(10);

    /** Of subjects that a program measures, which may ask many slow devices. */
    private static final Duration BY_TOOL = Duration.ofMinutes(1);

    private static final Duration TOOL_LIMIT = Duration.ofSeconds(30);
    private static final Patience TOOLS = new Patience(Duration.ofMillis(500), Duration.ofMinutes(5));

    private final List<Subject> all = new ArrayList<>();
    private final Duration round;
    private final Calls calls;

    private Subjects(Duration round, Calls calls) {
        this.round = round;
        this.calls = calls;
    }

    static List<Subject> of(Host host, KernelFiles files, ProbeConfig config, Supplier<String> ownMeters, Calls calls) {
        Subjects subjects = new Subjects(config.interval(), calls);
        subjects.ofHost(host, files, config);
        subjects.slow("weir", new MeterPage(Optional.empty(), ownMeters));
        MeterPage.served(config.metersOf())
                .forEach(page -> subjects.slow("weir at " + page.instance().orElseThrow(), page));
        return List.copyOf(subjects.all);
    }

    private void ofHost(Host host, KernelFiles files, ProbeConfig config) {
        each("cpu", new Cpu(host, config.perCore()));
        each("mem", Memory.of(host));
        each("swap", Swap.of(host));
        each("system", SystemLoad.of(host));
        each("diskio", new Disks(host, Turn.every(SLOW, round)));
        each("net", new Interfaces(host, Turn.every(SLOW, round)));
        each("procstat", new Processes(host, files, config.processes(), Turn.every(SLOW, round)));
        slow("disk", FileSystemUse.of(host));
        slow("temp", Temperature.of(host));
        slow("sensors", new Sensors(files));
        slow("edac", new MemoryErrors(files));
        slow("net_link", new Links(files));
        slow("disk_errors", new DiskErrors(files));
        slow("nstat", new ProtocolErrors(files));
        if (config.tools()) {
            byTool("smart_device", new Smart(new Tool("smartctl", TOOL_LIMIT)));
            byTool("ipmi_sensor", new Ipmi(new Tool("ipmitool", TOOL_LIMIT)));
        }
    }

    /** Measured in each round. */
    private void each(String name, Collector collector) {
        all.add(new Subject(name, collector, round, round, calls, Patience.STANDARD));
    }

    private void byTool(String name, Collector collector) {
        all.add(new Subject(name, collector, BY_TOOL, round, calls, TOOLS));
    }

    private void slow(String name, Collector collector) {
        all.add(new Subject(name, collector, SLOW, round, calls, Patience.STANDARD));
    }
}
