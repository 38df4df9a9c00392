/**
 * Common parts of inputs that listen: addresses, a server for streams with its limits, TLS. May
 * import Netty, like the UDP input.
 *
 * <p>In: the operator's settings of a socket. Out: connections with the handlers of their input.
 */
@NullMarked
package io.weir.gateway.listen;

import org.jspecify.annotations.NullMarked;
