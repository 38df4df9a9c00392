package io.weir.gateway.intake.batch;

/**
 * Identifies a batch within its partition, permanently.
 *
 * @param epoch random id of the gateway run that made the batch
 * @param number number of the batch in that run and partition, from 0; in a tick, the number of the
 *     next batch
 */
public record BatchName(long epoch, long number) {}
