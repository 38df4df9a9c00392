package io.weir.standalone.probe;

import oshi.hardware.CentralProcessor;

/**
 * The load and the uptime of the host.
 *
 * @param load average number of running or waiting processes over 1, 5 and 15 minutes; negative if
 * the system does not report it
 */
record SystemLoad(double[] load, int cpus, long uptimeSeconds) {
    private static final String[] FIELDS = {"load1", "load5", "load15"};

    static Collector of(Host host) {
        return to -> {
            CentralProcessor processor = host.hardware().getProcessor();
            new SystemLoad(
                            processor.getSystemLoadAverage(FIELDS.length),
                            processor.getLogicalProcessorCount(),
                            host.system().getSystemUptime())
                    .write(to);
        };
    }

    void write(ProbeLines to) {
        ProbeLine line = to.line("system");
        for (int i = 0; i < FIELDS.length; i++) {
            line.number(FIELDS[i], load[i] < 0 ? Double.NaN : load[i]);
        }
        line.integer("n_cpus", cpus).integer("uptime", uptimeSeconds).end();
    }
}
