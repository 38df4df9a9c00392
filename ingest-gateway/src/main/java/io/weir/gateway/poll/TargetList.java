package io.weir.gateway.poll;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.config.YamlSource;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;

/** The keys of a group of targets, and lists of groups as JSON or YAML, which are read alike. */
public final class TargetList {
    private TargetList() {}

    /** Reads a group. */
    public static TargetGroup group(YamlSection group) {
        return new TargetGroup(
                group.values("targets", TargetList::address, "HOST:PORT of each target")
                        .or(List.of()),
                group.entries("labels", text -> text, "labels of all samples of the group")
                        .or(Collections.emptySortedMap()));
    }

    private static String address(String text) {
        String address = text.strip();
        if (address.isEmpty()) {
            throw new Refusal("must be HOST or HOST:PORT, was empty", "such as flp17:9100");
        }
        return address;
    }

    /**
     * Reads a list of groups.
     *
     * @param name of the list, for messages
     * @param origin label with the name, such as {@code __meta_filepath}
     * @throws MistakesException if it is not right as a whole
     */
    public static List<TargetGroup> read(String name, byte[] bytes, String origin) {
        return YamlSource.bytes(name, isJson(bytes) ? withoutTabs(bytes) : bytes)
                .readList("groups", TargetList::group)
                .stream()
                .map(group -> {
                    TreeMap<String, String> labels = new TreeMap<>(group.labels());
                    labels.put(origin, name);
                    return new TargetGroup(group.targets(), labels);
                })
                .toList();
    }

    private static boolean isJson(byte[] bytes) {
        int at = 0;
        while (at < bytes.length && bytes[at] <= ' ') {
            at++;
        }
        return at < bytes.length && bytes[at] == '[';
    }

    /** In JSON, a tab is only between values; the reader of YAML would refuse it. */
    private static byte[] withoutTabs(byte[] bytes) {
        byte[] spaced = bytes.clone();
        for (int i = 0; i < spaced.length; i++) {
            spaced[i] = spaced[i] == '\t' ? (byte) ' ' : spaced[i];
        }
        return spaced;
    }
}
