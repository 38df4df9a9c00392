/**
 * How the working set of a Kafka Streams task survives a crash.
 *
 * <p>Per-series state is plain memory ({@link io.weir.contract.state.SeriesTable}); {@link
 * io.weir.contract.state.BlockStore} carries what changed into a changelog topic, in blocks of slots, just before Kafka
 * Streams commits the input offsets. In: slots touched while a record was processed. Out: changelog records. May import
 * Kafka Streams; {@code BlockStore} is the one place in Weir that leans on its internals, and {@code
 * CheckpointOrderTest} pins what it leans on.
 */
@NullMarked
package io.weir.contract.state;

import org.jspecify.annotations.NullMarked;
