/**
 * Retention and downsampling in the store, as the rules define them.
 *
 * <p>In: {@link io.weir.contract.rule.StorageRules}, and the existing
 * {@link io.weir.writer.tier.Part}s of a server that Weir owns, identified by their names. Out: a
 * {@link io.weir.writer.tier.TierPlan}, whose {@link io.weir.writer.tier.Difference}s a
 * {@link io.weir.writer.tier.TierServer} applies. Foreign objects are never changed.
 *
 * <p>In addition, stored lines arrive: {@link io.weir.writer.tier.LateLog} records late ones as
 * {@link io.weir.writer.tier.Mark}s in {@code weir.tiers}, and
 * {@link io.weir.writer.tier.TierWorker} has them computed. May import: the contract, addresses of
 * stores, Jackson; Kafka only to send and read marks.
 */
@NullMarked
package io.weir.writer.tier;

import org.jspecify.annotations.NullMarked;
