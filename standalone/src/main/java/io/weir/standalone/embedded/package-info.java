/**
 * Kafka inside {@code weir up}: whether it is installed, the data directory with its lock and rights,
 * the broker and its controller.
 *
 * <p>In: a directory and ports. Out: the address of a running Kafka.
 */
@NullMarked
package io.weir.standalone.embedded;

import org.jspecify.annotations.NullMarked;
