/**
 * The choice of the tier that a query reads instead of raw.
 *
 * <p>In: the tiers of the rules, and ranges. Out: raw or a tier for each range, and warnings for the user.
 */
@NullMarked
package io.weir.query.tier;

import org.jspecify.annotations.NullMarked;
