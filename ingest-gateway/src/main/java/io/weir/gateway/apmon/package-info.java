/**
 * Converts packets of ApMon, the client library of MonALISA, to line protocol.
 *
 * <p>In: the bytes of a datagram. Out: a line in a {@link io.weir.gateway.intake.spelling.LineSpeller},
 * which {@link io.weir.gateway.apmon.ApMonIntake} passes to a
 * {@link io.weir.gateway.intake.LineIntake}. Pure logic, except for the settings, which
 * open the input: the package must not import Netty or Kafka.
 *
 * <p>The format follows the clients and MonALISA's own receiver: {@code ApMon.cpp} (ApMon C++
 * 2.2.8), {@code ApMon.java} (1.3 and 2.2), {@code apmon.py} (2.17.02), and {@code XDRUDP.java} of
 * the MonALISA service. All data is XDR (RFC 4506): big-endian, in units of four bytes.
 *
 * <table>
 *   <caption>A packet</caption>
 *   <tr><td>string</td><td>{@code v:}version{@code _}language{@code p:}password; not sent by the
 *       oldest clients</td></tr>
 *   <tr><td>int, int</td><td>since 2.2: the sender's instance, and its packet count modulo
 *       2 000 000 000</td></tr>
 *   <tr><td>string, string</td><td>cluster and node</td></tr>
 *   <tr><td>int</td><td>number of parameters</td></tr>
 *   <tr><td>string, int, value</td><td>for each: name; type 0 string, 2 int, 3 hyper, 4 float,
 *       5 double; value</td></tr>
 *   <tr><td>int</td><td>since 1.6, and if bytes are left: seconds since 1970</td></tr>
 * </table>
 */
@NullMarked
package io.weir.gateway.apmon;

import org.jspecify.annotations.NullMarked;
