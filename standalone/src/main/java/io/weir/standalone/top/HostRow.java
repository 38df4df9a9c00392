package io.weir.standalone.top;

import java.time.Instant;

/**
 * A host that sends metrics.
 *
 * @param name empty for metrics that name no host
 * @param perSecond lines per second
 * @param seen when its last line was received
 * @param alarms how many standing alarms name it
 */
record HostRow(String name, double perSecond, Instant seen, int alarms) {}
