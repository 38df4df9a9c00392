/**
 * Shows people how the gateway reads given bytes.
 *
 * <p>In: bytes, as in a datagram. Out: JSON. May import Jackson and the contract's reader. Not on
 * the data path.
 */
@NullMarked
package io.weir.gateway.parse;

import org.jspecify.annotations.NullMarked;
