/**
 * Event-time windows of one series. In: timestamped values. Out: finished windows, each once. Pure logic: may
 * import the contract's rules and nothing of Kafka.
 */
@NullMarked
package io.weir.processing.window;

import org.jspecify.annotations.NullMarked;
