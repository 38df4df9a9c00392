/**
 * Retention and downsampling in the store, as the rules declare them.
 *
 * <p>Comes in: {@link io.weir.contract.rule.StorageRules}, and what a server has of them: {@link io.weir.writer.tier.Part}s that
 * Weir owns, known by their names. Goes out: a {@link io.weir.writer.tier.TierPlan}, and its {@link
 * io.weir.writer.tier.Difference}s carried out by a {@link io.weir.writer.tier.TierServer}. What is foreign is never touched.
 *
 * <p>Beside that, lines that are stored come in: {@link io.weir.writer.tier.LateLog} notes late ones as {@link
 * io.weir.writer.tier.Mark}s in {@code weir.tiers}, and {@link io.weir.writer.tier.TierWorker} has them computed. May import: the
 * contract, addresses of stores, Jackson; Kafka only where marks are sent and read.
 */
@NullMarked
package io.weir.writer.tier;

import org.jspecify.annotations.NullMarked;
