package io.weir.standalone.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The files of a kernel, made after its documentation, in a folder of a test. */
record HostTree(Path root) {
    private static final Calls CALLS = new Calls();

    /** Without a limit for slow files, because the machine of a test may be slow. */
    KernelFiles files() {
        return new KernelFiles(root, CALLS, new KernelFiles.Limits(Duration.ofMinutes(1), Duration.ZERO, 8), () -> {});
    }

    /** Writes one file; the kernel ends each with a newline. */
    HostTree file(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
        return this;
    }

    /** Writes a link, such as that of a chip to its device. */
    HostTree link(String path, String target) throws IOException {
        Path link = root.resolve(path);
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, Path.of(target));
        return this;
    }

    /** A server with every kind of value that a probe reads from files. */
    HostTree server() throws IOException {
        file("sys/devices/platform/coretemp.0/driver", "");
        link("sys/class/hwmon/hwmon0/device", "../../../devices/platform/coretemp.0");
        file("sys/class/hwmon/hwmon0/name", "coretemp");
        file("sys/class/hwmon/hwmon0/temp1_label", "Package id 0");
        file("sys/class/hwmon/hwmon0/temp1_input", "45500");
        file("sys/class/hwmon/hwmon0/temp1_max", "84000");
        file("sys/class/hwmon/hwmon0/temp1_crit", "100000");
        file("sys/class/hwmon/hwmon0/temp1_alarm", "0");
        file("sys/class/hwmon/hwmon1/name", "nct6779");
        file("sys/class/hwmon/hwmon1/fan2_input", "1420");
        file("sys/class/hwmon/hwmon1/fan2_min", "300");
        file("sys/class/hwmon/hwmon1/fan2_alarm", "1");
        file("sys/class/hwmon/hwmon1/fan2_fault", "0");
        file("sys/class/hwmon/hwmon1/in0_input", "1208");
        file("sys/class/hwmon/hwmon1/in0_min", "-12");
        file("sys/class/hwmon/hwmon1/in0_max", "1744");
        file("sys/class/hwmon/hwmon1/in0_alarm", "0");
        file("sys/class/hwmon/hwmon1/temp7_input", "");
        file("sys/class/hwmon/hwmon1/intrusion0_alarm", "1");
        file("sys/class/hwmon/hwmon2/name", "pmbus");
        file("sys/class/hwmon/hwmon2/power1_input", "213000000");
        file("sys/class/hwmon/hwmon2/power1_average", "212500000");
        file("sys/class/hwmon/hwmon2/power1_max", "800000000");
        file("sys/class/hwmon/hwmon2/power1_alarm", "0");
        file("sys/class/hwmon/hwmon2/curr1_input", "1850");
        file("sys/class/hwmon/hwmon2/humidity1_input", "41250");
        file("sys/devices/system/edac/mc/mc0/ce_count", "12");
        file("sys/devices/system/edac/mc/mc0/ue_count", "0");
        file("sys/devices/system/edac/mc/mc0/dimm0/dimm_label", "CPU_SrcID#0_Chan#0_DIMM#0");
        file("sys/devices/system/edac/mc/mc0/dimm0/dimm_ce_count", "12");
        file("sys/devices/system/edac/mc/mc0/dimm0/dimm_ue_count", "0");
        file("sys/devices/system/edac/mc/power/control", "auto");
        for (String each : new String[] {"rx_crc", "rx_frame", "rx_fifo", "rx_missed", "tx_fifo", "tx_carrier"}) {
            file("sys/class/net/eth0/statistics/" + each + "_errors", Integer.toString(each.length()));
        }
        file("sys/class/net/eth0/device/vendor", "0x8086");
        file("sys/class/net/eth0/carrier", "1");
        file("sys/class/net/eth0/carrier_changes", "3");
        file("sys/class/net/eth0/speed", "25000");
        file("sys/class/net/lo/carrier", "1");
        file("sys/block/sda/device/ioerr_cnt", "0x1f");
        file("sys/block/sda/device/iotmo_cnt", "0x2");
        file("sys/block/md0/md/degraded", "1");
        file("sys/block/nvme0n1/size", "1000");
        file("proc/net/snmp", """
                Ip: Forwarding DefaultTTL
                Ip: 2 64
                Tcp: RtoAlgorithm MaxConn AttemptFails EstabResets CurrEstab InSegs OutSegs RetransSegs InErrs
                Tcp: 1 -1 5 6 7 1000 2000 30 4
                Udp: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors SndbufErrors
                Udp: 500 8 9 600 10 11""");
        process(42, "net:[4026532008]");
        return link("proc/self/ns/net", "net:[4026531840]");
    }

    private void process(int pid, String namespace) throws IOException {
        link("proc/" + pid + "/ns/net", namespace);
        file("proc/" + pid + "/net/dev", """
                Inter-|   Receive                                                |  Transmit
                 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
                    lo:    1000      10    0    0    0     0          0         0     1000      10    0    0    0     0       0          0
                  eth0: 7000000    5000    1    2    0     0          0         0  9000000    6000    3    4    0     0       0          0""");
        thread(pid, 42, 100, 7);
    }

    /** A thread of a process with its context switches. */
    HostTree thread(int pid, int tid, long voluntary, long involuntary) throws IOException {
        return file(
                "proc/" + pid + "/task/" + tid + "/status",
                "Name:\tjava\nThreads:\t2\nvoluntary_ctxt_switches:\t" + voluntary + "\nnonvoluntary_ctxt_switches:\t"
                        + involuntary);
    }

    /** Removes a thread that ended. */
    HostTree end(int pid, int tid) throws IOException {
        Files.delete(root.resolve("proc/" + pid + "/task/" + tid + "/status"));
        Files.delete(root.resolve("proc/" + pid + "/task/" + tid));
        return this;
    }
}
