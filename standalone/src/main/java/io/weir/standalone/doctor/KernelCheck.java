package io.weir.standalone.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether the kernel has room for the input: buffers, open files, and drops so far. */
final class KernelCheck {
    /** Bytes that the gateway requests for each of its sockets: {@code udp.receive-buffer}. */
    static final long RECEIVE_BUFFER = 16L << 20;

    /** Packets between a network card and the sockets; the kernel's own default is 1000. */
    static final long BACKLOG = 5_000;

    /** Each connection of a sender is an open file, and so is each segment of an embedded Kafka. */
    private static final long OPEN_FILES = 65_536;

    private static final Pattern FILES = Pattern.compile("(?m)^Max open files\\s+(\\d+|unlimited)\\s");

    private final KernelFiles files;
    private final List<Finding> findings = new ArrayList<>();

    private KernelCheck(KernelFiles files) {
        this.files = files;
    }

    static List<Finding> of(KernelFiles files) {
        KernelCheck check = new KernelCheck(files);
        check.atLeast(
                "net.core.rmem_max",
                RECEIVE_BUFFER,
                "the gateway requests that much per socket, and a burst that does not fit is lost,"
                        + " unless it has CAP_NET_ADMIN");
        check.atLeast("net.core.netdev_max_backlog", BACKLOG, "a burst of packets beyond it is lost");
        check.openFiles();
        check.droppedByBuffers();
        check.droppedByBacklog();
        return check.findings;
    }

    private void atLeast(String name, long least, String why) {
        Optional<Long> value = files.number("proc/sys/" + name.replace('.', '/'));
        if (value.isEmpty()) {
            findings.add(Finding.warning(name, "is unknown", "check it on the host: sysctl " + name));
        } else if (value.get() < least) {
            findings.add(Finding.warning(
                    name,
                    value.get() + ", less than " + least + ": " + why,
                    "sysctl -w " + name + "=" + least + ", and a line in /etc/sysctl.d to keep it"));
        } else {
            findings.add(Finding.ok(name, Long.toString(value.get())));
        }
    }

    private void openFiles() {
        Matcher limit = FILES.matcher(files.text("proc/self/limits").orElse(""));
        if (!limit.find()) {
            findings.add(Finding.warning("open files", "the limit is unknown", "check it: ulimit -n"));
            return;
        }
        boolean isEnough = limit.group(1).equals("unlimited") || Long.parseLong(limit.group(1)) >= OPEN_FILES;
        findings.add(
                isEnough
                        ? Finding.ok("open files", limit.group(1))
                        : Finding.warning(
                                "open files",
                                limit.group(1) + ", less than " + OPEN_FILES
                                        + ": each TCP sender and each segment of an embedded Kafka needs one",
                                "ulimit -n " + OPEN_FILES + ", or LimitNOFILE=" + OPEN_FILES + " in the unit"));
    }

    /** Format: a line {@code Udp:} with names, then a line {@code Udp:} with numbers. */
    private void droppedByBuffers() {
        List<String> udp = files.text("proc/net/snmp")
                .orElse("")
                .lines()
                .filter(line -> line.startsWith("Udp: "))
                .toList();
        if (udp.size() < 2) {
            return;
        }
        List<String> names = List.of(udp.get(0).split(" +"));
        List<String> numbers = List.of(udp.get(1).split(" +"));
        int at = names.indexOf("RcvbufErrors");
        if (at < 0 || at >= numbers.size()) {
            return;
        }
        dropped(
                "datagrams dropped because a buffer was full",
                Long.parseLong(numbers.get(at)),
                "this counts all sockets of the host, and weir_gateway_kernel_drops_total those of"
                        + " the gateway: raise udp.receive-buffer or udp.threads, or add a gateway");
    }

    /**
     * Format: a line for each processor, in hexadecimal. The second column counts the packets that
     * did not fit into the backlog.
     */
    private void droppedByBacklog() {
        Optional<String> stat = files.text("proc/net/softnet_stat");
        if (stat.isEmpty() || stat.get().isEmpty()) {
            return;
        }
        long dropped = stat.get()
                .lines()
                .map(line -> line.split(" +"))
                .filter(columns -> columns.length > 1)
                .mapToLong(columns -> Long.parseLong(columns[1], 16))
                .sum();
        dropped("packets dropped because the backlog was full", dropped, "raise net.core.netdev_max_backlog");
    }

    private void dropped(String about, long count, String remedy) {
        findings.add(
                count == 0
                        ? Finding.ok(about, "none since boot")
                        : Finding.warning(about, count + " since boot", remedy));
    }
}
