package io.weir.query.prometheus;

import java.util.List;
import java.util.Set;

/**
 * Measurements that a store may have.
 *
 * @param names of measurements
 * @param endings of further measurements: those of their tiers, such as {@code _m5}
 */
public record KnownMeasurements(Set<String> names, List<String> endings) {}
