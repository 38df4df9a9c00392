package io.weir.standalone.probe;

import oshi.hardware.CentralProcessor;

/**
 * How busy the host is, and since when it runs.
 *
 * @param load processes that ran or waited, on average of 1, 5 and 15 minutes; negative where the system does not tell
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
        line.count("n_cpus", cpus).count("uptime", uptimeSeconds).end();
    }
}
