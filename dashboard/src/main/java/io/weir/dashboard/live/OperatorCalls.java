package io.weir.dashboard.live;

import org.jspecify.annotations.Nullable;

/**
 * How often alarms called operators in the last ten minutes.
 *
 * @param floodSinceMillis when the flood began, or null
 */
public record OperatorCalls(long calls, @Nullable Long floodSinceMillis) {}
