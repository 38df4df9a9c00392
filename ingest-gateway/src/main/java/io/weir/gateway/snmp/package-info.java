/**
 * The input that asks devices by SNMP: switches, routers, power supplies.
 *
 * <p>In: jobs, and the devices that {@code gateway.poll} lists. Out: a line for each row of a table,
 * and samples about each device. The protocol is that of the library snmp4j: each job has a socket and
 * two threads, a device has none. No answer can make a poll endless: requests, rows and memory are
 * bounded.
 */
@NullMarked
package io.weir.gateway.snmp;

import org.jspecify.annotations.NullMarked;
