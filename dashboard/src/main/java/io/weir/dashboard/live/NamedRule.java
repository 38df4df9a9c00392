package io.weir.dashboard.live;

/**
 * A rule of the active rules.
 *
 * @param kind the list that contains it
 * @param line line of the file, from 1
 */
public record NamedRule(String kind, String name, int line) {}
