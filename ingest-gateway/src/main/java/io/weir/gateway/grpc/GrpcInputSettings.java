package io.weir.gateway.grpc;

import io.weir.contract.http.BearerTokens;
import io.weir.gateway.net.StreamSettings;
import java.time.Duration;

/**
 * Settings of an input over gRPC.
 *
 * @param maxMessageBytes maximum size of a message, compressed or not
 * @param maxMessagesBytes maximum memory for the messages of all unfinished calls, packed or not
 * @param requestTimeout maximum time to receive a call and to answer it
 * @param idleTimeout a connection without a call is closed after this time; 0 for never
 * @param tokens tokens that permit writing
 */
public record GrpcInputSettings(
        StreamSettings stream,
        int maxMessageBytes,
        long maxMessagesBytes,
        Duration requestTimeout,
        Duration idleTimeout,
        BearerTokens tokens) {}
