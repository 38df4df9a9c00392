/**
 * The HTTP input. It implements the write interfaces of InfluxDB 1.x and 2.x, so that their clients
 * write to Weir unchanged, or accepts bodies in a format that another package reads.
 *
 * <p>In: requests. Out: the lines of their bodies, to the {@link io.weir.gateway.intake.LineIntake}
 * of the event loop, and answers with InfluxDB's status codes and JSON. A request succeeds only
 * once its lines are safe. While there is no room for them, nothing of it is accepted, and the
 * sender is asked to retry.
 */
@NullMarked
package io.weir.gateway.http;

import org.jspecify.annotations.NullMarked;
