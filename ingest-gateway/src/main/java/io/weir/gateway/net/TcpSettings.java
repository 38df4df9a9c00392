package io.weir.gateway.net;

import java.time.Duration;

/**
 * Settings of a TCP input whose messages end at a newline.
 *
 * @param maxLineBytes longer messages are rejected
 * @param idleTimeout idle connections are closed after this time; zero for never
 * @param hasStrings whether a string of line protocol may contain a newline
 */
public record TcpSettings(StreamSettings stream, int maxLineBytes, Duration idleTimeout, boolean hasStrings) {}
