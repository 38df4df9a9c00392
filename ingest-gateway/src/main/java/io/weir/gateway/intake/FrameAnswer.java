package io.weir.gateway.intake;

/**
 * The answer to a frame.
 *
 * @param bytes empty for no answer
 * @param isLast whether the connection is closed afterwards, as a server of Zabbix does; otherwise the next
 *     frame is read
 */
public record FrameAnswer(byte[] bytes, boolean isLast) {}
