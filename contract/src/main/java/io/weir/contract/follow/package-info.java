/**
 * Follows topics in no consumer group, {@code alarms.state} above all, for services that tell the world outside of Weir which alarms
 * there are. In: the records of the topic. Out: the current state of each alarm, and each change. May import Kafka's client and the alarms' JSON.
 */
@NullMarked
package io.weir.contract.follow;

import org.jspecify.annotations.NullMarked;
