/**
 * The collectd input: converts packets of collectd's network plugin to line protocol.
 *
 * <p>In: datagrams in collectd's binary protocol, plain, signed or encrypted. Out: line protocol,
 * and rejections of unreadable or untrusted parts, for a {@link io.weir.gateway.intake.LineIntake}.
 * Pure logic, except for {@link io.weir.gateway.collectd.UserFile} and the settings, which open the
 * input: time is an argument, and the package must not import Netty or Kafka. {@link
 * io.weir.gateway.collectd.ProtectionCheck} decides
 * which parts may be read, {@link io.weir.gateway.collectd.Content} reads them,
 * {@link io.weir.gateway.collectd.ValueLines} writes the lines.
 *
 * <p>The format is described in <a
 * href="https://github.com/collectd/collectd/wiki/Binary-protocol">collectd's wiki</a>, its
 * defaults in the manual page collectd.conf(5), section "Plugin network". Numbers are big-endian,
 * except gauges.
 */
@NullMarked
package io.weir.gateway.collectd;

import org.jspecify.annotations.NullMarked;
