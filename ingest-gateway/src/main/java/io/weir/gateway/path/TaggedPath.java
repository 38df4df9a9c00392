package io.weir.gateway.path;

import java.util.SortedMap;

/** A path, its parts separated by dots, and its tags. */
public record TaggedPath(String path, SortedMap<String, String> tags) {}
