package io.weir.standalone.probe;

import oshi.hardware.GlobalMemory;
import oshi.hardware.VirtualMemory;

/**
 * The swap space of the host, in bytes.
 *
 * @param in swapped in since the host started
 * @param out swapped out since the host started
 */
record Swap(long total, long used, long in, long out) {

    static Collector of(Host host) {
        return to -> {
            GlobalMemory memory = host.hardware().getMemory();
            VirtualMemory swap = memory.getVirtualMemory();
            long page = memory.getPageSize();
            new Swap(
                            swap.getSwapTotal(),
                            swap.getSwapUsed(),
                            swap.getSwapPagesIn() * page,
                            swap.getSwapPagesOut() * page)
                    .write(to);
        };
    }

    /** A host without swap space reports a use of 0 %. */
    void write(ProbeLines to) {
        to.line("swap")
                .integer("total", total)
                .integer("used", used)
                .integer("free", total - used)
                .percent("used_percent", used, Math.max(total, 1))
                .counter("in", in)
                .counter("out", out)
                .end();
    }
}
