/**
 * Saves the working set of a Kafka Streams task, so that it survives a crash.
 *
 * <p>Per-series state is plain memory ({@link io.weir.contract.state.SeriesTable}).
 * {@link io.weir.contract.state.BlockStore} writes changes to a changelog topic, in blocks of
 * slots, just before Kafka Streams commits the input offsets. In: slots touched while a record was
 * processed. Out: changelog records. May import Kafka Streams. Three classes
 * rely on the internals of Kafka Streams: {@code BlockStore}, its base {@code UncachedStore}, and
 * {@code ChangelogFence}. {@code CheckpointOrderTest} verifies the order of a commit, and
 * {@code ProcessingStallTest} the restore of a changelog that two instances wrote.
 */
@NullMarked
package io.weir.contract.state;

import org.jspecify.annotations.NullMarked;
