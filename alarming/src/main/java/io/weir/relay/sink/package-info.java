/**
 * What every sink is: a destination of messages that acknowledges them. Depends neither on Weir's
 * topics nor on a protocol.
 */
@NullMarked
package io.weir.relay.sink;

import org.jspecify.annotations.NullMarked;
