package io.weir.standalone.top;

import java.time.Instant;
import java.util.List;

/**
 * The answers of all services and the dashboard to one round of requests.
 *
 * @param ports in the order of the data flow
 */
record Round(Instant time, List<PortAnswer> ports, DashboardAnswer dashboard) {}
