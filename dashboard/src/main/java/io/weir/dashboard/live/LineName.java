package io.weir.dashboard.live;

import java.util.Map;

/** Identifies one field of one series. */
public record LineName(String measurement, Map<String, String> tags, String field) {}
