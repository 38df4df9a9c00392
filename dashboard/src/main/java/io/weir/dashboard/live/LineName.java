package io.weir.dashboard.live;

import java.util.Map;

/** What tells one field of one series from all others. */
public record LineName(String measurement, Map<String, String> tags, String field) {}
