package io.weir.dashboard.live;

import java.util.List;
import java.util.SortedMap;

/**
 * The choices for a selector: the fields and tags of the series that match.
 *
 * @param measurements all measurements, independent of the selector, with their numbers of series
 * @param fields names of fields
 * @param tags keys, with their values
 * @param series number of inspected series that the selector matches
 * @param more whether there are more choices
 */
public record Catalog(
        SortedMap<String, Integer> measurements,
        List<String> fields,
        SortedMap<String, List<String>> tags,
        int series,
        boolean more) {}
