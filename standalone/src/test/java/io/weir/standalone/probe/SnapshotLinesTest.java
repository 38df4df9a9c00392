package io.weir.standalone.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.probe.InterfaceTraffic.Counts;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Snapshots of the host as lines. */
class SnapshotLinesTest {
    private static final long GIB = 1L << 30;

    @Test
    void cpuIsSharesOfTheTimeBetweenTwoLooks() {
        // In the order of TickType: user, nice, system, idle, iowait, irq, softirq, steal.
        long[] before = {1000, 0, 500, 8000, 100, 0, 0, 0};
        long[] now = {1300, 100, 700, 8300, 190, 0, 10, 0};

        assertThat(lines(to -> Cpu.write("cpu-total", before, now, to)))
                .isEqualTo("cpu,cpu=cpu-total,hostname=h usage_active=70.0,usage_user=30.0,usage_nice=10.0,"
                        + "usage_system=20.0,usage_idle=30.0,usage_iowait=9.0,usage_irq=0.0,usage_softirq=1.0,"
                        + "usage_steal=0.0 7\n");
    }

    @Test
    void cpuTimeThatTheKernelSetsBackCountsAsNone() {
        long[] before = {1000, 0, 500, 8000, 100, 0, 0, 0};
        long[] now = {1050, 0, 500, 8050, 90, 0, 0, 0};

        assertThat(lines(to -> Cpu.write("cpu0", before, now, to)))
                .contains("usage_active=50.0", "usage_user=50.0", "usage_idle=50.0", "usage_iowait=0.0");
    }

    @Test
    void cpuNeedsAnEarlierSampleAndElapsedTime() {
        long[] now = {1050, 0, 500, 8050, 90, 0, 0, 0};

        assertThat(lines(to -> Cpu.write("cpu-total", new long[0], now, to))).isEmpty();
        assertThat(lines(to -> Cpu.write("cpu-total", now, now, to))).isEmpty();
    }

    @Test
    void memoryAndSwapAreBytesAndShares() {
        assertThat(lines(to -> new Memory(8 * GIB, 2 * GIB).write(to)))
                .isEqualTo("mem,hostname=h total=8589934592i,available=2147483648i,used=6442450944i,used_percent=75.0,"
                        + "available_percent=25.0 7\n");
        assertThat(lines(to -> new Swap(3 * GIB, GIB, 4096, 8192).write(to)))
                .isEqualTo("swap,hostname=h total=3221225472i,used=1073741824i,free=2147483648i,used_percent=33.33,"
                        + "in=4096i,out=8192i 7\n");
    }

    @Test
    void ofAHostWithoutSwapNoneIsUsed() {
        assertThat(lines(to -> new Swap(0, 0, 0, 0).write(to))).contains("used_percent=0.0");
    }

    @Test
    void unknownLoadIsLeftOut() {
        assertThat(lines(to -> new SystemLoad(new double[] {0.5, 1.25, 2}, 8, 3600).write(to)))
                .isEqualTo("system,hostname=h load1=0.5,load5=1.25,load15=2.0,n_cpus=8i,uptime=3600i 7\n");
        assertThat(lines(to -> new SystemLoad(new double[] {-1, -1, -1}, 8, 3600).write(to)))
                .isEqualTo("system,hostname=h n_cpus=8i,uptime=3600i 7\n");
    }

    @Test
    void fileSystemUseEqualsThatOfDf() {
        assertThat(lines(to -> new FileSystemUse("/var/my data", "/dev/mapper/vg-var", "xfs", false, 1000, 300, 100)
                        .write(to)))
                .isEqualTo("disk,device=vg-var,fstype=xfs,hostname=h,mode=rw,path=/var/my\\ data total=1000i,used=700i,"
                        + "free=100i,used_percent=87.5 7\n");
    }

    @Test
    void aDeviceMountedTwiceIsSentOnceAndWithoutSizeNever() {
        FileSystemUse root = new FileSystemUse("/", "/dev/vda", "ext4", false, 1000, 300, 100);
        FileSystemUse bound = new FileSystemUse("/var/lib/docker", "/dev/vda", "ext4", false, 1000, 300, 100);
        FileSystemUse one = new FileSystemUse("/tmp", "tmpfs", "tmpfs", false, 10, 10, 10);
        FileSystemUse other = new FileSystemUse("/scratch", "tmpfs", "tmpfs", false, 10, 10, 10);
        FileSystemUse none = new FileSystemUse("/ns", "nsfs", "nsfs", false, 0, 0, 0);

        assertThat(FileSystemUse.distinct(List.of(bound, root, one, other, none)))
                .containsExactlyInAnyOrder(root, one, other);
    }

    @Test
    void trafficIsCounters() {
        assertThat(lines(to -> new DiskTraffic("/dev/sda", 1, 512, 2, 1024, 30).write(to)))
                .isEqualTo(
                        "diskio,hostname=h,name=sda reads=1i,read_bytes=512i,writes=2i,write_bytes=1024i,io_time=30i 7\n");
        assertThat(lines(
                        to -> new InterfaceTraffic("eth0", new Counts(10, 1, 0), new Counts(20, 2, 3), 4, 5).write(to)))
                .isEqualTo("net,hostname=h,interface=eth0 bytes_recv=10i,packets_recv=1i,err_in=0i,drop_in=4i,"
                        + "bytes_sent=20i,packets_sent=2i,err_out=3i,drop_out=5i 7\n");
    }

    @Test
    void unknownCounterIsLeftOut() {
        assertThat(lines(to ->
                        new InterfaceTraffic("eth0", new Counts(10, 1, 0), new Counts(20, 2, 0), 0, -1).write(to)))
                .contains("drop_in=0i")
                .doesNotContain("drop_out");
    }

    @Test
    void processUseIsTheShareOfACoreSinceTheLastSample() {
        ProcessUse before = new ProcessUse(1_000, 0, 0, 0, 0, 0);
        ProcessUse now = new ProcessUse(4_000, 4096, 12, 34, 61_999, 2_000_000_000L);

        assertThat(lines(to -> {
                    ProbeLine line = to.line("procstat").tag("pid", "42");
                    now.write(line, before);
                    line.end();
                }))
                .isEqualTo("procstat,hostname=h,pid=42 cpu_usage=150.0,memory_rss=4096i,num_threads=12i,num_fds=34i,"
                        + "uptime=61i 7\n");
    }

    @Test
    void inaccessibleFileCountsAreLeftOut() {
        ProcessUse now = new ProcessUse(0, 4096, 1, 0, 0, 1);

        assertThat(lines(to -> {
                    ProbeLine line = to.line("procstat");
                    now.write(line, now);
                    line.end();
                }))
                .contains("num_threads=1i")
                .doesNotContain("num_fds");
    }

    @Test
    void everyLineCarriesTheTagsOfTheHostUnlessItHasThatTagItself() {
        ProbeLines to = new ProbeLines("h", new TreeMap<>(Map.of("rack", "A 1", "sensor", "none")), 1);
        to.startRound(7);
        new Temperature("cpu", 41.26).write(to);

        assertThat(Lines.text(to)).isEqualTo("temp,hostname=h,rack=A\\ 1,sensor=cpu temp=41.26 7\n");
    }

    @Test
    void charactersInvalidInTagsAreReplaced() {
        assertThat(lines(to -> to.line("disk")
                        .tag("path", "C:\\")
                        .tag("device", "")
                        .tag("fstype", "a\nb")
                        .integer("free", 1)
                        .end()))
                .isEqualTo("disk,fstype=a_b,hostname=h,path=C:/ free=1i 7\n");
    }

    @Test
    void aLineThatDoesNotEndLeavesNoTrace() {
        assertThat(lines(to -> {
                    to.line("net").tag("interface", "eth0").integer("bytes_recv", 1);
                    to.line("temp").number("temp", 40).end();
                }))
                .isEqualTo("temp,hostname=h temp=40.0 7\n");
    }

    private static String lines(Consumer<ProbeLines> collector) {
        ProbeLines to = new ProbeLines("h", new TreeMap<>(), 1);
        to.startRound(7);
        collector.accept(to);
        return Lines.text(to);
    }
}
