/**
 * The spool: a log of frames in segment files on disk. It survives a restart and a {@code kill -9}.
 *
 * <p>In: frames, from {@code io.weir.gateway.publish}. Out: the same frames, in the same order
 * within each lane, until they are acknowledged. A lane is a partition, or the rejected lines. The
 * package handles files and is independent of Kafka and of the content of frames. A {@link
 * io.weir.gateway.spool.Spool} belongs to one thread.
 *
 * <p>The name of a segment file is the position of its first byte in the log, in 20 digits. It
 * contains frames ({@link io.weir.gateway.spool.Frame}), each with a magic number and a checksum,
 * so that a damaged place costs only the frames in it. The file {@code acknowledged} contains a
 * position (8 bytes) for each lane, and a CRC32C (4). Frames before that position are acknowledged.
 * All numbers are big-endian.
 */
@NullMarked
package io.weir.gateway.spool;

import org.jspecify.annotations.NullMarked;
