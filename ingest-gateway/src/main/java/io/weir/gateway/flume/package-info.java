/**
 * Flume events as JSON, as the O2 Monitoring library sends them and Flume's sources take them, as line protocol.
 *
 * <p>In: the bytes of a datagram or of a request's body. Out: lines in a {@link io.weir.gateway.intake.LineSpeller}. The only library
 * is Jackson's reader of tokens; neither Netty nor Kafka may be imported here.
 *
 * <p>An event is {@code {"headers": {…}, "body": "…"}}. What the headers mean is said by those who wrote them: {@code Flume.cxx} of
 * AliceO2Group/Monitoring (2018: {@code name}, {@code timestamp} in nanoseconds, {@code value_…}, {@code tag_…}, every value a JSON
 * string, a dot in a key made into an object by Boost's property tree; several events of a datagram each on a line of its own), and
 * {@code JSONCollectdHTTPHandler.java} of AliceO2Group/MonitoringCustomComponents ({@code type_value}: {@code long} or {@code
 * double}). An array of events in a request is what {@code JSONHandler} of Flume 1.11 takes.
 */
@NullMarked
package io.weir.gateway.flume;

import org.jspecify.annotations.NullMarked;
