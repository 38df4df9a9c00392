package io.weir.dashboard.live;

import java.util.Map;

/** Identifies a line in a plot: one field of one series. */
public record LineName(String measurement, Map<String, String> tags, String field) {}
