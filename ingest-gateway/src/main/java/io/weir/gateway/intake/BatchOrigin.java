package io.weir.gateway.intake;

/**
 * Where the lines of a batch come from that can be read there again.
 *
 * @param log names what they were read from
 * @param offsets text of {@link io.weir.contract.topic.SourceOffsets}
 */
public record BatchOrigin(String log, String offsets) {}
