package io.weir.gateway.poll;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Addresses with common labels.
 *
 * @param targets HOST:PORT of each
 */
public record TargetGroup(List<String> targets, SortedMap<String, String> labels) {
    /** Copies both. */
    public TargetGroup {
        targets = List.copyOf(targets);
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }
}
