/**
 * Event-time windows of one series. In: timestamped values. Out: closed windows, each once. Pure
 * logic: may import the contract's rules, and nothing from Kafka.
 */
@NullMarked
package io.weir.processing.window;

import org.jspecify.annotations.NullMarked;
