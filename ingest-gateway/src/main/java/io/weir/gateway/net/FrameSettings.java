package io.weir.gateway.net;

import java.time.Duration;

/**
 * Settings of an input whose messages are frames with a length.
 *
 * @param maxBodyBytes longer frames are refused
 * @param maxBodiesBytes maximum memory for all unfinished frames
 * @param frameTimeout maximum time to receive a frame and to answer it
 * @param idleTimeout a connection without a frame is closed after this time; zero for never
 */
public record FrameSettings(
        StreamSettings stream, int maxBodyBytes, long maxBodiesBytes, Duration frameTimeout, Duration idleTimeout) {}
