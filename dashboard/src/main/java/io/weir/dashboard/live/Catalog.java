package io.weir.dashboard.live;

import java.util.List;
import java.util.SortedMap;

/**
 * What there is to choose from, among the series that a selector takes.
 *
 * @param measurements all that there are, whatever the selector says, with how many series each has
 * @param fields names of fields
 * @param tags keys, with their values
 * @param series how many series were looked at that the selector takes
 * @param more whether there is more than this
 */
public record Catalog(
        SortedMap<String, Integer> measurements,
        List<String> fields,
        SortedMap<String, List<String>> tags,
        int series,
        boolean more) {}
