/**
 * All of Weir in one process, and the {@code weir} command.
 *
 * <p>Input: a command line. Output: running services, with an embedded broker and store unless
 * others are named. Allowed imports: every service, the broker's internals (only in
 * {@link io.weir.standalone.embedded.EmbeddedBroker} and {@link io.weir.standalone.embedded.KafkaNode}), picocli.
 */
@NullMarked
package io.weir.standalone;

import org.jspecify.annotations.NullMarked;
