/**
 * The packets of ApMon, the client library of MonALISA, as line protocol.
 *
 * <p>In: the bytes of a datagram. Out: a line in a {@link io.weir.gateway.intake.LineSpeller}, which {@link
 * io.weir.gateway.apmon.ApMonIntake} gives to a {@link io.weir.gateway.intake.LineIntake}. Pure logic: neither Netty nor Kafka may be
 * imported here.
 *
 * <p>The format is what the clients write and what MonALISA's own receiver reads: {@code ApMon.cpp} (ApMon C++ 2.2.8), {@code
 * ApMon.java} (1.3 and 2.2), {@code apmon.py} (2.17.02), and {@code XDRUDP.java} of the MonALISA service. Everything is XDR (RFC
 * 4506): big-endian, in units of four bytes.
 *
 * <table>
 *   <caption>A packet</caption>
 *   <tr><td>string</td><td>{@code v:}version{@code _}language{@code p:}password; absent from the very first clients</td></tr>
 *   <tr><td>int, int</td><td>since 2.2: the sender's instance, and its count of packets modulo 2 000 000 000</td></tr>
 *   <tr><td>string, string</td><td>cluster and node</td></tr>
 *   <tr><td>int</td><td>how many parameters follow</td></tr>
 *   <tr><td>string, int, value</td><td>each: name; type 0 string, 2 int, 3 hyper, 4 float, 5 double; value</td></tr>
 *   <tr><td>int</td><td>since 1.6, and if there are bytes left: seconds since 1970</td></tr>
 * </table>
 */
@NullMarked
package io.weir.gateway.apmon;

import org.jspecify.annotations.NullMarked;
