/**
 * Inputs on sockets: UDP datagrams, TCP streams and Unix sockets, and what the other listening inputs
 * share with them, which is addresses, a server for streams with its limits, and TLS.
 *
 * <p>In: the operator's settings of a socket. Out: datagrams and lines for the intake, or connections
 * with the handlers of their input. While the queue has no room, streams are not read, so their
 * senders wait and nothing is dropped; datagrams are dropped and counted. May import Netty.
 */
@NullMarked
package io.weir.gateway.net;

import org.jspecify.annotations.NullMarked;
