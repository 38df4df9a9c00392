package io.weir.gateway.intake;

/**
 * What a sender gets for a frame.
 *
 * @param bytes empty for no answer
 * @param isLast whether the connection is closed afterwards
 */
public record FrameAnswer(byte[] bytes, boolean isLast) {}
