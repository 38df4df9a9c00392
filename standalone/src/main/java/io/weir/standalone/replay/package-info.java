/**
 * {@code weir rules run}: recorded metrics go through the production topologies on a virtual clock, without a Kafka.
 *
 * <p>Comes in: rules, line protocol. Goes out: the lines of a feed, or alarm events, the same bytes in every run. {@code
 * VirtualWeir} is also what {@code weir rules test} asks. May import: processing, alarming, Kafka Streams' test driver, picocli.
 */
@NullMarked
package io.weir.standalone.replay;

import org.jspecify.annotations.NullMarked;
