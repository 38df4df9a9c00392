package io.weir.standalone.probe;

/**
 * The traffic of a block device since the host started.
 *
 * @param busyMillis time during which requests were pending
 */
record DiskTraffic(String name, long reads, long readBytes, long writes, long writeBytes, long busyMillis) {

    void write(ProbeLines to) {
        to.line("diskio")
                .tag("name", name.substring(name.lastIndexOf('/') + 1))
                .counter("reads", reads)
                .counter("read_bytes", readBytes)
                .counter("writes", writes)
                .counter("write_bytes", writeBytes)
                .counter("io_time", busyMillis)
                .end();
    }
}
