package io.weir.contract.alarm;

/**
 * One value of the {@link FarmState}.
 *
 * @param text empty while the name is not set
 * @param sinceMillis when the name got this value, in milliseconds since the epoch; 0 if that is not
 *     known
 */
public record FarmValue(String text, long sinceMillis) {

    /** Whether the name has a value. */
    public boolean isSet() {
        return !text.isEmpty();
    }
}
