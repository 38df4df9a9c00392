package io.weir.standalone.doctor;

import static io.weir.standalone.doctor.Finding.Verdict.ERROR;
import static io.weir.standalone.doctor.Finding.Verdict.OK;
import static io.weir.standalone.doctor.Finding.Verdict.WARNING;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.doctor.Finding.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The findings for a host with simulated kernel files. */
class HostChecksTest {
    private final Path root;
    private final KernelFiles files;

    HostChecksTest(@TempDir Path root) {
        this.root = root;
        this.files = new KernelFiles(root);
    }

    @Test
    void aHostThatIsPreparedIsFine() throws IOException {
        file("proc/sys/net/core/rmem_max", "16777216\n");
        file("proc/sys/net/core/netdev_max_backlog", "5000\n");
        file(
                "proc/self/limits",
                "Limit  Soft Limit  Hard Limit  Units\nMax open files            65536  65536  files\n");
        file("proc/net/snmp", "Udp: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors\nUdp: 9 0 0 0 0\n");
        file("proc/net/softnet_stat", "0000a1b2 00000000 00000000\n00000001 00000000 00000000\n");

        assertThat(KernelCheck.of(files)).hasSize(5).allMatch(finding -> finding.verdict() == OK);
    }

    @Test
    void anUntunedHostGetsRemedies() throws IOException {
        file("proc/sys/net/core/rmem_max", "212992\n");
        file("proc/sys/net/core/netdev_max_backlog", "1000\n");
        file("proc/self/limits", "Max open files            1024  524288  files\n");
        file("proc/net/snmp", "Udp: InDatagrams RcvbufErrors InCsumErrors\nUdp: 9 17 0\n");
        file("proc/net/softnet_stat", "0000a1b2 0000000f 0\n00000001 00000001 0\n");

        Map<String, Finding> found = byName(KernelCheck.of(files));

        assertThat(found.values()).allMatch(finding -> finding.verdict() == WARNING);
        assertThat(requireNonNull(found.get("net.core.rmem_max")).remedy())
                .startsWith("sysctl -w net.core.rmem_max=16777216");
        assertThat(requireNonNull(found.get("net.core.netdev_max_backlog")).remedy())
                .contains("=5000");
        assertThat(requireNonNull(found.get("open files")).remedy()).contains("LimitNOFILE=65536");
        assertThat(requireNonNull(found.get("datagrams dropped because a buffer was full"))
                        .says())
                .isEqualTo("17 since boot");
        assertThat(requireNonNull(found.get("packets dropped because the backlog was full"))
                        .says())
                .isEqualTo("16 since boot");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aSettingOfTheKernelIsReadToItsLastDigit() {
        // At least 301 by the kernel's own rule.
        assertThat(new KernelFiles(Path.of("/")).number("proc/sys/kernel/pid_max"))
                .hasValueSatisfying(most -> assertThat(most).isGreaterThan(300));
    }

    @Test
    void whatCannotBeReadIsNotGuessed() {
        Map<String, Finding> found = byName(KernelCheck.of(files));

        assertThat(found).containsOnlyKeys("net.core.rmem_max", "net.core.netdev_max_backlog", "open files");
        assertThat(found.values())
                .allMatch(finding ->
                        finding.verdict() == WARNING && !finding.remedy().isEmpty());
    }

    @Test
    void aCardWithOneQueueOnManyProcessorsIsPointedAt() throws IOException {
        Files.createDirectories(root.resolve("sys/devices/system/node/node0"));
        Files.createDirectories(root.resolve("sys/devices/system/node/node1"));
        Files.createDirectories(root.resolve("sys/devices/system/cpu/cpu0"));
        Files.createDirectories(root.resolve("sys/devices/system/cpu/cpu1"));
        for (String card : List.of("one", "many", "steered")) {
            Files.createDirectories(root.resolve("sys/class/net/" + card + "/device"));
            file("sys/class/net/" + card + "/queues/rx-0/rps_cpus", card.equals("steered") ? "3\n" : "0\n");
        }
        file("sys/class/net/many/queues/rx-1/rps_cpus", "0\n");
        Files.createDirectories(root.resolve("sys/class/net/lo/queues/rx-0"));

        Map<String, Finding> found = byName(ProcessorCheck.of(files));

        assertThat(found).containsOnlyKeys("NUMA", "interrupts of one", "interrupts of many", "interrupts of steered");
        assertThat(requireNonNull(found.get("NUMA")).verdict()).isEqualTo(WARNING);
        assertThat(requireNonNull(found.get("interrupts of one")).remedy())
                .startsWith("at high rates: ethtool -L one combined 2");
        assertThat(requireNonNull(found.get("interrupts of many")).verdict()).isEqualTo(OK);
        assertThat(requireNonNull(found.get("interrupts of steered")).verdict()).isEqualTo(OK);
    }

    @Test
    void anUnsynchronizedClockIsReported() throws IOException {
        assertThat(clock(new ClockFacts(true, 20_000))).isEqualTo(OK);
        assertThat(clock(new ClockFacts(true, 3_000_000))).isEqualTo(WARNING);
        assertThat(clock(new ClockFacts(false, 16_000_000))).isEqualTo(WARNING);
        assertThat(ClockCheck.of(Optional.empty(), files).verdict()).isEqualTo(WARNING);

        file("run/systemd/timesync/synchronized", "");

        assertThat(ClockCheck.of(Optional.empty(), files).verdict()).isEqualTo(OK);
    }

    @Test
    void theClockStateOfThisMachineIsReadableOrEmpty() {
        ClockFacts.read().ifPresent(clock -> assertThat(clock.errorMicros()).isNotNegative());
    }

    @Test
    void aDiskWithoutRoomIsBroken() throws IOException {
        assertThat(disk(new DiskFacts(root, true, true, 100, 1000))).isEqualTo(OK);
        assertThat(disk(new DiskFacts(root, true, true, 30, 1000))).isEqualTo(WARNING);
        assertThat(disk(new DiskFacts(root, true, true, 9, 1000))).isEqualTo(ERROR);
        assertThat(disk(new DiskFacts(root, true, false, 100, 1000))).isEqualTo(ERROR);

        DiskFacts missing = DiskFacts.read(root.resolve("not/yet"));

        assertThat(missing.exists()).isFalse();
        assertThat(missing.isWritable()).isTrue();
        assertThat(missing.totalBytes()).isPositive();
    }

    @Test
    void aStoreThatRefusesIsBroken() {
        assertThat(StoreCheck.of("s", new StoreFacts(204, "", false)).verdict()).isEqualTo(OK);
        assertThat(StoreCheck.of("s", new StoreFacts(400, "no data", false)).verdict())
                .isEqualTo(OK);
        assertThat(StoreCheck.of("s", new StoreFacts(401, "unauthorized access", false)))
                .returns(ERROR, Finding::verdict)
                .returns("refuses writes: 401, unauthorized access", Finding::says);
        assertThat(StoreCheck.of("s", new StoreFacts(404, "", false)).verdict()).isEqualTo(WARNING);
        assertThat(StoreCheck.of("s", new StoreFacts(500, "x".repeat(999), false))
                        .says())
                .hasSizeLessThan(300);
        assertThat(StoreCheck.of("s", new StoreFacts(400, "Client sent an HTTP request to an HTTPS server.", true))
                        .says())
                .contains("is not such a store: it answers 400, Client sent");
        assertThat(StoreCheck.of("s", new StoreFacts(200, "<html>log in</html>", false))
                        .verdict())
                .isEqualTo(ERROR);
        assertThat(StoreCheck.of("s", new IOException("refused")).verdict()).isEqualTo(ERROR);
    }

    private Verdict clock(ClockFacts clock) {
        return ClockCheck.of(Optional.of(clock), files).verdict();
    }

    private static Verdict disk(DiskFacts disk) {
        return DiskCheck.of("directory", disk, 10, 50).verdict();
    }

    private void file(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(requireNonNull(file.getParent()));
        Files.writeString(file, text);
    }

    private static Map<String, Finding> byName(List<Finding> findings) {
        return findings.stream().collect(toMap(Finding::about, each -> each));
    }
}
