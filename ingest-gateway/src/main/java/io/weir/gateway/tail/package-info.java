/**
 * The input for files that grow.
 *
 * <p>In: regular files, found by patterns. Out: their lines as messages for {@code gateway.consume},
 * and a file with the positions up to which Kafka has the lines.
 */
@NullMarked
package io.weir.gateway.tail;

import org.jspecify.annotations.NullMarked;
