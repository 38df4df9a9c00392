/**
 * What doors need to listen: addresses, a server of streams with its limits, TLS; beside the UDP door, a room that knows Netty.
 *
 * <p>In: what an operator said of a socket. Out: connections, each with the handlers that its door gives it.
 */
@NullMarked
package io.weir.gateway.listen;

import org.jspecify.annotations.NullMarked;
