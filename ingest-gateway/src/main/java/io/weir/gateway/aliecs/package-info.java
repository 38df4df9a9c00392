/**
 * Events of AliECS, the control system of ALICE, from its Kafka topics: as lines, and as the state of the farm.
 *
 * <p>In: records with protobuf messages. Out: lines for a {@code LineIntake}, and records of {@code control.state}.
 * A {@code TopicInput} makes the lines, each from one message alone. The state needs all events, so its writer reads the
 * topics from their beginning.
 */
@NullMarked
package io.weir.gateway.aliecs;

import org.jspecify.annotations.NullMarked;
