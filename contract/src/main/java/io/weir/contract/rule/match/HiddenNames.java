package io.weir.contract.rule.match;

import io.weir.contract.config.Refusal;
import io.weir.contract.line.EndMarker;

/**
 * Names that no rule may write: those of the values that alarms derive, and the field by which a
 * series ends.
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
        if (mayEndSeries(name)) {
            throw new Refusal(
                    key,
                    "may write " + Refusal.quote(EndMarker.FIELD) + ", which says that a series has ended",
                    "choose another name");
        }
    }

    private static boolean mayEndSeries(String name) {
        int at = name.indexOf(ANY_FIELD);
        if (at < 0 || name.equals(ANY_FIELD)) {
            return name.equals(EndMarker.FIELD);
        }
        return EndMarker.FIELD.startsWith(name.substring(0, at))
                && EndMarker.FIELD.endsWith(name.substring(at + ANY_FIELD.length()));
    }
}
