/**
 * The inputs for messages of any format, which are line protocol by default: over UDP, TCP, HTTP, Unix sockets
 * and Kafka.
 *
 * <p>In: the keys of a transport and of a format. Out: inputs that read this format from this transport.
 */
@NullMarked
package io.weir.gateway.message;

import org.jspecify.annotations.NullMarked;
