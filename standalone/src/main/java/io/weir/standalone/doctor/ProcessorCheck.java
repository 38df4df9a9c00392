package io.weir.standalone.doctor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Hints about the placement of packets and memory; relevant only at hundreds of thousands of
 * datagrams a second.
 */
final class ProcessorCheck {
    private ProcessorCheck() {}

    static List<Finding> of(KernelFiles files) {
        List<Finding> findings = new ArrayList<>();
        int nodes = files.list("sys/devices/system/node", "node[0-9]*").size();
        if (nodes > 1) {
            findings.add(Finding.warning(
                    "NUMA",
                    nodes + " nodes",
                    "at high rates, run a gateway on the node of its network card: numactl"
                            + " --cpunodebind=N --membind=N (N: cat /sys/class/net/CARD/device/numa_node)"));
        } else {
            findings.add(Finding.ok("NUMA", "one node"));
        }
        int processors = files.list("sys/devices/system/cpu", "cpu[0-9]*").size();
        for (Path card : files.list("sys/class/net", "*")) {
            // Only real cards have a device.
            if (processors > 1 && files.exists("sys/class/net/" + card.getFileName() + "/device")) {
                findings.add(interrupts(files, String.valueOf(card.getFileName()), processors));
            }
        }
        return findings;
    }

    private static Finding interrupts(KernelFiles files, String card, int processors) {
        String queues = "sys/class/net/" + card + "/queues";
        int count = files.list(queues, "rx-*").size();
        Optional<String> steered = files.text(queues + "/rx-0/rps_cpus").filter(mask -> mask.matches(".*[1-9a-f].*"));
        if (count > 1 || steered.isPresent()) {
            return Finding.ok("interrupts of " + card, count + " queues" + (steered.isPresent() ? ", steered" : ""));
        }
        return Finding.warning(
                "interrupts of " + card,
                "all packets arrive at one of " + processors + " processors",
                "at high rates: ethtool -L " + card + " combined " + processors + ", or a mask of processors into /"
                        + queues + "/rx-0/rps_cpus");
    }
}
