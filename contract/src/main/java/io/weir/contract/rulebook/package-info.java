/**
 * Rules that change while services run. In: a rule file. Out: its versions in {@code weir.rules}, a marker in every partition
 * of {@code metrics.raw} where a version begins to hold, and the versions again, for services that meet a marker. May import
 * rules, topics and how Kafka is reached.
 */
@NullMarked
package io.weir.contract.rulebook;

import org.jspecify.annotations.NullMarked;
