package io.weir.standalone.probe;

/**
 * What a block device has read and written since the host started.
 *
 * @param busyMillis how long it had something to do
 */
record DiskTraffic(String name, long reads, long readBytes, long writes, long writeBytes, long busyMillis) {

    void write(ProbeLines to) {
        to.line("diskio")
                .tag("name", name.substring(name.lastIndexOf('/') + 1))
                .count("reads", reads)
                .count("read_bytes", readBytes)
                .count("writes", writes)
                .count("write_bytes", writeBytes)
                .count("io_time", busyMillis)
                .end();
    }
}
