package io.weir.gateway.tcp;

import io.weir.gateway.intake.StampUnit;
import io.weir.gateway.listen.StreamSettings;
import java.time.Duration;

/**
 * How lines are received over TCP.
 *
 * @param maxLineBytes a longer line is refused
 * @param idleTimeout a connection that sends nothing for so long is closed; zero for never
 * @param precision the unit of the senders' timestamps
 */
public record TcpSettings(StreamSettings stream, int maxLineBytes, Duration idleTimeout, StampUnit precision) {}
