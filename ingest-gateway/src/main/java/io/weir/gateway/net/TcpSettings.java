package io.weir.gateway.net;

import io.weir.gateway.intake.StampUnit;
import java.time.Duration;

/**
 * Settings of a TCP input.
 *
 * @param maxLineBytes longer lines are rejected
 * @param idleTimeout idle connections are closed after this time; zero for never
 * @param precision unit of the senders' timestamps
 */
public record TcpSettings(StreamSettings stream, int maxLineBytes, Duration idleTimeout, StampUnit precision) {}
