/**
 * The transport of inputs over gRPC: calls with one message and one answer, whose messages another
 * package reads.
 *
 * <p>In: calls. Out: their messages, to a {@link io.weir.gateway.grpc.UnaryMethod} of the event loop,
 * and answers. A call succeeds only once its lines are safe. While there is no room for them, nothing
 * of it is accepted, and the sender is asked to retry.
 */
@NullMarked
package io.weir.gateway.grpc;

import org.jspecify.annotations.NullMarked;
