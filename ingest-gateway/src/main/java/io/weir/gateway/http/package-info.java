/**
 * The HTTP door: speaks as InfluxDB 1.x and 2.x do, so that their clients write to Weir unchanged; or takes bodies
 * in a language that another room reads.
 *
 * <p>In: requests. Out: the lines of their bodies, to the {@link io.weir.gateway.intake.LineIntake} of the event loop, and answers
 * with InfluxDB's status codes and JSON. Success is answered only when the lines are safe; while there is no room
 * for them nothing of it is taken, and the sender is told to come again.
 */
@NullMarked
package io.weir.gateway.http;

import org.jspecify.annotations.NullMarked;
