/**
 * All of Weir in one process, and the {@code weir} command.
 *
 * <p>Comes in: a command line. Goes out: running services, with a broker and a store of their own unless others are named. May
 * import: every service, the broker's internals (in {@link io.weir.standalone.EmbeddedBroker} and {@link
 * io.weir.standalone.KafkaNode} only), picocli.
 */
@NullMarked
package io.weir.standalone;

import org.jspecify.annotations.NullMarked;
