package io.weir.gateway.intake.batch;

/**
 * Origin of the lines of a batch, for sources that can be read again.
 *
 * @param log name of the log that the lines were read from
 * @param offsets text form of {@link io.weir.contract.topic.SourceOffsets}
 */
public record BatchOrigin(String log, String offsets) {}
