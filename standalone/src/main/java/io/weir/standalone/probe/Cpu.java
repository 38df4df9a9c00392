package io.weir.standalone.probe;

import java.util.EnumMap;
import java.util.Map;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;

/**
 * The processor's use of time since the previous round, in percent: as a whole, and for each core
 * if configured.
 */
final class Cpu implements Collector {
    private static final Map<TickType, String> FIELDS = new EnumMap<>(Map.of(
            TickType.USER, "usage_user",
            TickType.NICE, "usage_nice",
            TickType.SYSTEM, "usage_system",
            TickType.IDLE, "usage_idle",
            TickType.IOWAIT, "usage_iowait",
            TickType.IRQ, "usage_irq",
            TickType.SOFTIRQ, "usage_softirq",
            TickType.STEAL, "usage_steal"));

    private final Host host;
    private final boolean isPerCore;
    private long[] before = new long[0];
    private long[][] coresBefore = new long[0][];

    Cpu(Host host, boolean isPerCore) {
        this.host = host;
        this.isPerCore = isPerCore;
    }

    /** The first round has no predecessor and writes nothing. */
    @Override
    public void collect(ProbeLines to) {
        CentralProcessor processor = host.hardware().getProcessor();
        long[] now = processor.getSystemCpuLoadTicks();
        write("cpu-total", before, now, to);
        before = now;
        if (isPerCore) {
            long[][] cores = processor.getProcessorCpuLoadTicks();
            for (int i = 0; i < cores.length && i < coresBefore.length; i++) {
                write("cpu" + i, coresBefore[i], cores[i], to);
            }
            coresBefore = cores;
        }
    }

    /**
     * @param before, now milliseconds of each {@link TickType}; a decrease, which the kernel
     * sometimes reports, counts as 0
     */
    static void write(String cpu, long[] before, long[] now, ProbeLines to) {
        if (before.length != now.length) {
            return;
        }
        long[] spent = new long[now.length];
        long all = 0;
        for (int i = 0; i < now.length; i++) {
            spent[i] = Math.max(0, now[i] - before[i]);
            all += spent[i];
        }
        ProbeLine line = to.line("cpu").tag("cpu", cpu);
        line.percent("usage_active", all - spent[TickType.IDLE.getIndex()], all);
        for (Map.Entry<TickType, String> field : FIELDS.entrySet()) {
            line.percent(field.getValue(), spent[field.getKey().getIndex()], all);
        }
        line.end();
    }
}
