/**
 * What waits for Kafka on disk: a log of frames in segment files, which survives a restart and a {@code kill -9}.
 *
 * <p>In: frames, from {@code io.weir.gateway.publish}. Out: the same frames in the same order, until they are acknowledged. What is
 * in a frame is not its business: it knows files, and neither Kafka nor lines. A {@link io.weir.gateway.spool.Spool} belongs to one
 * thread.
 *
 * <p>A segment file is named by the position of its first byte in the log, in 20 digits, and holds frames ({@link
 * io.weir.gateway.spool.Frame}), each with a magic number and a checksum: a damaged place costs the frames that lie in it. The file
 * {@code acknowledged} holds a position (8 bytes) for each lane, and a CRC32C (4): what lies before it has left. All is big-endian.
 */
@NullMarked
package io.weir.gateway.spool;

import org.jspecify.annotations.NullMarked;
