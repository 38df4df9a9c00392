/**
 * {@code weir state}: what is set for the whole farm, for people. In: names and values. Out: records of {@code control.state}, and what
 * it says. May import: the contract, topics for people, Kafka's clients, picocli.
 */
@NullMarked
package io.weir.standalone.state;

import org.jspecify.annotations.NullMarked;
