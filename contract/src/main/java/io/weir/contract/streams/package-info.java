/**
 * What the services with Kafka Streams have in common: the settings and the run of a topology, records
 * that it cannot process, and changelogs that are missing or were created again.
 *
 * <p>In: a topology. Out: running streams and their health. May import: Kafka's clients and Streams,
 * Micrometer, the contract's service, state, time and topics.
 */
@NullMarked
package io.weir.contract.streams;

import org.jspecify.annotations.NullMarked;
