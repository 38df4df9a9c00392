/**
 * Distributes rules that change while services run.
 *
 * <p>In: a rule file. Out: its versions in {@code weir.rules}, a marker in every partition of
 * {@code metrics.raw} that activates a version, and the versions for services that read a marker.
 * {@link io.weir.contract.rulebook.StreamsService} runs a topology under such rules. May import rules, topics, the follower of topics and the Kafka settings.
 */
@NullMarked
package io.weir.contract.rulebook;

import org.jspecify.annotations.NullMarked;
