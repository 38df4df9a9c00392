package io.weir.processing.series;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One suppression rule as it applies to a series.
 *
 * @param field the key of the field, null for all fields
 * @param heartbeatNanos how long a constant may be left out; {@code LastValues.NO_HEARTBEAT} for ever
 */
public record Suppression(byte @Nullable [] field, long heartbeatNanos) {

    /** Does the rule speak of the field with this key? */
    public boolean covers(byte[] bytes, int keyFrom, int keyTo) {
        return field == null || Arrays.equals(field, 0, field.length, bytes, keyFrom, keyTo);
    }
}
