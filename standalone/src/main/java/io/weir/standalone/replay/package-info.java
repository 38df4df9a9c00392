/**
 * {@code weir rules run}: runs recorded metrics through the production topologies on a virtual
 * clock, without a Kafka.
 *
 * <p>Input: rules, line protocol. Output: the lines of a feed, alarm events or actions, with the
 * same bytes in every run. {@code weir rules test} uses {@code VirtualWeir}, too. Allowed imports:
 * processing, alarming, Kafka Streams' test driver, picocli.
 */
@NullMarked
package io.weir.standalone.replay;

import org.jspecify.annotations.NullMarked;
