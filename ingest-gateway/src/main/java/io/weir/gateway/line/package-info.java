/** The inputs of line protocol: over UDP, TCP, HTTP, Unix sockets and Kafka. */
@NullMarked
package io.weir.gateway.line;

import org.jspecify.annotations.NullMarked;
