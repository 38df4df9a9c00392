package io.weir.contract.rule.match;

import io.weir.contract.config.Refusal;
import io.weir.contract.line.ChangeMarker;
import io.weir.contract.line.EndMarker;

/**
 * Names that no rule may write: those of the values that alarms derive, and the fields by which a
 * series ends or a kept value changes.
 */
public final class HiddenNames {

    private static final String PREFIX = "alarm:";

    /** Stands for the name of the field that a rule reads. */
    private static final String ANY_FIELD = "<field>";

    private HiddenNames() {}

    /** The reserved name for an alarm's field; for peers, of its measurement too. */
    public static String of(String alarm) {
        return PREFIX + alarm;
    }

    /** Whether a field or measurement of this name is reserved for an alarm. */
    public static boolean isHidden(String name) {
        return name.startsWith(PREFIX);
    }

    /** Refuses a rule whose {@code key} would write a field or measurement with a reserved name. */
    public static void requireNotHidden(String key, String name) {
        if (isHidden(name)) {
            throw new Refusal(
                    key,
                    "would write " + Refusal.quote(name) + ", but names that begin with " + PREFIX
                            + " are reserved for alarms",
                    "choose another name");
        }
        requireNotMarker(key, name, EndMarker.FIELD, "marks the end of a series");
        requireNotMarker(key, name, ChangeMarker.FIELD, "marks a value as a change");
    }

    private static void requireNotMarker(String key, String name, String marker, String meaning) {
        if (mayBe(marker, name)) {
            throw new Refusal(key, "may write " + Refusal.quote(marker) + ", which " + meaning, "choose another name");
        }
    }

    private static boolean mayBe(String marker, String name) {
        int at = name.indexOf(ANY_FIELD);
        if (at < 0 || name.equals(ANY_FIELD)) {
            return name.equals(marker);
        }
        return marker.startsWith(name.substring(0, at)) && marker.endsWith(name.substring(at + ANY_FIELD.length()));
    }
}
