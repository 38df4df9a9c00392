package io.weir.standalone.probe;

import oshi.hardware.GlobalMemory;

/**
 * The memory of the host, in bytes.
 *
 * @param available memory that programs can allocate without swapping
 */
record Memory(long total, long available) {

    static Collector of(Host host) {
        return to -> {
            GlobalMemory memory = host.hardware().getMemory();
            new Memory(memory.getTotal(), memory.getAvailable()).write(to);
        };
    }

    void write(ProbeLines to) {
        long used = total - available;
        to.line("mem")
                .integer("total", total)
                .integer("available", available)
                .integer("used", used)
                .percent("used_percent", used, total)
                .percent("available_percent", available, total)
                .end();
    }
}
