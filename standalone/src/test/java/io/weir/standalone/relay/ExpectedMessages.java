package io.weir.standalone.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The account of a sink that relays {@code metrics.storage}: every line with its id, in the order of
 * its partition. Knows nothing of the relay's code.
 */
final class ExpectedMessages {
    private final Map<Integer, Long> offsets = new HashMap<>();
    private final Map<Integer, List<Received>> byPartition = new TreeMap<>();
    private int count;

    void add(String topic, int partition, List<String> lines) {
        long offset = skip(partition);
        for (int line = 0; line < lines.size(); line++) {
            String id = topic + "/" + partition + "/" + offset + "/" + line;
            byPartition
                    .computeIfAbsent(partition, each -> new ArrayList<>())
                    .add(new Received(id, "", lines.get(line)));
            count++;
        }
    }

    /** Counts a record; returns its offset. */
    long skip(int partition) {
        return offsets.merge(partition, 1L, Long::sum) - 1;
    }

    int count() {
        return count;
    }

    /**
     * Fails unless a sink received every message exactly once, in the order of its partition, after
     * it dropped repeats by their ids.
     */
    void check(List<Received> received, String seed) {
        Map<String, Received> first = new LinkedHashMap<>();
        for (Received each : received) {
            Received before = first.putIfAbsent(each.id(), each);
            if (before != null) {
                assertThat(each).as("a repeat; %s", seed).isEqualTo(before);
            }
        }
        Map<Integer, List<Received>> actual = new TreeMap<>();
        for (Received each : first.values()) {
            String[] id = each.id().split("/");
            actual.computeIfAbsent(Integer.parseInt(id[1]), partition -> new ArrayList<>())
                    .add(new Received(each.id(), "", each.body()));
        }
        assertThat(actual).as(seed).isEqualTo(byPartition);
    }
}
