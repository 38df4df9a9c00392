/**
 * Follows topics in no consumer group, mainly {@code alarms.state}, for services that report alarms
 * outside of Weir.
 *
 * <p>In: the records of the topic. Out: the current state of each alarm, and each change. May
 * import Kafka's client and the alarms' JSON.
 */
@NullMarked
package io.weir.contract.consumer;

import org.jspecify.annotations.NullMarked;
