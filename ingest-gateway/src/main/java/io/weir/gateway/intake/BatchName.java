package io.weir.gateway.intake;

/**
 * Names a batch in its partition, for ever.
 *
 * @param epoch the random name of the gateway's life that made the batch
 * @param number of the batch in that life and partition, from 0 on; in a tick, the number of the next batch
 */
public record BatchName(long epoch, long number) {}
