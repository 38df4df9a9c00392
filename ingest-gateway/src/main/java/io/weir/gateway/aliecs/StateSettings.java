package io.weir.gateway.aliecs;

import java.util.Set;
import java.util.TreeSet;

/**
 * Which runs decide the state of the farm.
 *
 * @param runTypes their types
 * @param prefix of the names that are set
 */
public record StateSettings(Set<String> runTypes, String prefix) {
    static final String RUN = "run";
    static final String RUN_TYPE = "run_type";
    static final String STATE = "state";
    static final String DETECTORS = "detectors";

    /** Copies the types. */
    public StateSettings {
        runTypes = Set.copyOf(runTypes);
    }

    /** The names that are set, after the prefix. */
    public static Set<String> names() {
        return new TreeSet<>(Set.of(RUN, RUN_TYPE, STATE, DETECTORS));
    }
}
