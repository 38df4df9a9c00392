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
                "the gateway asks for that much per socket, and a burst that does not fit is lost, unless it has"
                        + " CAP_NET_ADMIN");
        check.atLeast("net.core.netdev_max_backlog", BACKLOG, "a burst of packets beyond it is lost");
        check.openFiles();
        check.droppedByBuffers();
        check.droppedByBacklog();
        return check.findings;
    }

    private void atLeast(String name, long least, String why) {
        Optional<Long> value = files.number("proc/sys/" + name.replace('.', '/'));
        if (value.isEmpty()) {
            findings.add(Finding.look(name, "is not known", "look on the host: sysctl " + name));
        } else if (value.get() < least) {
            findings.add(Finding.look(
                    name,
                    value.get() + ", less than " + least + ": " + why,
                    "sysctl -w " + name + "=" + least + ", and a line in /etc/sysctl.d to keep it"));
        } else {
            findings.add(Finding.fine(name, Long.toString(value.get())));
        }
    }

    private void openFiles() {
        Matcher limit = FILES.matcher(files.text("proc/self/limits").orElse(""));
        if (!limit.find()) {
            findings.add(Finding.look("open files", "the limit is not known", "look: ulimit -n"));
            return;
        }
        boolean isEnough = limit.group(1).equals("unlimited") || Long.parseLong(limit.group(1)) >= OPEN_FILES;
        findings.add(
                isEnough
                        ? Finding.fine("open files", limit.group(1))
                        : Finding.look(
                                "open files",
                                limit.group(1) + ", less than " + OPEN_FILES
                                        + ": each sender over TCP is one, and each segment of an embedded Kafka",
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
                "datagrams dropped for want of buffer",
                Long.parseLong(numbers.get(at)),
                "of all sockets of this host; those of the gateway are weir_gateway_kernel_drops_total: larger"
                        + " udp.receive-buffer, more udp.loops, or another gateway");
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
        dropped("packets dropped for want of backlog", dropped, "raise net.core.netdev_max_backlog");
    }

    private void dropped(String about, long count, String remedy) {
        findings.add(
                count == 0
                        ? Finding.fine(about, "none since boot")
                        : Finding.look(about, count + " since boot", remedy));
    }
}
