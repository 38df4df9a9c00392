package io.weir.gateway.exposition;

import java.util.SortedMap;

/** Relabels the series of a target. */
@FunctionalInterface
public interface Labelling {
    /**
     * Changes the labels of a new series, of which {@code __name__} is the name. Returns whether its
     * samples are kept.
     */
    boolean apply(SortedMap<String, String> labels);
}
