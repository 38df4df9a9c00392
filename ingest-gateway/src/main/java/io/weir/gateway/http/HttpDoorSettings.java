package io.weir.gateway.http;

import io.weir.gateway.listen.StreamSettings;
import java.time.Duration;

/**
 * How requests are taken.
 *
 * @param maxBodyBytes a larger body is refused, packed or unpacked
 * @param maxBodiesBytes what the bodies of all unfinished requests may need together
 * @param requestTimeout a request must have come whole within this time, and is answered within it
 * @param idleTimeout a connection without a request is closed after this time
 * @param tokens who may write
 */
public record HttpDoorSettings(
        StreamSettings stream,
        int maxBodyBytes,
        long maxBodiesBytes,
        Duration requestTimeout,
        Duration idleTimeout,
        Tokens tokens) {}
