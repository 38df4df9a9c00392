/**
 * Reads topics with Kafka's consumer: in no consumer group, or as a member of one; mainly
 * {@code alarms.state}, for services that report alarms outside of Weir.
 *
 * <p>In: the records of the topics. Out: the records, or the current state of each alarm and each
 * change. May import Kafka's client, the settings of services, and the alarms' JSON.
 */
@NullMarked
package io.weir.contract.consumer;

import org.jspecify.annotations.NullMarked;
