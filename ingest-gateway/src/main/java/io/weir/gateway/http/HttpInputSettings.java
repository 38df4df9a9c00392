package io.weir.gateway.http;

import io.weir.gateway.net.StreamSettings;
import java.time.Duration;

/**
 * Settings of an HTTP input.
 *
 * @param maxBodyBytes maximum size of a body, compressed or not
 * @param maxBodiesBytes maximum memory for the bodies of all unfinished requests
 * @param requestTimeout maximum time to receive a request, and to answer it
 * @param idleTimeout a connection without a request is closed after this time
 * @param tokens tokens that permit writing
 */
public record HttpInputSettings(
        StreamSettings stream,
        int maxBodyBytes,
        long maxBodiesBytes,
        Duration requestTimeout,
        Duration idleTimeout,
        Tokens tokens) {}
