/**
 * The door for collectd: packets of its network plugin become line protocol.
 *
 * <p>In: datagrams in collectd's binary protocol, plain, signed or encrypted. Out: line protocol, and refusals of what could not be
 * read or may not be trusted, for a {@link io.weir.gateway.intake.LineIntake}. Pure but for {@link
 * io.weir.gateway.collectd.UserFile}: time is an argument, and neither Netty nor Kafka may be imported here. {@link
 * io.weir.gateway.collectd.ProtectionCheck} decides which parts may be read, {@link io.weir.gateway.collectd.Content} reads them, {@link
 * io.weir.gateway.collectd.ValueLines} writes the lines.
 *
 * <p>The format is described at <a href="https://github.com/collectd/collectd/wiki/Binary-protocol">collectd's wiki</a>, and its
 * defaults in the manual page collectd.conf(5), section "Plugin network". Numbers are big-endian but for gauges.
 */
@NullMarked
package io.weir.gateway.collectd;

import org.jspecify.annotations.NullMarked;
