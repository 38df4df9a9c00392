package io.weir.contract.rule.metric;

import io.weir.contract.config.Refusal;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The conversion of a value. */
public sealed interface Conversion {

    /** Multiplies a number and adds to it, as floats: a scale of 1 turns integers into floats. */
    record Scaling(double scale, double offset) implements Conversion {
        public Scaling {
            if (scale == 0 || !Double.isFinite(scale)) {
                throw new Refusal("scale", "must be a finite number other than 0, was " + scale, "");
            }
            if (!Double.isFinite(offset)) {
                throw new Refusal("offset", "must be a finite number, was " + offset, "");
            }
        }
    }

    /**
     * Replaces values.
     *
     * @param map new values by old, at least one, as written in the file
     * @param otherwise the replacement for other values; empty: their fields are removed
     */
    record Mapping(SortedMap<String, String> map, Optional<String> otherwise) implements Conversion {
        public Mapping {
            map = Collections.unmodifiableSortedMap(new TreeMap<>(map));
            if (map.isEmpty()) {
                throw new Refusal("map", "must have at least one value", "such as {RUNNING: 1}");
            }
            map.forEach((from, to) -> requireOneLine("map." + from, from + to));
            otherwise.ifPresent(text -> requireOneLine("otherwise", text));
        }

        private static void requireOneLine(String key, String text) {
            if (text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0) {
                throw new Refusal(key, "must not contain a newline, was " + Refusal.quote(text), "");
            }
        }
    }
}
