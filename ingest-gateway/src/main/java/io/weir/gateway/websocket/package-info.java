/**
 * Receives messages over WebSocket.
 *
 * <p>In: connections that ask for a WebSocket, with any path. Out: the bytes of their messages, each
 * followed by a newline, for the framing of lines in {@code net}. So limits, back-pressure and
 * mappings are those of TCP.
 *
 * <p>Source of the format: RFC 6455.
 */
@NullMarked
package io.weir.gateway.websocket;

import org.jspecify.annotations.NullMarked;
