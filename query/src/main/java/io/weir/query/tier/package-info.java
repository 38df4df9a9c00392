/**
 * The tiers that queries read instead of raw.
 *
 * <p>In: the tiers of the rules, and ranges. Out: a tier for each range, and what the user has to know of it.
 */
@NullMarked
package io.weir.query.tier;

import org.jspecify.annotations.NullMarked;
