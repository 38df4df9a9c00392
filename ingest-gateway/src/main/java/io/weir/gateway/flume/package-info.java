/**
 * Converts Flume events in JSON to line protocol. The O2 Monitoring library sends them, and Flume's
 * sources accept them.
 *
 * <p>In: the bytes of a datagram or of a request body. Out: lines in a
 * {@link io.weir.gateway.intake.spelling.LineSpeller}. The only library is Jackson's token reader; the
 * package must not import Netty or Kafka.
 *
 * <p>An event is {@code {"headers": {…}, "body": "…"}}. Two writers define the meaning of the
 * headers. {@code Flume.cxx} of AliceO2Group/Monitoring (2018) writes {@code name},
 * {@code timestamp} in nanoseconds, {@code value_…} and {@code tag_…}. Every value is a JSON
 * string; Boost's property tree turns a dot in a key into an object; a datagram has one event per
 * line. {@code JSONCollectdHTTPHandler.java} of AliceO2Group/MonitoringCustomComponents writes
 * {@code type_value}: {@code long} or {@code double}. A request has an array of events, as accepted
 * by {@code JSONHandler} of Flume 1.11.
 */
@NullMarked
package io.weir.gateway.flume;

import org.jspecify.annotations.NullMarked;
