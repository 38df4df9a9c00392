package io.weir.gateway.snmp;

import io.weir.contract.config.Refusal;
import io.weir.gateway.poll.TargetGroup;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes devices of addresses and labels. */
final class Devices {
    private static final int PORT = 161;
    private static final int MOST_PORT = 0xFFFF;
    /** A host, or an address of IPv6 in brackets; then perhaps a port. */
    private static final Pattern ADDRESS = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^\\s:\\[\\]/]+)(?::([0-9]{1,5}))?");
    /** Labels that begin so are not tags. */
    private static final String INTERNAL = "__";

    private static final String JOB = "job";
    private static final String INSTANCE = "instance";

    private Devices() {}

    /**
     * The devices by their key.
     *
     * @param mistakes receives what is wrong with addresses that are left out
     */
    static Map<String, Device> of(JobSettings job, List<TargetGroup> groups, Consumer<String> mistakes) {
        Map<String, Device> devices = new LinkedHashMap<>();
        for (TargetGroup group : groups) {
            for (String address : group.targets()) {
                try {
                    Device device = device(job, address, group.labels());
                    devices.put(device.key(), device);
                } catch (IllegalArgumentException e) {
                    mistakes.accept(
                            "device " + Refusal.quote(address) + ": " + Refusal.quote(String.valueOf(e.getMessage())));
                }
            }
        }
        return devices;
    }

    private static Device device(JobSettings job, String address, SortedMap<String, String> labels) {
        Matcher parts = ADDRESS.matcher(address);
        int port = parts.matches() && parts.group(2) != null ? Integer.parseInt(parts.group(2)) : PORT;
        if (!parts.matches() || port == 0 || port > MOST_PORT) {
            throw new IllegalArgumentException("must be HOST or HOST:PORT, such as switch7:161");
        }
        SortedMap<String, String> tags = new TreeMap<>(labels);
        tags.putIfAbsent(JOB, job.name());
        tags.putIfAbsent(INSTANCE, address);
        tags.keySet().removeIf(name -> name.startsWith(INTERNAL));
        tags.values().removeIf(String::isEmpty);
        Device device = new Device(job, address, String.valueOf(parts.group(1)), port, tags);
        byte[] unused = device.series("up"); // Throws if a label cannot be a tag.
        return device;
    }
}
