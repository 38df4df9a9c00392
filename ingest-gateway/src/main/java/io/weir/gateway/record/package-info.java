/** The inputs of JSON records: over UDP, TCP, HTTP and Kafka. */
@NullMarked
package io.weir.gateway.record;

import org.jspecify.annotations.NullMarked;
