/**
 * The choice of the tier that a query reads instead of raw, and the windows and series of tiers that processing computes.
 *
 * <p>In: the tiers of the rules, and ranges. Out: raw or a tier for each range, windows and series under the names of raw,
 * and warnings for the user.
 */
@NullMarked
package io.weir.query.tier;

import org.jspecify.annotations.NullMarked;
