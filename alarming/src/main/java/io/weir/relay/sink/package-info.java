/**
 * A sink is a destination of messages that acknowledges them. This package depends neither on Weir's
 * topics nor on a protocol.
 */
@NullMarked
package io.weir.relay.sink;

import org.jspecify.annotations.NullMarked;
