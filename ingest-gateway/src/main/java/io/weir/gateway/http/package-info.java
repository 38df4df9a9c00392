/**
 * The HTTP door: speaks as InfluxDB 1.x and 2.x do, so that their clients write to Weir unchanged.
 *
 * <p>In: requests. Out: the lines of their bodies, to the {@link io.weir.gateway.intake.LineIntake} of the event loop, and answers
 * with InfluxDB's status codes and JSON. A request is answered with 204 only when its lines are handed on; while there is no room
 * for them nothing of it is taken, and the sender is told to come again.
 */
@NullMarked
package io.weir.gateway.http;

import org.jspecify.annotations.NullMarked;
