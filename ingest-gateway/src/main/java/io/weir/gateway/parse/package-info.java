/**
 * Shows people what the gateway makes of some bytes.
 *
 * <p>In: bytes, as a datagram would bring them. Out: JSON. May import Jackson and the reader of the contract; it is not on the way
 * of the data.
 */
@NullMarked
package io.weir.gateway.parse;

import org.jspecify.annotations.NullMarked;
