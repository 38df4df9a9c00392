/**
 * The relay: passes lines and alarms on to other systems. In: the feeds of processing,
 * {@code alarms.events}, {@code alarms.state}. Out: messages in sinks, each at least once. It is a
 * separate service with a consumer group for each sink, so that an unavailable sink delays nothing
 * else. Must not import alarming. This package assembles {@code message}, {@code amqp} and
 * {@code kafka}.
 */
@NullMarked
package io.weir.relay;

import org.jspecify.annotations.NullMarked;
