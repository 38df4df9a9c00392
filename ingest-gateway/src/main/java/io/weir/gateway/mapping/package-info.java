/**
 * Converts records (JSON, key=value, CSV) to line protocol, by a mapping in the settings.
 *
 * <p>In: bytes, and the pointers (RFC 6901) of the mapping. Out: lines for a {@code LineIntake}, and
 * refused records. The package must not import Netty or Kafka.
 */
@NullMarked
package io.weir.gateway.mapping;

import org.jspecify.annotations.NullMarked;
